import type { ProfileChange } from '@manoboard/contract/account';
import { accountCalls } from '@manoboard/contract/calls/account';
import { perform, request } from '../../lib/http.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) => request(accountCalls.updateMe, { body: change });

/** R4.3d. False when the session is over. */
export const resendConfirmation = () => perform(accountCalls.resendConfirmation);
