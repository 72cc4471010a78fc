import type { ForgotPassword, LoginForm, Registration, ResetPassword } from '@manoboard/contract/account';
import { accountCalls } from '@manoboard/contract/calls/account';
import { request } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';

/** R3.3 */
export async function logIn({ username, password, remember }: LoginForm): Promise<void> {
  await session.ended();
  await request(accountCalls.login, { body: { username, password, remember: remember ? 'true' : 'false' } });
  session.begin();
}

/** R3.1 */
export const register = (registration: Registration) =>
  request(accountCalls.register, { body: registration });

/** R3.4 */
export const askForLink = (asked: ForgotPassword) => request(accountCalls.forgotPassword, { body: asked });

/** R3.4: whoever was logged in here is so no longer. */
export const resetPassword = (reset: ResetPassword) => request(accountCalls.resetPassword, { body: reset });
