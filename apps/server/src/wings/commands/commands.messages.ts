import type { MessageHandlers } from '../../link/link.ts';
import type { Commands } from './commands.service.ts';

export const commandsMessages = (commands: Commands): MessageHandlers => ({ ack: commands.receiveAck });
