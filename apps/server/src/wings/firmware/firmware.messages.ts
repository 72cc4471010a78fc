import type { MessageHandlers } from '../../link/link.ts';
import type { Updates } from './updates.service.ts';

/** `info` and `tele` prove that the new firmware runs (R4.2). */
export const firmwareMessages = (updates: Updates): MessageHandlers => ({
  info: updates.receiveInfo,
  tele: updates.receiveFrame,
  'ota/state': updates.receiveState,
  'ota/req': updates.receiveRequest,
});
