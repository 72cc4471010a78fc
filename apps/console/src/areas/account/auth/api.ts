import { authCalls } from '@manoboard/contract/account/auth.calls';
import type {
  ConfirmEmail,
  FirstUser,
  ForgotPassword,
  PasswordToCheck,
  Registration,
  ResetPassword,
} from '@manoboard/contract/account/credentials';
import type { Call } from '@manoboard/contract/http/call';
import { setupCalls } from '@manoboard/contract/installation/setup.calls';
import { type Answer, perform, type RequestOptions, request } from '../../../lib/http/http.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';

/** These calls need no session, so a 401 is a refusal and not an expired session. */
async function send<C extends Call>(call: C, body: RequestOptions<C>['body']) {
  if (!(await perform<Call>(call, { body } as RequestOptions<Call>))) throw new HttpProblem(401, 'UNKNOWN');
}

/** R3.1 */
export const register = (registration: Registration) => send(authCalls.register, registration);

/** R3.2: the reason why the server would refuse a password; `null`: it would not. */
export const checkPassword = (body: PasswordToCheck, signal: AbortSignal) =>
  request(authCalls.checkPassword, { body, signal });

/** First run. */
export const setUp = (first: FirstUser) => send(setupCalls.setUp, first);

export async function readSetupState(): Promise<Answer<typeof setupCalls.setupState>> {
  const state = await request(setupCalls.setupState);
  if (!state) throw new HttpProblem(401, 'UNAUTHORIZED');
  return state;
}

/** R3.4 */
export const requestPasswordReset = (account: ForgotPassword) => send(authCalls.forgotPassword, account);

/** R3.4: the server ends all sessions of the account. */
export const resetPassword = (reset: ResetPassword) => send(authCalls.resetPassword, reset);

/** R4.3d */
export const confirmEmail = (confirmation: ConfirmEmail) => send(authCalls.confirmEmail, confirmation);
