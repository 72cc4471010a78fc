import { availableParallelism } from 'node:os';
import { Password } from '@manoboard/contract/account/credentials';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import { isPersonalPassword, type PasswordOwner } from '@manoboard/domain/access/password';
import { hash, verify } from '@node-rs/argon2';
import * as z from 'zod/mini';
import { createSemaphore } from '../../base/semaphore.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash takes some 25 ms of a core and one of the four threads that also read files, resolve names and compress
 * answers. Concurrent logins queue here, so that they do not block other requests.
 */
const hashing = createSemaphore({
  max: availableParallelism() > 2 ? 2 : 1,
  maxWaiting: 200,
  refuse: () => new ProblemError('UNAVAILABLE'),
});

export const hashPassword = (password: string) => hashing.run(() => hash(password, COST));

let decoy: Promise<string> | undefined;

/** Takes the same time for unknown users: the time does not reveal whether an account exists. */
export async function isPassword(password: string, known: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const expected = known ?? (await decoy);
  const isRight = await hashing.run(() => verify(expected, password));
  return known !== undefined && isRight;
}

/** The reason as a key of the messages of fields. */
export function refuseWeak(password: string, owner: PasswordOwner): string | undefined {
  const strength = z.safeParse(Password, password);
  if (!strength.success) return strength.error.issues[0]?.message ?? 'password_weak';
  if (isPersonalPassword(password, owner)) return 'password_personal';
  return isCommonPassword(password) ? 'password_common' : undefined;
}

/** R3.2: for every password that a person sets; the demo's logins are exempt. */
export function requireStrong(password: string, owner: PasswordOwner, code: ProblemCode): void {
  const reason = refuseWeak(password, owner);
  if (reason !== undefined) throw new ProblemError(code, { detail: { code, reason } });
}
