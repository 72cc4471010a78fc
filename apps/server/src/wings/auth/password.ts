import { availableParallelism } from 'node:os';
import { Password } from '@manoboard/contract/account/credentials';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import { hash, verify } from '@node-rs/argon2';
import * as z from 'zod/mini';
import { createSemaphore } from '../../base/semaphore.ts';
import { ProblemError } from '../../http/problem-error.ts';

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

/** R3.2 */
export function requireStrong(password: string, code: ProblemCode): void {
  const strength = z.safeParse(Password, password);
  if (strength.success) return;
  const reason = strength.error.issues[0]?.message ?? 'password_weak';
  throw new ProblemError(code, { detail: { code, reason } });
}
