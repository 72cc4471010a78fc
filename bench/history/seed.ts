import { HistoryMetric } from '@manoboard/contract/history/history';
import { LEVELS, type Level } from '@manoboard/domain/history/blocks';
import { DAY_MS, DAY_S, HOUR_MS } from '@manoboard/domain/time';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Client } from 'pg';

/** Different days of a pump; devices and days take them in turn. */
const DAYS = 5;
/** The job that rolls up runs at the start of each minute. */
const ROLLED_UP_MS = 180_000;
const COLUMNS = ['seen', ...HistoryMetric.options].map((name) => `"${name}"`).join(', ');

/** A pump that runs for 4 of 20 minutes; all that a sensor measures is noisy, as in a real installation. */
const NOISY: Record<string, string> = {
  frequency_fc: 'runs * (41 + 4 * (random() - 0.5))',
  pressure: '4 + 0.4 * (random() - 0.5)',
  motor_current: 'runs * (4.9 + 0.5 * (random() - 0.5))',
  motor_rpm: 'runs * (2380 + 200 * (random() - 0.5))',
  motor_power: 'runs * (0.7 + 0.1 * (random() - 0.5))',
  bus_voltage: '318 + 6 * (random() - 0.5)',
  temperature_fc: '45 + 5 * (random() - 0.5)',
  temperature_mnb: '36 + 2 * (random() - 0.5)',
  electro_meter: '1000 + s / 20000',
  rssi: '(-60 + 6 * (random() - 0.5))::int',
};

/** Frames of `count` devices from the `first` on, one every `everyS`. */
export async function seedFrames(
  db: Client,
  { first, count, everyS }: { first: number; count: number; everyS: number },
  fromMs: number,
  toMs: number,
) {
  const reading = Object.entries(aReading());
  const values = reading.map(([name, value]) => NOISY[name] ?? value);
  await db.query(
    `insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival, ${reading.map(([name]) => name).join(', ')})
     select id, to_timestamp(t), 1, t::int, to_timestamp(t), 1, false, ${values.join(', ')}
     from (select id from device order by id limit $1 offset $2) device
     cross join lateral (select t::float8, (t - $3)::float8 as s, ((t::bigint % 1200) < 240)::int as runs
       from generate_series($3::numeric, $4::numeric - 1, $5::numeric) t) moment`,
    [count, first, fromMs / 1000, toMs / 1000, everyS],
  );
}

interface Span {
  name: string;
  fromMs: number;
  toMs: number;
}
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

/** As the server makes them. */
async function addPartition(db: Client, table: string, { name, fromMs, toMs }: Span) {
  const bounds = [fromMs, toMs].map((ms) => `'${new Date(ms).toISOString()}'`);
  const options = table === 'frame' ? '' : 'with (toast_tuple_target = 8160)';
  const { rows } = await db.query('select to_regclass($1) as known', [name]);
  if (rows[0]?.known) return;
  await db.query(
    `create table ${name} (like ${table} including defaults including constraints including storage) ${options}`,
  );
  await db.query(
    `alter table ${table} attach partition ${name} for values from (${bounds[0]}) to (${bounds[1]})`,
  );
}

function spansOf(nowMs: number, days: number): Record<Level, Span[]> {
  const first = new Date(nowMs - (days + 1) * DAY_MS);
  const spans: Record<Level, Span[]> = { minute: [], hour: [] };
  const lastYear = new Date(nowMs + DAY_MS).getUTCFullYear();
  for (let year = first.getUTCFullYear(); year <= lastYear; year++) {
    spans.hour.push({
      name: `history_hour_${year}`,
      fromMs: Date.UTC(year, 0),
      toMs: Date.UTC(year + 1, 0),
    });
    for (let month = 0; month < 12; month++) {
      const [fromMs, toMs] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
      spans.minute.push({ name: `history_minute_${day(fromMs).slice(0, 6)}`, fromMs, toMs });
    }
  }
  return spans;
}

/** Rollups of yesterday that the server itself makes of frames, for the first devices. */
async function rollUpTemplates(db: Client, todayMs: number) {
  await addPartition(db, 'frame', {
    name: `frame_${day(todayMs - DAY_MS)}`,
    fromMs: todayMs - DAY_MS,
    toMs: todayMs,
  });
  await seedFrames(db, { first: 0, count: DAYS, everyS: 10 }, todayMs - DAY_MS, todayMs);
  await db.query(
    `insert into history_late (device_id, hour)
     select id, to_timestamp($1::float8 + 3600 * h) from (select id from device order by id limit $2) device
     cross join generate_series(0, 23) h`,
    [todayMs / 1000 - DAY_S, DAYS],
  );
  const isDone = async () => (await db.query('select from history_late limit 1')).rowCount === 0;
  await waitFor(isDone, { timeoutMs: ROLLED_UP_MS, everyMs: 500, what: 'rollups of yesterday' });
}

async function copyLevel(db: Client, level: Level, fromMs: number, toMs: number) {
  const { blockMs } = LEVELS[level];
  await db.query(
    `create temp table template as select row_number() over (order by start, device_id) - 1 as n, ${COLUMNS} from history_${level}`,
  );
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from template');
  if (!rows[0]?.n) throw new Error(`the server has made no rollups of a ${level}`);
  await db.query(`truncate history_${level}`);
  await db.query(
    `insert into history_${level} (device_id, start, ${COLUMNS})
     select device.id, to_timestamp($2::float8 + step * $3::float8), ${COLUMNS}
     from generate_series(0, $1::int - 1) step cross join device
     join template on n = (step + device.id) % ${rows[0].n}`,
    [Math.floor((toMs - fromMs) / blockMs), fromMs / 1000, blockMs / 1000],
  );
  await db.query('drop table template');
}

/** Rollups of all devices up to the present hour. */
export async function seedRollups(db: Client, days: Readonly<Record<Level, number>>) {
  const nowMs = Date.now();
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const spans = spansOf(nowMs, Math.max(days.minute, days.hour));
  for (const level of ['minute', 'hour'] as const)
    for (const span of spans[level]) await addPartition(db, `history_${level}`, span);
  await rollUpTemplates(db, todayMs);
  await db.query('set synchronous_commit to off');
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  for (const level of ['minute', 'hour'] as const) {
    const { blockMs } = LEVELS[level];
    const toMs = Math.ceil(hourMs / blockMs) * blockMs;
    await copyLevel(db, level, toMs - days[level] * DAY_MS, toMs);
  }
  await db.query('update history_progress set hour = $1, device_id = 0', [new Date(hourMs)]);
  await db.query('delete from frame');
  await db.query('vacuum analyze history_minute, history_hour');
}
