import type { UsageHour } from '@manoboard/domain/energy/usage-hour';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { sql } from 'kysely';
import { createPace, type Pace } from '../../../base/turns.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

type Packed = readonly (number | null)[];
const NO_METER = [null, null, null, null, null] as const;
const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value));

/** An hour as a list of numbers; times of the meter are milliseconds of the hour. */
function pack({ hourMs, meter, wasRunning, ...usage }: UsageHour): Packed {
  const { knownMs, runningMs, starts, pressureBar, pressureMs } = usage;
  const edges = meter
    ? [meter.firstMs - hourMs, meter.firstKwh, meter.lastMs - hourMs, meter.lastKwh, meter.useKwh]
    : NO_METER;
  return [
    ...[knownMs, runningMs, starts, Math.round(pressureBar * 1000) / 1000, pressureMs],
    ...[flag(wasRunning?.first), flag(wasRunning?.last), ...edges],
  ];
}

/** Without spreads: a year has 8,760 hours. */
function unpack(hourMs: number, packed: Packed): UsageHour {
  const value = (at: number) => packed[at] ?? 0;
  const usage: UsageHour = {
    hourMs,
    knownMs: value(0),
    runningMs: value(1),
    starts: value(2),
    pressureBar: value(3),
    pressureMs: value(4),
  };
  if (packed[5] != null) usage.wasRunning = { first: value(5) === 1, last: value(6) === 1 };
  if (packed[7] != null)
    usage.meter = {
      firstMs: hourMs + value(7),
      firstKwh: value(8),
      lastMs: hourMs + value(9),
      lastKwh: value(10),
      useKwh: value(11),
    };
  return usage;
}

const dayOf = (ms: number) => new Date(Math.floor(ms / DAY_MS) * DAY_MS);
const nameOf = (hourMs: number) => `${new Date(hourMs).getUTCHours()}`;

/** Stores the hour of devices, and removes it of those without a figure. */
export async function replaceUsage(
  tx: Db,
  hourMs: number,
  usageOf: ReadonlyMap<DeviceKey, UsageHour | undefined>,
): Promise<void> {
  const [day, name] = [dayOf(hourMs), nameOf(hourMs)];
  const empty = [...usageOf].flatMap(([deviceKey, usage]) => (usage ? [] : [deviceKey]));
  const rows = [...usageOf].flatMap(([device_id, usage]) =>
    usage ? [{ device_id, day, hours: JSON.stringify({ [name]: pack(usage) }) }] : [],
  );
  if (empty.length > 0)
    await tx
      .updateTable('energy_day')
      .set({ hours: sql`hours - ${name}::text` })
      .where('device_id', 'in', empty)
      .where('day', '=', day)
      .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('energy_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'day']).doUpdateSet({ hours: sql`energy_day.hours || excluded.hours` }),
    )
    .execute();
}

interface DayRow {
  day: Date;
  hours: Record<string, Packed>;
}
/** In their order: names that are numbers are sorted in an object. */
function hoursOf({ day, hours }: DayRow): UsageHour[] {
  const dayMs = day.getTime();
  return Object.entries(hours).map(([name, packed]) => unpack(dayMs + Number(name) * HOUR_MS, packed));
}

/** A span of time of one device. */
export interface UsageSpan {
  deviceKey: DeviceKey;
  fromMs: number;
  toMs: number;
}

/**
 * The hours of the days that overlap the span of each device, in their order, with those of the nearest day before and after
 * it: a gap of the meter may reach over an end of the span. Devices without an hour are missing. Lateral: the index of the table
 * starts with the device, so each device reads only its span.
 */
export async function mapUsage(
  db: Db,
  spans: readonly UsageSpan[],
  pace: Pace = createPace(),
): Promise<Map<DeviceKey, UsageHour[]>> {
  const { rows } = await sql<DayRow & { device_id: DeviceKey }>`
    select span.id as device_id, day, hours
    from unnest(
      ${spans.map(({ deviceKey }) => deviceKey)}::int[],
      ${spans.map(({ fromMs }) => dayOf(fromMs))}::timestamptz[],
      ${spans.map(({ toMs }) => new Date(toMs))}::timestamptz[]
    ) as span (id, first, last)
    cross join lateral (
      select
        coalesce((select max(day) from energy_day where device_id = span.id and day < span.first), span.first) as first,
        coalesce((select min(day) from energy_day where device_id = span.id and day >= span.last), span.last) as last
      offset 0
    ) as reach
    cross join lateral (
      select day, hours from energy_day
      where device_id = span.id and day >= reach.first and day <= reach.last
      offset 0
    ) as found
    order by device_id, day`.execute(db);
  const hours = new Map<DeviceKey, UsageHour[]>();
  for (const { device_id, ...day } of rows) {
    await pace();
    const own = hours.get(device_id) ?? [];
    own.push(...hoursOf(day));
    hours.set(device_id, own);
  }
  return hours;
}

export const listUsage = async (
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
  pace?: Pace,
): Promise<UsageHour[]> => (await mapUsage(db, [{ deviceKey, fromMs, toMs }], pace)).get(deviceKey) ?? [];

/** The first hour of each device from its time on; devices without one are missing. */
export async function mapFirstHours(
  db: Db,
  devices: readonly Pick<UsageSpan, 'deviceKey' | 'fromMs'>[],
): Promise<Map<DeviceKey, number>> {
  const { rows } = await sql<DayRow & { device_id: DeviceKey; from_ms: number }>`
    select device_id, day, hours, from_ms
    from unnest(
      ${devices.map(({ deviceKey }) => deviceKey)}::int[],
      ${devices.map(({ fromMs }) => dayOf(Math.max(0, fromMs)))}::timestamptz[],
      ${devices.map(({ fromMs }) => fromMs)}::float8[]
    ) as wanted (id, first, from_ms)
    cross join lateral (
      select device_id, day, hours from energy_day
      where device_id = wanted.id and day >= wanted.first and hours <> '{}'
      order by day limit 2
    ) as found
    order by device_id, day`.execute(db);
  const first = new Map<DeviceKey, number>();
  for (const { device_id, from_ms, ...day } of rows) {
    const hourMs = hoursOf(day).find((hour) => hour.hourMs >= from_ms)?.hourMs;
    if (hourMs !== undefined && !first.has(device_id)) first.set(device_id, hourMs);
  }
  return first;
}

export const findFirstHourMs = async (
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
): Promise<number | undefined> => (await mapFirstHours(db, [{ deviceKey, fromMs }])).get(deviceKey);

/** By device, since the key begins with it. */
export async function deleteUsageBefore(db: Db, day: Date): Promise<void> {
  await sql`delete from energy_day using device where energy_day.device_id = device.id and day < ${day}`.execute(
    db,
  );
}
