import { Password } from '@manoboard/contract/credentials';
import type { ProblemCode } from '@manoboard/contract/problem';
import { hash, verify } from '@node-rs/argon2';
import * as z from 'zod/mini';
import { ProblemError } from '../../http/problem-error.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not there is such a user. */
export async function isPassword(password: string, known: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const isRight = await verify(known ?? (await decoy), password);
  return known !== undefined && isRight;
}

/** R3.2 */
export function requireStrong(password: string, code: ProblemCode): void {
  const strength = z.safeParse(Password, password);
  if (strength.success) return;
  const reason = strength.error.issues[0]?.message ?? 'password_weak';
  throw new ProblemError(code, { detail: { code, reason } });
}
