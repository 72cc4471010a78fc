import type { CfgReported, DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Unanswered } from '@manoboard/domain/pump/pressure-doubt';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

/** The newest desired configuration. */
export const findDesired = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device_config')
    .leftJoin('app_user', 'app_user.id', 'device_config.user_id')
    .where('device_id', '=', deviceKey)
    .orderBy('version', 'desc')
    .limit(1)
    .select([
      'version',
      'config',
      'device_config.created_at as createdAt',
      'answer',
      'change_id as changeId',
      sql<string | null>`app_user.name || ' ' || app_user.surname`.as('changedBy'),
    ])
    .executeTakeFirst();

/** The newest desired configuration of each device, in the given order. */
export async function listDesired(db: Db, deviceKeys: readonly DeviceKey[]) {
  const rows = await db
    .selectFrom('device_config')
    .distinctOn('device_id')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .orderBy('device_id')
    .orderBy('version', 'desc')
    .select(['device_id as deviceKey', 'version', 'config', 'answer'])
    .execute();
  const byDevice = new Map(rows.map((row) => [row.deviceKey, row]));
  return deviceKeys.map((deviceKey) => byDevice.get(deviceKey));
}

/** Before it is sent: afterwards the board may have applied it. */
export const markSent = (db: Db, deviceKey: DeviceKey, version: number, at: Date) =>
  db
    .updateTable('device_config')
    .where('device_id', '=', deviceKey)
    .where('version', '=', version)
    .where('answer', 'is', null)
    .set({ sent_at: at })
    .execute();

