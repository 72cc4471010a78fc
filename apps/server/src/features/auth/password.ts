import { hash, verify } from '@node-rs/argon2';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not there is such a user. */
export async function isPassword(password: string, known: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const isRight = await verify(known ?? (await decoy), password);
  return known !== undefined && isRight;
}
