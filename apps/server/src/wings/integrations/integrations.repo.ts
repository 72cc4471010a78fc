import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import { type IntegrationRefusal, MAX_INTEGRATIONS } from '@manoboard/contract/integration/integration';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { heldIds, liveAccess } from '../../db/live-access.ts';

/** Columns of a login; its device list has only devices that the user still holds. */
const shown = (at: Date) =>
  [
    ...(['id', 'name', 'can_switch', 'created_at', 'last_used_at'] as const),
    sql<
      string[] | null
    >`case when device_ids is not null then ${heldIds(at, 'integration', 'device_ids')} end`.as('devices'),
  ] as const;

const ofUser = (db: Db, userId: number) => db.selectFrom('integration').where('user_id', '=', userId);

export const listIntegrations = (db: Db, userId: number, at: Date) =>
  ofUser(db, userId).select(shown(at)).orderBy('created_at').orderBy('id').execute();
export type IntegrationRow = Awaited<ReturnType<typeof listIntegrations>>[number];

/** Why this user may not add a login now. */
export async function refuseNewIntegration(
  db: Db,
  userId: number,
  at: Date,
): Promise<IntegrationRefusal | null> {
  const { isConfirmed, hasDevice, logins } = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select((eb) => [
      sql<boolean>`email_confirmed_at is not null`.as('isConfirmed'),
      eb
        .exists(
          eb.selectFrom(liveAccess(at).as('live')).where('live.user_id', '=', userId).select('live.user_id'),
        )
        .as('hasDevice'),
      ofUser(db, userId)
        .select(sql<number>`count(*)::integer`.as('count'))
        .$asScalar()
        .$notNull()
        .as('logins'),
    ])
    .executeTakeFirstOrThrow();
  if (!isConfirmed) return 'EMAIL_UNCONFIRMED';
  if (!hasDevice) return 'DEVICE_MISSING';
  return logins >= MAX_INTEGRATIONS ? 'TOO_MANY_INTEGRATIONS' : null;
}

interface NewRow {
  userId: number;
  name: string;
  /** Null for all devices that the user holds. */
  deviceKeys: DeviceKey[] | null;
  passwordHash: Buffer;
  at: Date;
}

export const insertIntegration = (tx: Db, { userId, name, deviceKeys, passwordHash, at }: NewRow) =>
  tx
    .insertInto('integration')
    .values({ user_id: userId, name, device_ids: deviceKeys, password_hash: passwordHash, created_at: at })
    .returning(shown(at))
    .executeTakeFirstOrThrow();

interface Change {
  name?: string | undefined;
  can_switch?: boolean | undefined;
  deviceKeys?: DeviceKey[] | null | undefined;
}

export const updateIntegration = (tx: Db, userId: number, id: number, change: Change, at: Date) =>
  tx
    .updateTable('integration')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .set((eb) => ({
      name: change.name ?? eb.ref('name'),
      can_switch: change.can_switch ?? eb.ref('can_switch'),
      device_ids: change.deviceKeys === undefined ? eb.ref('device_ids') : change.deviceKeys,
    }))
    .returning(shown(at))
    .executeTakeFirst();

export const deleteIntegration = (tx: Db, userId: number, id: number, at: Date) =>
  tx
    .deleteFrom('integration')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(shown(at))
    .executeTakeFirst();

/** All logins of a user. */
export const deleteIntegrationsOf = (tx: Db, userId: number) =>
  tx
    .deleteFrom('integration')
    .where('user_id', '=', userId)
    .returning(['id as integrationId', 'can_switch as canSwitch'])
    .execute();

/** Logins of users with an enabled account. */
const enabled = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('integration')
    .innerJoin('app_user', 'app_user.id', 'integration.user_id')
    .where('integration.id', '=', sql<number>`any(${ids}::integer[])`)
    .where('disabled_at', 'is', null);

/** For a new connection: of an account with a confirmed e-mail and at least one device. */
export const findLogin = (db: Db, id: number, at: Date) =>
  enabled(db, [id])
    .where('email_confirmed_at', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom(liveAccess(at).as('live'))
          .whereRef('live.user_id', '=', 'app_user.id')
          .select('live.user_id'),
      ),
    )
    .select(['integration.password_hash as hash', 'integration.user_id as userId'])
    .executeTakeFirst();

/** Logins that are neither revoked nor disabled, with the roles and the language of their users. */
export const listLogins = (db: Db, ids: readonly number[]) =>
  enabled(db, ids)
    .select((eb) => [
      'integration.id',
      'integration.user_id as userId',
      'integration.name',
      'can_switch as canSwitch',
      'device_ids as deviceKeys',
      sql<string | null>`personalization ->> 'locale'`.as('locale'),
      eb
        .selectFrom('user_role')
        .whereRef('user_role.user_id', '=', 'integration.user_id')
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
        .$asScalar()
        .$notNull()
        .as('roles'),
    ])
    .execute();
export type Login = Awaited<ReturnType<typeof listLogins>>[number];

/** While a login is connected, its time is written once a minute. */
export const markUsed = (db: Db, ids: readonly number[], at: Date, before: Date) =>
  db
    .updateTable('integration')
    .set({ last_used_at: at })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute();

/** R4.3b: own devices of these users and those that others share with them now, with what no frame reports. */
export const listHeld = (db: Db, userIds: readonly number[], at: Date) =>
  db
    .selectFrom(liveAccess(at).as('live'))
    .innerJoin('device', 'device.id', 'live.device_id')
    .leftJoin('config_report as report', 'report.device_id', 'device.id')
    .leftJoin('device_config as applied', (join) =>
      join
        .onRef('applied.device_id', '=', 'report.device_id')
        .onRef('applied.version', '=', 'report.applied_version'),
    )
    .where('live.user_id', '=', sql<number>`any(${userIds}::integer[])`)
    .select((eb) => [
      'live.user_id as userId',
      'live.access',
      'live.level',
      'device.id as deviceKey',
      'device.id_dev as deviceId',
      'device.alias',
      'device.fc_type as fcType',
      'device.version',
      'report.version as reportedVersion',
      sql<DeviceConfig | null>`applied.config`.as('appliedConfig'),
      eb
        .selectFrom('alert')
        .whereRef('alert.device_id', '=', 'device.id')
        .where('cleared_at', 'is', null)
        .where('resolved_at', 'is', null)
        .where((open) => open.or([open('shelved_until', 'is', null), open('shelved_until', '<=', at)]))
        .select(sql<number>`count(*)::integer`.as('count'))
        .$asScalar()
        .$notNull()
        .as('openAlerts'),
    ])
    .orderBy('device.id_dev')
    .$narrowType<{ deviceKey: DeviceKey }>()
    .execute();
export type HeldDevice = Awaited<ReturnType<typeof listHeld>>[number];
