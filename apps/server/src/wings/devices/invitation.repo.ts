import type { InvitedLevel } from '@manoboard/contract/device/sharing';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

interface NewRow {
  deviceKey: DeviceKey;
  grantedBy: number;
  level: InvitedLevel;
  email: string | null;
  tokenHash: Buffer | null;
  accessUntil: Date | null;
  at: Date;
  expiresAt: Date;
}

export const insertInvitation = (tx: Db, row: NewRow) =>
  tx
    .insertInto('invitation')
    .values({
      device_id: row.deviceKey,
      granted_by: row.grantedBy,
      level: row.level,
      email: row.email,
      token_hash: row.tokenHash,
      access_until: row.accessUntil,
      created_at: row.at,
      expires_at: row.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const listInvitations = (db: Db, deviceKey: DeviceKey, at: Date) =>
  db
    .selectFrom('invitation')
    .where('device_id', '=', deviceKey)
    .where('expires_at', '>', at)
    .select(['id', 'granted_by as grantedBy', 'email', 'level', 'access_until', 'expires_at'])
    .orderBy('id')
    .execute();
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** A person has one invitation to a device; a new one replaces it. */
export const deleteInvitationsTo = (tx: Db, deviceKey: DeviceKey, email: string) =>
  tx.deleteFrom('invitation').where('device_id', '=', deviceKey).where('email', '=', email).execute();

export const deleteInvitation = (tx: Db, deviceKey: DeviceKey, id: number) =>
  tx
    .deleteFrom('invitation')
    .where('device_id', '=', deviceKey)
    .where('id', '=', id)
    .returning(['level', 'email'])
    .executeTakeFirst();

export const deleteExpiredInvitations = (db: Db, at: Date) =>
  db.deleteFrom('invitation').where('expires_at', '<=', at).execute();

/** Sets the link of an invitation that is still open; returns what its mail needs. */
export const renewInvitationLink = async (db: Db, id: number, tokenHash: Buffer, at: Date) =>
  (
    await sql<{ email: string; by: string; locale: string | null }>`
      update invitation set token_hash = ${tokenHash} from app_user
      where invitation.id = ${id} and invitation.email is not null and expires_at > ${at} and app_user.id = granted_by
      returning invitation.email, app_user.email as "by", personalization ->> 'locale' as locale`.execute(db)
  ).rows[0];

/** An open invitation whose giver has an enabled account. */
export const findInvitation = (db: Db, tokenHash: Buffer, at: Date) =>
  db
    .selectFrom('invitation')
    .innerJoin('device', 'device.id', 'invitation.device_id')
    .innerJoin('app_user as giver', 'giver.id', 'granted_by')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .where('giver.disabled_at', 'is', null)
    .where('giver.deleted_at', 'is', null)
    .select([
      'invitation.id',
      'device.id as deviceKey',
      'id_dev as deviceId',
      'alias',
      'granted_by as giverId',
      'giver.name',
      'giver.surname',
      'level',
      'invitation.email',
      'access_until as accessUntil',
    ])
    .executeTakeFirst();
export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** The confirmed address of an account. */
export const findConfirmedEmail = async (db: Db, userId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('app_user')
      .where('id', '=', userId)
      .where('email_confirmed_at', 'is not', null)
      .select('email')
      .executeTakeFirst()
  )?.email;
