import type { LoginForm, LoginStep } from '@manoboard/contract/account/login';
import { loginCalls } from '@manoboard/contract/account/login.calls';
import { request } from '../../../lib/http/http.ts';
import { session } from '../../../lib/http/session.ts';

/**
 * R3.3. Returns the step that an account with a second factor needs. The login never answers 401; after that of a proxy the
 * next page leads back to the login.
 */
export async function logIn({ username, password, remember }: LoginForm): Promise<LoginStep | undefined> {
  await session.waitForLogout();
  const step = await request(loginCalls.login, {
    body: { username, password, remember: remember ? 'true' : 'false' },
  });
  if (!step) session.begin();
  return step ?? undefined;
}
