import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import { LEVELS } from '@manoboard/domain/history/blocks';
import type { Block } from '@manoboard/domain/history/rollup';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { unpackBlock } from './packed-block.ts';
import { naMask } from './store/frame-na.ts';

interface TrendDevice {
  deviceKey: DeviceKey;
  deviceId: string;
  reportedVersion: number | null;
  appliedConfig: DeviceConfig | null;
}

/** The devices that exist, with the configuration that they applied. */
export const listTrendDevices = (db: Db, deviceIds: readonly string[]): Promise<TrendDevice[]> =>
  db
    .selectFrom('device')
    .leftJoin('config_report as report', 'report.device_id', 'device.id')
    .leftJoin('device_config as applied', (join) =>
      join
        .onRef('applied.device_id', '=', 'report.device_id')
        .onRef('applied.version', '=', 'report.applied_version'),
    )
    .where('id_dev', '=', sql<string>`any(${deviceIds}::text[])`)
    .select([
      'device.id as deviceKey',
      'id_dev as deviceId',
      'report.version as reportedVersion',
      'applied.config as appliedConfig',
    ])
    .execute();

interface Range {
  fromMs: number;
  toMs: number;
}

const MINUTES = LEVELS.minute.blockMs / LEVELS.minute.bucketMs;

/** Minutes of the pressure of these devices in hours that start in the range, each device in the order of time. */
export async function listPressureBlocks(
  db: Db,
  deviceKeys: readonly DeviceKey[],
  { fromMs, toMs }: Range,
): Promise<{ deviceKey: DeviceKey; startMs: number; block: Block }[]> {
  const rows = await db
    .selectFrom('history_minute')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .where('start', '>=', new Date(fromMs))
    .where('start', '<', new Date(toMs))
    .select(['device_id', 'start', 'seen', 'pressure'])
    .orderBy('device_id')
    .orderBy('start')
    .execute();
  return rows.map(({ device_id, start, ...packed }) => ({
    deviceKey: device_id,
    startMs: start.getTime(),
    block: unpackBlock(packed, MINUTES),
  }));
}

interface Sample {
  deviceKey: DeviceKey;
  at: Date;
  pressure: number;
}

/**
 * The pressure of these devices every `everyMs`, at most `carryMs` old: one lookup in the index each, where an hour of frames of 100 devices would
 * be 72,000 rows. A frame has the pressure only when it changed, and all fields once a minute.
 */
export async function listPressureSamples(
  db: Db,
  deviceKeys: readonly DeviceKey[],
  { fromMs, toMs, everyMs, carryMs }: Range & { everyMs: number; carryMs: number },
): Promise<Sample[]> {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const carry = sql`${`${carryMs} ms`}::interval`;
  const { rows } = await sql<Sample>`
    select key as "deviceKey", at, newest.pressure
    from unnest(${deviceKeys}::int[]) as key
    cross join generate_series(${from}::timestamptz, ${to}::timestamptz, ${`${everyMs} ms`}::interval) as at
    cross join lateral (
      select pressure from frame
      where device_id = key and ts > at - ${carry} and ts <= at
        and ts > ${from}::timestamptz - ${carry} and ts <= ${to}::timestamptz
        and (pressure is not null or fc <> 1 or na & ${naMask(['pressure'])} <> 0)
      order by ts desc, boot desc, seq desc
      limit 1
    ) newest
    where newest.pressure is not null
    order by key, at`.execute(db);
  return rows;
}
