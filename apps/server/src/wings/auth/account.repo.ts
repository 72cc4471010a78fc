import type { LocaleName, Personalization, User } from '@manoboard/contract/account/account';
import type { Registration } from '@manoboard/contract/account/credentials';
import { sql } from 'kysely';
import { getAccount } from '../../db/account.ts';
import type { Db } from '../../db/db.ts';
import { deleteWithoutSession } from '../alerts/push/push.repo.ts';
import { deleteReceiver } from '../alerts/receiver-rows.repo.ts';
import { deleteSettingsOf } from '../history/energy/energy-settings.repo.ts';
import { deleteItemsOf } from '../inbox/inbox.repo.ts';
import { deleteIntegrationsOf } from '../integrations/integrations.repo.ts';
import { deletePendingEmail } from './confirmation.repo.ts';
import { deleteDevices, type NewDevice, storeKnownDevice } from './known-device.repo.ts';
import { deleteOtherSessions, deleteSessionsOf } from './session.repo.ts';

export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .select(['id', 'email', 'password_hash as passwordHash', 'personalization', 'disabled_at as disabledAt'])
    .executeTakeFirst();

export const getCredentials = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select([
      'email',
      'name',
      'surname',
      'password_hash as passwordHash',
      'personalization',
      'email_confirmed_at as emailConfirmedAt',
      'disabled_at as disabledAt',
    ])
    .executeTakeFirstOrThrow();

/** The user as a reader of mails about the account. */
export const findReader = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select([
      'email',
      sql<boolean>`email_confirmed_at is not null`.as('isConfirmed'),
      sql<LocaleName | null>`personalization ->> 'locale'`.as('locale'),
    ])
    .executeTakeFirst();

export interface NewUser extends Omit<Registration, 'password' | 'terms_accepted' | 'locale'> {
  passwordHash: string;
  termsVersion: string;
  locale: LocaleName | null;
}

/** Returns nothing if the e-mail is taken; the index decides between concurrent inserts. */
export const insertUser = async (tx: Db, user: NewUser, now: Date): Promise<User | undefined> => {
  const row = await tx
    .insertInto('app_user')
    .values({
      email: user.email,
      name: user.name,
      surname: user.surname,
      phone_number: user.phone_number || null,
      password_hash: user.passwordHash,
      terms_accepted_at: now,
      terms_version: user.termsVersion,
      personalization: JSON.stringify({ card_order: [], theme_colour: null, locale: user.locale }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row && getAccount(tx, row.id);
};

export interface AccountChange extends Partial<Pick<User, 'name' | 'surname' | 'phone_number' | 'address'>> {
  passwordHash?: string | undefined;
  /** `null` cancels a pending change of address. */
  newEmail?: string | null | undefined;
}

const isTaken = async (db: Db, email: string, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('id', '!=', userId)
    .select('id')
    .executeTakeFirst()) !== undefined;

export interface ChangedBy {
  userId: number;
  sessionId: Buffer;
  /** The password that was checked. */
  knownHash: string;
  device: NewDevice;
}

/**
 * Applies only while `knownHash` is the password's, since another change may have been faster. A new password ends
 * the user's other sessions (returned), voids recovery links and a pending address, and makes all other browsers
 * unknown.
 */
export async function changeAccount(
  tx: Db,
  { userId, sessionId, knownHash, device }: ChangedBy,
  { passwordHash, newEmail, ...profile }: AccountChange,
): Promise<{ ended: Buffer[] } | 'email taken' | 'password changed'> {
  if (newEmail && (await isTaken(tx, newEmail, userId))) return 'email taken';
  const changed = await tx
    .updateTable('app_user')
    .set({ ...profile, password_hash: passwordHash ?? knownHash })
    .where('id', '=', userId)
    .where('password_hash', '=', knownHash)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return 'password changed';
  if (newEmail === null || passwordHash !== undefined) await deletePendingEmail(tx, userId);
  if (passwordHash === undefined) return { ended: [] };
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  const ended = await deleteOtherSessions(tx, userId, sessionId);
  await deleteWithoutSession(tx, userId);
  await deleteDevices(tx, userId);
  await storeKnownDevice(tx, userId, device);
  return { ended };
}

const OWN_TABLES = [
  'api_token',
  'auth_challenge',
  'email_confirmation',
  'factor_reset',
  'known_device',
  'password_reset',
  'recovery_code',
  'second_factor',
  'user_role',
] as const;

/**
 * Erases all that names the user, and returns the ended sessions. The row stays, since commands, changes and lock-out
 * tags refer to it. The row lock waits for transactions that give the user a device: `holds devices` if one did so
 * after the user's devices were removed.
 */
export async function eraseAccount(
  tx: Db,
  userId: number,
  knownHash: string,
  at: Date,
): Promise<{ ended: Buffer[] } | 'password changed' | 'holds devices'> {
  const account = await tx
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('password_hash', '=', knownHash)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!account) return 'password changed';
  const held = await tx.selectFrom('user_device').where('user_id', '=', userId).select('user_id').execute();
  if (held.length > 0) return 'holds devices';
  await deleteReceiver(tx, userId);
  await deleteSettingsOf(tx, userId);
  await deleteItemsOf(tx, userId);
  await deleteIntegrationsOf(tx, userId);
  for (const table of OWN_TABLES) await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  const ended = await deleteSessionsOf(tx, userId);
  await tx
    .updateTable('app_user')
    .set({
      // No registration can use it, since it is not an address.
      email: `deleted ${userId}`,
      name: '',
      surname: '',
      phone_number: null,
      address: null,
      notes: null,
      password_hash: '',
      email_confirmed_at: null,
      personalization: sql`null`,
      deleted_at: at,
    })
    .where('id', '=', userId)
    .execute();
  return { ended };
}

export const setPersonalization = (db: Db, id: number, personalization: Personalization) =>
  db
    .updateTable('app_user')
    .set({ personalization: JSON.stringify(personalization) })
    .where('id', '=', id)
    .execute();

/** False if the stored note is neither `known` nor already the new one, as after a repeated request. */
export const updateNotes = async (
  db: Db,
  id: number,
  notes: string | null,
  known: string | null | undefined,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .where('id', '=', id)
    .$if(known !== undefined, (query) =>
      query.where(sql<boolean>`(notes is not distinct from ${known} or notes is not distinct from ${notes})`),
    )
    .set({ notes })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** False if the account is in this state already. */
export const updateDisabled = async (db: Db, id: number, disabledAt: Date | null): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .where('id', '=', id)
    .where('disabled_at', disabledAt ? 'is' : 'is not', null)
    .set({ disabled_at: disabledAt })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Returns the ended sessions. Recovery links are void too. */
export async function deleteAllSessions(tx: Db, userId: number): Promise<Buffer[]> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  return deleteSessionsOf(tx, userId);
}
