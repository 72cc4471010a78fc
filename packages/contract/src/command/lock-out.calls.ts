import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { DeviceId } from '../text.ts';
import { LockOut, NewLockOut } from './lock-out.ts';

const params = z.strictObject({ id: DeviceId });

/** R5.10 */
export const lockOutCalls = {
  lockOut: call({
    method: 'GET',
    path: '/devices/{id}/lock-out',
    who: 'user',
    action: 'see',
    summary: 'The lock-out tag of the device; null without a tag',
    params,
    answers: { 200: z.nullable(LockOut), ...errorResponses(401, 404, 422) },
  }),
  setLockOut: call({
    method: 'PUT',
    path: '/devices/{id}/lock-out',
    who: 'user',
    action: 'lock_out',
    summary:
      'Set a lock-out tag: every write except stop is refused until the tag is removed or expires. Its author may change it; a second tag is refused, and the error contains the current one',
    params,
    body: NewLockOut,
    answers: { 200: LockOut, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  removeLockOut: call({
    method: 'DELETE',
    path: '/devices/{id}/lock-out',
    who: 'user',
    action: 'lock_out',
    summary:
      'Remove the lock-out tag, as its author, a Technician or a Super Seller; that of a former owner also as owner or delegate. With tag, only the tag with this ID; otherwise 409',
    params,
    query: z.strictObject({ tag: z.optional(RowIdText) }),
    answers: { 204: z.void(), ...errorResponses(401, 403, 404, 409, 422) },
  }),
};
