import { createAuth } from './auth.service.ts';
import { createProfile } from './profile.service.ts';
import { createRecovery } from './recovery.service.ts';
import { createTries } from './tries.ts';

/** Wrong passwords for one e-mail, wherever they come from. */
const WRONG_PASSWORDS = { max: 10, windowMs: 15 * 60_000 };

type Neighbours = Omit<Parameters<typeof createRecovery>[0], 'tries'>;

/** All that concerns one's account; its parts share the count of wrong passwords. */
export function createAccount(neighbours: Neighbours) {
  const shared = { ...neighbours, tries: createTries({ ...WRONG_PASSWORDS, now: neighbours.now }) };
  return { ...createAuth(shared), ...createRecovery(shared), ...createProfile(shared) };
}
export type Account = ReturnType<typeof createAccount>;