/** The newest version that was requested of each device, and what its board has reported, in the given order. */
export async function listVersions(db: Db, deviceKeys: readonly DeviceKey[]) {
  const rows = await db
    .selectFrom('device_config')
    .leftJoin('config_report as report', 'report.device_id', 'device_config.device_id')
    .distinctOn('device_config.device_id')
    .where('device_config.device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .orderBy('device_config.device_id')
    .orderBy('device_config.version', 'desc')
    .select([
      'device_config.device_id as deviceKey',
      'device_config.version',
      'report.version as reportedVersion',
      'status',
      'applied_version as appliedVersion',
    ])
    .execute();
  const byDevice = new Map(rows.map((row) => [row.deviceKey, row]));
  return deviceKeys.map((deviceKey) => byDevice.get(deviceKey));
}

export const findDesiredConfig = async (
  db: Db,
  deviceKey: DeviceKey,
  version: number,
): Promise<DeviceConfig | undefined> =>
  (
    await db
      .selectFrom('device_config')
      .where('device_id', '=', deviceKey)
      .where('version', '=', version)
      .select('config')
      .executeTakeFirst()
  )?.config;

interface NewDesired {
  deviceKey: DeviceKey;
  version: number;
  config: DeviceConfig;
  userId: number | null;
  createdAt: Date;
  /** Its row in the timeline. */
  changeId: string | null;
}

export const insertDesired = (
  db: Db,
  { deviceKey, version, config, userId, createdAt, changeId }: NewDesired,
) =>
  db
    .insertInto('device_config')
    .values({
      device_id: deviceKey,
      version,
      config: JSON.stringify(config),
      user_id: userId,
      created_at: createdAt,
      change_id: changeId,
    })
    .execute();

export const raiseVersion = (db: Db, deviceKey: DeviceKey, from: number, to: number) =>
  db
    .updateTable('device_config')
    .where('device_id', '=', deviceKey)
    .where('version', '=', from)
    .set({ version: to })
    .execute();

/** Changes of this version and of older ones that have not ended. */
export const listPendingChanges = (db: Db, deviceKey: DeviceKey, version: number) =>
  db
    .selectFrom('device_config')
    .innerJoin('device_change', 'device_change.id', 'device_config.change_id')
    .where('device_config.device_id', '=', deviceKey)
    .where('version', '<=', version)
    .where('finished_at', 'is', null)
    .select(['version', 'device_change.id as changeId'])
    .orderBy('version')
    .execute();

export const markAnswer = (db: Db, deviceKey: DeviceKey, version: number, answer: CfgReported['st']) =>
  db
    .updateTable('device_config')
    .where('device_id', '=', deviceKey)
    .where('version', '=', version)
    .set({ answer })
    .execute();

/** The last report of each device, in the given order. */
export async function listReports(db: Db, deviceKeys: readonly DeviceKey[]) {
  const rows = await db
    .selectFrom('config_report')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .select(['device_id as deviceKey', 'version', 'status', 'reason', 'field', 'reported_at as reportedAt'])
    .execute();
  const byDevice = new Map(rows.map((row) => [row.deviceKey, row]));
  return deviceKeys.map((deviceKey) => byDevice.get(deviceKey));
}

/** The last report, and the version that is in force since, with its config. */
export const findReport = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('config_report as report')
    .leftJoin('device_config as applied', (join) =>
      join
        .onRef('applied.device_id', '=', 'report.device_id')
        .onRef('applied.version', '=', 'report.applied_version'),
    )
    .where('report.device_id', '=', deviceKey)
    .select([
      'report.version',
      'status',
      'reason',
      'field',
      'reported_at as reportedAt',
      'applied_version as appliedVersion',
      'applied_at as appliedAt',
      'applied.config as appliedConfig',
    ])
    .executeTakeFirst();

/** Requested configs that the board may have applied since its last report. One that was replaced unsent never arrives. */
export const listUnanswered = async (db: Db, deviceKey: DeviceKey): Promise<Unanswered[]> =>
  (
    await db
      .selectFrom('device_config')
      .where('device_id', '=', deviceKey)
      .where('answer', 'is', null)
      .where((eb) =>
        eb.or([
          eb('sent_at', 'is not', null),
          eb(
            'version',
            '=',
            eb
              .selectFrom('device_config as newest')
              .where('newest.device_id', '=', deviceKey)
              .select((max) => max.fn.max('newest.version').as('version')),
          ),
        ]),
      )
      .where((eb) =>
        eb(
          'version',
          '>',
          eb.fn.coalesce(
            eb.selectFrom('config_report').where('device_id', '=', deviceKey).select('version'),
            eb.lit(0),
          ),
        ),
      )
      .select(['config', 'sent_at'])
      .execute()
  ).map(({ config, sent_at }) => ({ pressure: config.pressure ?? {}, sentMs: sent_at?.getTime() ?? null }));

/** The config that each board has applied, with the version that it has reported; `configInForce` of `domain` judges it. */
export const listInForce = (db: Db) =>
  db
    .selectFrom('config_report as report')
    .innerJoin('device', 'device.id', 'report.device_id')
    .leftJoin('device_config as applied', (join) =>
      join
        .onRef('applied.device_id', '=', 'report.device_id')
        .onRef('applied.version', '=', 'report.applied_version'),
    )
    .select(['device.id_dev as deviceId', 'report.version', 'applied.config'])
    .execute();

/** What each board has reported about its config; `configInForce` of `domain` judges it. */
export const listReportedConfigs = (db: Db) =>
  db
    .selectFrom('device')
    .leftJoin('config_report as report', 'report.device_id', 'device.id')
    .leftJoin('device_config as applied', (join) =>
      join
        .onRef('applied.device_id', '=', 'report.device_id')
        .onRef('applied.version', '=', 'report.applied_version'),
    )
    .select(['device.id_dev as deviceId', 'report.version', 'applied.config'])
    .execute();

export interface InForce {
  version: number | null;
  at: Date | null;
}

export async function upsertReport(
  db: Db,
  deviceKey: DeviceKey,
  { ver, st, reason, at, ts }: CfgReported,
  inForce: InForce,
): Promise<void> {
  const row = {
    version: ver,
    status: st,
    reason: reason ?? null,
    field: at ?? null,
    reported_at: new Date(ts * 1000),
    applied_version: inForce.version,
    applied_at: inForce.at,
  };
  await db
    .insertInto('config_report')
    .values({ device_id: deviceKey, ...row })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute();
}

/** Null: the default zone. */
export const findZone = async (db: Db, deviceKey: DeviceKey): Promise<string | null> =>
  (await db.selectFrom('device').where('id', '=', deviceKey).select('zone').executeTakeFirstOrThrow()).zone;

export const updateZone = (db: Db, deviceKey: DeviceKey, zone: string) =>
  db.updateTable('device').where('id', '=', deviceKey).set({ zone }).execute();
