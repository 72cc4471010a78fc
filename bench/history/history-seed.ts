import { HistoryMetric } from '@manoboard/contract/history/history';
import { LEVELS, type Level } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import { addBlock, type Block, blockSpan, newBlock, rollUp } from '@manoboard/domain/history/rollup';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { aReading } from '@manoboard/testkit/factories';
import type { Client } from 'pg';
import { type PackedBlock, packBlock } from '../../apps/server/src/wings/history/packed-block.ts';

const FRAME_S = 10;
/** Different days of a pump; devices and days take them in turn. */
const DAYS = 5;

const noise = (size: number) => (Math.random() - 0.5) * size;

/** A day of a pump that runs for 4 of 20 minutes; all that a sensor measures is noisy, as in a real installation. */
function aDayOfFrames(day: number): Frame[] {
  return Array.from({ length: DAY_MS / 1000 / FRAME_S }, (_, seq) => {
    const s = seq * FRAME_S;
    const isRunning = s % 1200 < 240;
    const d = aReading({
      frequency_fc: isRunning ? 41 + noise(4) : 0,
      pressure: 4 + noise(0.4),
      motor_current: isRunning ? 4.9 + noise(0.5) : 0,
      motor_rpm: isRunning ? 2380 + noise(200) : 0,
      motor_power: isRunning ? 0.7 + noise(0.1) : 0,
      bus_voltage: 318 + noise(6),
      temperature_fc: 45 + noise(5),
      temperature_mnb: 36 + noise(2),
      electro_meter: 1000 + day * 5 + seq / 2000,
      rssi: -60 + Math.round(noise(6)),
    });
    return { tsMs: s * 1000, boot: 1, seq, fc: 1, d, na: [] };
  });
}

function hoursOf(minutes: readonly Block[]): Block {
  const day = newBlock(minutes.length);
  for (const [hour, block] of minutes.entries()) addBlock(day, block, () => hour);
  return day;
}

function templates(): Record<Level, PackedBlock[]> {
  const days = Array.from({ length: DAYS }, (_, day) => {
    const frames = aDayOfFrames(day);
    return Array.from({ length: 24 }, (_hour, hour) => rollUp(frames, blockSpan('minute', hour * HOUR_MS)));
  });
  return { minute: days.flat().map(packBlock), hour: days.map(hoursOf).map(packBlock) };
}

const COLUMNS = ['seen', ...HistoryMetric.options] as const;

async function fillLevel(
  db: Client,
  level: Level,
  blocks: readonly PackedBlock[],
  fromMs: number,
  toMs: number,
) {
  const { blockMs } = LEVELS[level];
  const names = COLUMNS.map((name) => `"${name}"`).join(', ');
  await db.query(`create temp table template as select 0 as n, ${names} from history_${level} limit 0`);
  for (const [n, block] of blocks.entries())
    await db.query(`insert into template values (${[n, ...COLUMNS].map((_, i) => `$${i + 1}`).join(', ')})`, [
      n,
      ...COLUMNS.map((name) => block[name] ?? null),
    ]);
  await db.query(
    `insert into history_${level} (device_id, start, ${names})
     select device.id, at.start, ${names} from generate_series(0, $1::int - 1) step
     cross join lateral (select to_timestamp($2::float8 + step * $3::float8) as start) at
     cross join device
     join template on n = (step + device.id) % ${blocks.length}`,
    [Math.floor((toMs - fromMs) / blockMs), fromMs / 1000, blockMs / 1000],
  );
  await db.query('drop table template');
}

/** Rollups of all devices up to the present hour, straight into the tables. Their partitions must exist. */
export async function seedRollups(db: Client, nowMs: number, days: Readonly<Record<Level, number>>) {
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const blocks = templates();
  await db.query('set synchronous_commit to off');
  for (const level of ['minute', 'hour'] as const) {
    const { blockMs } = LEVELS[level];
    const toMs = Math.ceil(hourMs / blockMs) * blockMs;
    await fillLevel(db, level, blocks[level], toMs - days[level] * DAY_MS, toMs);
  }
  await db.query('update history_progress set hour = $1, device_id = 0', [new Date(hourMs)]);
  await db.query('vacuum analyze history_minute, history_hour');
}

/** Frames of the devices from the `first` on, one every 5 s. */
export async function seedFrames(
  db: Client,
  { first, count }: { first: number; count: number },
  fromMs: number,
  toMs: number,
) {
  const reading = aReading();
  const values = Object.values(reading).map((value) => `${value} + random() * 0.1`);
  await db.query(
    `insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival, ${Object.keys(reading).join(', ')})
     select device.id, at.ts, 1, extract(epoch from at.ts)::int, at.ts, 1, false, ${values.join(', ')}
     from (select id from device order by id limit $1 offset $4) device
     cross join generate_series(0, $3::int - 1) step
     cross join lateral (select to_timestamp($2::float8 + step * 5) as ts) at`,
    [count, fromMs / 1000, Math.floor((toMs - fromMs) / 5000), first],
  );
}
