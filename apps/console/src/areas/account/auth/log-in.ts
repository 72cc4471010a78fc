import type { LoginForm, LoginStep } from '@manoboard/contract/account/login';
import { loginCalls } from '@manoboard/contract/account/login.calls';
import { request } from '../../../lib/http/http.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { session } from '../../../lib/http/session.ts';

/** R3.3. Returns the step that an account with a second factor needs. A 401 is a refusal, not an expired session. */
export async function logIn({ username, password, remember }: LoginForm): Promise<LoginStep | undefined> {
  await session.waitForLogout();
  const step = await request(loginCalls.login, {
    body: { username, password, remember: remember ? 'true' : 'false' },
  });
  if (step === undefined) throw new HttpProblem(401, 'UNKNOWN');
  if (!step) session.begin();
  return step ?? undefined;
}
