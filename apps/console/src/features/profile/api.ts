import type { ProfileChange } from '@manoboard/contract/account';
import { accountCalls } from '@manoboard/contract/calls/account';
import { request } from '../../lib/http.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) => request(accountCalls.updateMe, { body: change });
