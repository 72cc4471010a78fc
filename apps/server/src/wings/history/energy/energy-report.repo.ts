import type { LocaleName } from '@manoboard/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

export interface Subscription {
  userId: number;
  deviceKey: DeviceKey;
  /** The zone that the user has chosen, or the one of the browser that subscribed. */
  zone: string;
}

/** The next subscriptions without the report of this month, in the order of users and devices. */
export async function listSubscriptions(
  db: Db,
  month: Date,
  after: { userId: number; deviceKey: number },
  limit: number,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select user_id as "userId", device_id as "deviceKey",
      coalesce(personalization ->> 'time_zone', zone) as zone
    from energy_settings join app_user on app_user.id = user_id
    where has_report and reported_month < ${month}
      and (user_id, device_id) > (${after.userId}, ${after.deviceKey})
    order by user_id, device_id limit ${limit}`.execute(db);
  return rows;
}

/** False when the report of this month was made already, or the user has unsubscribed. */
export async function markReported(
  tx: Db,
  { userId, deviceKey }: Omit<Subscription, 'zone'>,
  month: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('energy_settings')
    .set({ reported_month: month })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceKey)
    .where('has_report', '=', true)
    .where('reported_month', '<', month)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

interface Recipient {
  email: string;
  locale: LocaleName | null;
  roles: string[];
  deviceId: string;
  zone: string;
}

/** Undefined when the user has unsubscribed, is disabled, or has not confirmed the address. */
export async function findRecipient(
  db: Db,
  { userId, deviceKey }: Omit<Subscription, 'zone'>,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select email, personalization ->> 'locale' as locale, id_dev as "deviceId",
      coalesce(personalization ->> 'time_zone', energy_settings.zone) as zone,
      array(select role from user_role where user_role.user_id = app_user.id) as roles
    from energy_settings
      join app_user on app_user.id = energy_settings.user_id
      join device on device.id = energy_settings.device_id
    where energy_settings.user_id = ${userId} and energy_settings.device_id = ${deviceKey} and has_report
      and email_confirmed_at is not null and disabled_at is null and deleted_at is null`.execute(db);
  return rows[0];
}
