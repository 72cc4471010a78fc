import type { LocaleName, User } from '@manoboard/contract/account/account';
import type { Registration } from '@manoboard/contract/account/credentials';
import { sql } from 'kysely';
import { getAccount } from '../../db/account.ts';
import type { Db } from '../../db/db.ts';
import { deletePendingEmail } from './confirmation.repo.ts';
import { deleteDevices, type NewDevice, storeKnownDevice } from './known-device.repo.ts';
import { deleteOtherSessions, deletePushWithoutSession } from './session.repo.ts';

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
  await deletePushWithoutSession(tx, userId);
  await deleteDevices(tx, userId);
  await storeKnownDevice(tx, userId, device);
  return { ended };
}

/** Logins of programs and webhooks of the user; returns the logins. */
export async function deleteOwnAccess(tx: Db, userId: number) {
  await tx.deleteFrom('webhook').where('user_id', '=', userId).execute();
  return tx
    .deleteFrom('integration')
    .where('user_id', '=', userId)
    .returning(['id as integrationId', 'can_switch as canSwitch'])
    .execute();
}

const OWN_TABLES = [
  'alert_delivery',
  'alert_unreached',
  'api_token',
  'auth_challenge',
  'email_confirmation',
  'energy_settings',
  'factor_reset',
  'inbox_item',
  'integration',
  'known_device',
  'notification_settings',
  'password_reset',
  'push_subscription',
  'recovery_code',
  'second_factor',
  'user_role',
  'webhook',
  'work_assignee',
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
  for (const table of OWN_TABLES) await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  const ended = await tx.deleteFrom('session').where('user_id', '=', userId).returning('id').execute();
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
  return { ended: ended.map(({ id }) => id) };
}
