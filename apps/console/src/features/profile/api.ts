import { authCalls } from '@manoboard/contract/http/calls/auth';
import type { ProfileChange } from '@manoboard/contract/nouns/credentials';
import { perform, request } from '../../lib/http.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) => request(authCalls.updateMe, { body: change });

/** R4.3d. False when the session is over. */
export const resendConfirmation = () => perform(authCalls.resendConfirmation);
