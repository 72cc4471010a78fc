import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { liveAccess } from '../../../db/live-access.ts';

export const listOwnSessions = (db: Db, userId: number) =>
  db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .select(['user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'])
    .orderBy('created_at')
    .execute();

/** Their names and pump cards are hidden from a user whose access has expired. */
export const listHeldDevices = (db: Db, userId: number, at: Date) =>
  db
    .selectFrom(liveAccess(at).as('held'))
    .innerJoin('device', 'device.id', 'held.device_id')
    .where('user_id', '=', userId)
    .select(['device.id as deviceKey', 'id_dev', 'alias', 'place', 'access', 'held.created_at', 'expires_at'])
    .orderBy('id_dev')
    .execute();

/** Access that the user has given to others. */
export const listGivenAccess = (db: Db, userId: number) =>
  db
    .selectFrom('user_device as held')
    .innerJoin('device', 'device.id', 'held.device_id')
    .innerJoin('app_user as receiver', 'receiver.id', 'held.user_id')
    .where('granted_by', '=', userId)
    .select(['id_dev', 'receiver.email', 'held.created_at', 'expires_at'])
    .orderBy('id_dev')
    .orderBy('receiver.email')
    .execute();

/** Tariffs of the user, and the reports that they get. */
export const listEnergySettings = (db: Db, userId: number) =>
  db
    .selectFrom('energy_settings')
    .innerJoin('device', 'device.id', 'energy_settings.device_id')
    .where('user_id', '=', userId)
    .select([
      'id_dev',
      'currency',
      'price',
      'low_price',
      'low_hours',
      'co2_g',
      'has_report',
      'energy_settings.zone',
    ])
    .orderBy('id_dev')
    .execute();

/** Which alerts reach the user by which channel, and their quiet hours; nothing if they are the defaults. */
export const findNotificationSettings = async (db: Db, userId: number) =>
  (
    await db
      .selectFrom('notification_settings')
      .where('user_id', '=', userId)
      .select('settings')
      .executeTakeFirst()
  )?.settings ?? null;

/** Browsers that get notifications, without their keys. */
export const listPushBrowsers = (db: Db, userId: number) =>
  db
    .selectFrom('push_subscription')
    .where('user_id', '=', userId)
    .select(['user_agent', 'created_at', 'sent_at'])
    .orderBy('created_at')
    .execute();

/** Without their secrets. */
export const listOwnWebhooks = (db: Db, userId: number) =>
  db
    .selectFrom('webhook')
    .where('user_id', '=', userId)
    .select(['name', 'url', 'created_at'])
    .orderBy('created_at')
    .execute();

/** Logins for other programs, without their passwords. */
export const listOwnIntegrations = (db: Db, userId: number) =>
  db
    .selectFrom('integration')
    .where('user_id', '=', userId)
    .select(['name', 'can_switch', 'created_at', 'last_used_at'])
    .orderBy('created_at')
    .execute();

export const listNotifications = (db: Db, userId: number) =>
  db
    .selectFrom('inbox_item')
    .where('user_id', '=', userId)
    .select(['event', 'created_at'])
    .orderBy('created_at')
    .execute();

/** The next commands of the user after this one, oldest first. */
export const listOwnCommands = (
  db: Db,
  userId: number,
  after: { created_at: Date; id: string } | undefined,
  limit: number,
) =>
  db
    .selectFrom('command')
    .innerJoin('device', 'device.id', 'command.device_id')
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(command.created_at, command.id) > (${after?.created_at}, ${after?.id})`),
    )
    .select(['command.id', 'id_dev', 'what', 'value', 'status', 'command.created_at', 'finished_at'])
    .orderBy('command.created_at')
    .orderBy('command.id')
    .limit(limit)
    .execute();
