import { HistoryMetric } from '@manoboard/contract/history/history';
import { blockStartMs, LEVELS, type Level, nextHourMs, REACH_MS } from '@manoboard/domain/history/blocks';
import { type Block, blockSpan, rollUp, withHour } from '@manoboard/domain/history/rollup';
import { Client, type ClientConfig } from 'pg';
import type { Db } from '../../apps/server/src/db/db.ts';
import type { DeviceKey } from '../../apps/server/src/db/device-key.ts';
import { findProgressMs } from '../../apps/server/src/wings/history/history.repo.ts';
import {
  type PackedBlock,
  packBlock,
  unpackBlock,
} from '../../apps/server/src/wings/history/packed-block.ts';
import { decodeFrames } from '../../apps/server/src/wings/history/store/frame-codec.ts';
import { listFramesOf } from '../../apps/server/src/wings/history/store/stored-frames.repo.ts';

const COLUMNS = ['seen', ...HistoryMetric.options] as const;
const nameOf = (deviceKey: DeviceKey, startMs: number) => `${deviceKey} ${startMs}`;
type Blocks = Map<string, PackedBlock>;

/** The minutes and hours of every hour that has frames, computed again. */
async function recompute(db: Db, client: Client): Promise<Record<Level, Blocks>> {
  const { rows } = await client.query<{ device_id: DeviceKey; hour: Date }>(
    `select device_id, date_trunc('hour', ts, 'UTC') as hour from frame
     union select device_id, date_trunc('hour', ts + $1::interval, 'UTC') from frame
     union select device_id, start from packed_frame
     union select device_id, start + interval '1 hour' from packed_frame
     order by hour, device_id`,
    [`${REACH_MS} ms`],
  );
  const progressMs = await findProgressMs(db);
  const minutes: Blocks = new Map();
  const days = new Map<string, Block>();
  for (const { device_id, hour } of rows) {
    const hourMs = hour.getTime();
    if (hourMs >= progressMs) continue;
    const framesOf = await listFramesOf(db, [device_id], hourMs - REACH_MS, nextHourMs(hourMs));
    const block = rollUp(framesOf(device_id), blockSpan('minute', hourMs));
    if (block.seenMs.every((ms) => ms === 0) && block.frames.every((n) => n === 0)) continue;
    const packed = packBlock(block);
    minutes.set(nameOf(device_id, hourMs), packed);
    const dayMs = blockStartMs('hour', hourMs);
    const name = nameOf(device_id, dayMs);
    const index = (hourMs - dayMs) / LEVELS.hour.bucketMs;
    days.set(name, withHour(days.get(name), index, unpackBlock(packed, 60)));
  }
  return { minute: minutes, hour: new Map([...days].map(([name, block]) => [name, packBlock(block)])) };
}

/** The packed frames, as `device boot seq`. */
export async function listPackedKeys(connection: ClientConfig): Promise<string[]> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id_dev: string; frames: Buffer }>(
    'select id_dev, frames from packed_frame join device on device.id = device_id',
  );
  await client.end();
  return rows.flatMap(({ id_dev, frames }) =>
    decodeFrames(frames).map(({ boot, seq }) => `${id_dev} ${boot} ${seq}`),
  );
}

/** Rollups that differ from the recomputation, are missing, or have no frames. */
export async function checkRollups(db: Db, connection: ClientConfig) {
  const client = new Client(connection);
  await client.connect();
  const expected = await recompute(db, client);
  let [checked, wrong] = [0, 0];
  for (const level of ['minute', 'hour'] as const) {
    const blocks = expected[level];
    for (const row of await db.selectFrom(`history_${level}`).selectAll().execute()) {
      const name = nameOf(row.device_id, row.start.getTime());
      const block = blocks.get(name);
      const isEqual = COLUMNS.every((column) =>
        (row[column] ?? Buffer.alloc(0)).equals(block?.[column] ?? Buffer.alloc(0)),
      );
      checked++;
      if (!block || !isEqual) wrong++;
      blocks.delete(name);
    }
    wrong += blocks.size;
  }
  await client.end();
  return { checked, wrong };
}
