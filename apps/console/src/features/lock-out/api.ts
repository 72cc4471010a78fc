import { lockOutCalls } from '@manoboard/contract/http/calls/lock-out';
import type { NewLockOut } from '@manoboard/contract/nouns/lock-out';
import { perform, request } from '../../lib/http.ts';

export const setLockOut = (id: string, body: NewLockOut) =>
  request(lockOutCalls.setLockOut, { params: { id }, body });

/** Removes this tag only, not a newer one. Resolves with false when the session is over. */
export const removeLockOut = (id: string, tagId: number): Promise<boolean> =>
  perform(lockOutCalls.removeLockOut, { params: { id }, query: { tag: `${tagId}` } });
