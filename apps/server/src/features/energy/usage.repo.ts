import type { UsageHour } from '@manoboard/domain/energy/usage-hour';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

/**
 * The hours of the days that overlap a span, in their order, with those of the nearest day before and after it: a gap of the
 * meter may reach over an end of the span.
 */
export async function listUsage(
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
): Promise<UsageHour[]> {
  const [from, to] = [dayOf(fromMs), new Date(toMs)];
  const { rows } = await sql<DayRow>`
    select day, hours from energy_day
    where device_id = ${deviceKey}
      and day >= coalesce(
        (select max(day) from energy_day where device_id = ${deviceKey} and day < ${from}), ${from})
      and day <= coalesce(
        (select min(day) from energy_day where device_id = ${deviceKey} and day >= ${to}), ${to})
    order by day`.execute(db);
  return rows.flatMap(hoursOf);
}

/** The first hour of a device from this time on. */
export async function findFirstHourMs(
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
): Promise<number | undefined> {
  const { rows } = await sql<DayRow>`
    select day, hours from energy_day
    where device_id = ${deviceKey} and day >= ${dayOf(Math.max(0, fromMs))} and hours <> '{}'
    order by day limit 2`.execute(db);
  return rows.flatMap(hoursOf).find(({ hourMs }) => hourMs >= fromMs)?.hourMs;
}

/** By device, since the key begins with it. */
export async function deleteUsageBefore(db: Db, day: Date): Promise<void> {
  await sql`delete from energy_day using device where energy_day.device_id = device.id and day < ${day}`.execute(
    db,
  );
}
