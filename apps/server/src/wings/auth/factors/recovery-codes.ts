import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@manoboard/domain/access/second-factor';
import { hashRaw } from '@node-rs/argon2';
import { newCode } from '../../../base/random-code.ts';

const SALT_BYTES = 16;
/** A code has 60 random bits, so a few milliseconds are enough to make guesses from a stolen table hopeless. */
const COST = { memoryCost: 8192, timeCost: 1, parallelism: 1 };

const hashWith = async (salt: Buffer, code: string) =>
  Buffer.concat([salt, await hashRaw(code, { ...COST, salt })]);

/** New codes and their hashes, which share a salt: a typed code is hashed once. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: Buffer[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const salt = randomBytes(SALT_BYTES);
  return { codes, hashes: await Promise.all(codes.map((code) => hashWith(salt, code))) };
}

/** Hash of a typed code, with the salt of any stored hash of the user. */
export const hashRecoveryCode = (code: string, stored: Buffer): Promise<Buffer> =>
  hashWith(stored.subarray(0, SALT_BYTES), code);
