import type { LoginForm, Registration } from '@manoboard/contract/account';
import { api } from '@manoboard/contract/api';
import { request } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';

/** R3.3 */
export async function logIn({ username, password, remember }: LoginForm): Promise<void> {
  await session.ended();
  await request(api.login, { body: { username, password, remember: remember ? 'true' : 'false' } });
  session.begin();
}

/** R3.1 */
export const register = (registration: Registration) => request(api.register, { body: registration });
