import type { MessageHandlers } from '../../link/link.ts';
import type { Config } from './device-config.service.ts';

export const deviceConfigMessages = (deviceConfig: Config): MessageHandlers => ({
  'cfg/reported': deviceConfig.receiveReport,
});
