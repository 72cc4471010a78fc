import type { NewLockOut } from '@manoboard/contract/command/lock-out';
import { lockOutCalls } from '@manoboard/contract/command/lock-out.calls';
import { perform, request } from '../../../lib/http/http.ts';

export const setLockOut = (deviceId: string, body: NewLockOut) =>
  request(lockOutCalls.setLockOut, { params: { id: deviceId }, body });

/** Removes this tag only, not a newer one. Resolves with false when the session is over. */
export const removeLockOut = (deviceId: string, tagId: number): Promise<boolean> =>
  perform(lockOutCalls.removeLockOut, { params: { id: deviceId }, query: { tag: `${tagId}` } });
