import type { FactorKind } from '@manoboard/contract/account/factor';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';

export const listFactors = (db: Db, userId: number) =>
  db
    .selectFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select([
      'id',
      'kind',
      'name',
      'confirmed_at as addedAt',
      'used_at as usedAt',
      'credential_id',
      'transports',
    ])
    .orderBy('id')
    .execute();
export type FactorRow = Awaited<ReturnType<typeof listFactors>>[number];

export const listTotps = (db: Db, userId: number) =>
  db
    .selectFrom('second_factor')
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is not', null)
    .select(['id', 'secret'])
    .execute();

export async function deleteAllTotps(tx: Db): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor')
    .where('kind', '=', 'totp')
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface NewFactor {
  userId: number;
  kind: FactorKind;
  name: string;
  at: Date;
}

/** An app whose first code is awaited; an earlier one of the user is void. */
export async function insertUnconfirmedTotp(tx: Db, { userId, name, at }: NewFactor, secret: Buffer) {
  await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
  const { id } = await tx
    .insertInto('second_factor')
    .values({ user_id: userId, kind: 'totp', name, secret, created_at: at, confirmed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findUnconfirmedTotp = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('second_factor')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .select(['secret'])
    .executeTakeFirst();

export const confirmTotp = async (tx: Db, id: number, step: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ confirmed_at: at, used_at: at, last_step: step })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** A code works once: false if this step or a later one was used. */
export const useTotpStep = async (db: Db, id: number, step: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step, used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', `${step}`)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export interface NewCredential {
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/** Returns nothing if the passkey is known already. */
export const insertPasskey = (tx: Db, { userId, name, at }: NewFactor, credential: NewCredential) =>
  tx
    .insertInto('second_factor')
    .values({
      user_id: userId,
      kind: 'passkey',
      name,
      credential_id: credential.credentialId,
      public_key: credential.publicKey,
      sign_count: credential.signCount,
      transports: credential.transports,
      created_at: at,
      confirmed_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('second_factor')
    .where('credential_id', '=', credentialId)
    .select(['id', 'user_id as userId', 'public_key', 'sign_count', 'transports'])
    .executeTakeFirst();

/**
 * False if the passkey has answered with this counter or a later one meanwhile: of a copied key and its original that answer
 * at the same moment one is refused. A passkey without a counter always sends 0.
 */
export const markPasskeyUsed = async (db: Db, id: number, signCount: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ sign_count: signCount, used_at: at })
    .where('id', '=', id)
    .where('sign_count', signCount === 0 ? '=' : '<', `${signCount}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const renameFactor = (db: Db, userId: number, id: number, name: string) =>
  db
    .updateTable('second_factor')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();

export const deleteFactor = (tx: Db, userId: number, id: number) =>
  tx
    .deleteFrom('second_factor')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst();

/** Removes factors, recovery codes, a pending reset, and the trust in browsers. */
export async function deleteAllFactors(tx: Db, userId: number): Promise<void> {
  for (const table of ['second_factor', 'recovery_code', 'factor_reset'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await forgetTrust(tx, userId);
}

/** Every browser needs the second factor again. */
export const forgetTrust = (tx: Db, userId: number) =>
  tx.updateTable('known_device').set({ trusted_until: null }).where('user_id', '=', userId).execute();

export const isTrusted = async (db: Db, userId: number, tokenHash: Buffer, at: Date): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .where('trusted_until', '>', at)
    .select('user_id')
    .executeTakeFirst()) !== undefined;

export const trustBrowser = (tx: Db, userId: number, tokenHash: Buffer, until: Date) =>
  tx
    .updateTable('known_device')
    .set({ trusted_until: until })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute();

export async function replaceRecoveryCodes(tx: Db, userId: number, hashes: readonly Buffer[], at: Date) {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: at })))
    .execute();
}

/** The hash of any code: all of a user have one salt. */
export const findRecoveryCodeHash = async (db: Db, userId: number): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('recovery_code')
      .where('user_id', '=', userId)
      .select('code_hash')
      .limit(1)
      .executeTakeFirst()
  )?.code_hash;

/** Two requests with one code: the row lock lets one of them use it. */
export const useRecoveryCode = async (
  db: Db,
  userId: number,
  codeHash: Buffer,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const countRecoveryCodes = (db: Db, userId: number) =>
  db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .select([
      sql<number>`count(*)::integer`.as('total'),
      sql<number>`(count(*) filter (where used_at is null))::integer`.as('left'),
      sql<Date | null>`max(created_at)`.as('createdAt'),
    ])
    .executeTakeFirstOrThrow();
