import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { dayOf, startOfDayMs } from '@manoboard/domain/telemetry/frame-days';
import { createLog } from '../../apps/server/src/base/log.ts';
import { openDb } from '../../apps/server/src/db/db.ts';
import type { DeviceKey } from '../../apps/server/src/db/device-key.ts';
import { copyFrames, type PlacedFrame } from '../../apps/server/src/wings/history/store/append.repo.ts';
import type { ArrivedFrame } from '../../apps/server/src/wings/history/store/frame-codec.ts';
import { createFrameCompression } from '../../apps/server/src/wings/history/store/frame-compression.ts';
import {
  ensurePartitions,
  listPartitionDays,
} from '../../apps/server/src/wings/history/store/partition.repo.ts';
import { listFrames } from '../../apps/server/src/wings/history/store/stored-frames.repo.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { readNumbers } from '../lib/options.ts';
import { percentile, report } from '../lib/report.ts';
import { householdDay } from './household-day.ts';
import { measurePeers } from './peers.ts';

/** Disk space of a closed day of simulated households before and after it is packed, and the time to pack and read it. */
const { devices, idle } = readNumbers({ devices: 40, idle: 30 });
const AIM_BYTES = 40;
const BATCH = 2000;
const DAY_START_MS = startOfDayMs(dayOf(Date.now()) - 4);

const toPlaced = (deviceKey: DeviceKey, { tsMs, receivedAtMs, boot, seq, d }: ArrivedFrame): PlacedFrame => ({
  deviceKey,
  tsMs,
  receivedAtMs,
  isPlacedByArrival: false,
  frame: { v: 1, boot, seq, ts: tsMs / 1000, fc: 1, d: d as PlacedFrame['frame']['d'] },
});

const { connection, db: client, stop } = await startBenchServer();
const log = createLog('warn');
const db = openDb(connection, log);

const frames = Array.from({ length: devices }, (_, n) =>
  householdDay(n + 1, DAY_START_MS, { running: 5, idle }).map((row) => toPlaced((n + 1) as DeviceKey, row)),
)
  .flat()
  .sort((a, b) => a.tsMs - b.tsMs);
await ensurePartitions(db, [dayOf(DAY_START_MS)]);
const storing = performance.now();
for (let at = 0; at < frames.length; at += BATCH) await copyFrames(db, frames.slice(at, at + BATCH));
const perSecond = (frames.length / (performance.now() - storing)) * 1000;

const bytesOf = async (table: string) => {
  const { rows } = await client.query<{ bytes: string }>(
    'select coalesce(sum(pg_total_relation_size(inhrelid)), 0) as bytes from pg_inherits where inhparent = $1::regclass',
    [table],
  );
  return Number(rows[0]?.bytes) / frames.length;
};

/** Median time to read 24 h of all fields of a device, in ms. */
async function readMs(): Promise<number> {
  const times: number[] = [];
  for (let key = 1; key <= devices; key++) {
    const begun = performance.now();
    await listFrames(
      db,
      key as DeviceKey,
      DAY_START_MS,
      startOfDayMs(dayOf(DAY_START_MS) + 1),
      READING_FIELDS,
    );
    times.push(performance.now() - begun);
  }
  return percentile(times, 0.5);
}

const before = { bytes: await bytesOf('frame'), readMs: await readMs() };
const compression = createFrameCompression({ db, log, now: Date.now });
const begun = performance.now();
while ((await listPartitionDays(db)).includes(dayOf(DAY_START_MS))) await compression.run();
const packUs = ((performance.now() - begun) * 1000) / frames.length;
const after = { bytes: await bytesOf('packed_frame'), readMs: await readMs() };
await db.destroy();
await stop();
const peers = await measurePeers(frames, BATCH);

report({
  name: `storage ${idle} s`,
  what: `a closed day of ${devices} simulated households, ${frames.length} frames (every 5 s while the pump runs, every ${idle} s while it sleeps), embedded Postgres, disk space with indexes; reading 24 h of all fields of a device`,
  result: `${perSecond.toFixed(0)} frames/s in batches of ${BATCH} (fsync before each answer), ${before.bytes.toFixed(0)} bytes a frame as rows, ${after.bytes.toFixed(1)} packed; packed in ${packUs.toFixed(0)} us a frame; read in ${before.readMs.toFixed(0)} ms as rows, ${after.readMs.toFixed(0)} ms packed; peers by HTTP in the same batches: ${peers.join('; ')}`,
  aim: `at most ${AIM_BYTES} bytes a frame packed`,
});
process.exit(after.bytes > AIM_BYTES ? 1 : 0);
