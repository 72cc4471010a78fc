import type { MessageHandlers } from '../../link/link.ts';
import type { Devices } from './devices.service.ts';

export const devicesMessages = (devices: Devices): MessageHandlers => ({ info: devices.recordInfo });
