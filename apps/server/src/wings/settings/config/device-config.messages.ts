import type { MessageHandlers } from '../../../link/link.ts';
import type { DeviceConfigs } from './device-config.service.ts';

export const deviceConfigMessages = (deviceConfig: DeviceConfigs): MessageHandlers => ({
  'cfg/reported': deviceConfig.receiveReport,
});
