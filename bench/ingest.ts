import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startBenchServer } from './lib/bench-server.ts';
import { readNumbers } from './lib/options.ts';
import { childrenCpuMs, cpuMs } from './lib/processes.ts';
import { connectRawBoards, publishUntilAnswered, type RawBoard } from './lib/raw-boards.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { percentile, report } from './lib/report.ts';
import { readLastData } from './lib/stream.ts';

/**
 * Boards on the real path: MQTT, decode, commit, acknowledgement, event stream; compared with a bare COPY of the same
 * rows.
 */
const { boards, seconds, inflight } = readNumbers({ boards: 200, seconds: 20, inflight: 8 }, { seconds: 3 });
const AIM_PER_SECOND = 25_000;
/** The measured stream sees every hundredth board. */
const OWNERS = 100;
/** Frames of 10,000 boards, one every 6 s. */
const FLEET_PER_SECOND = 1667;

/** Rows per second of Postgres alone: the frames of this run, copied into an identical table. */
async function bareCopy(db: Client): Promise<number> {
  await db.query('create table frame_copy (like frame including all)');
  const chunks: Buffer[] = [];
  for await (const chunk of db.query(copyTo('copy (select * from frame) to stdout'))) chunks.push(chunk);
  const begun = performance.now();
  const target = db.query(copyFrom('copy frame_copy from stdin'));
  await pipeline(chunks, target);
  return ((target.rowCount ?? 0) / (performance.now() - begun)) * 1000;
}

async function measure() {
  const server = await startBenchServer();
  const { url, mqttUrl, stop } = server;
  const [db, pid, postgresPid] = [server.db(), server.pid(), server.postgresPid()];
  const connected = await connectRawBoards(mqttUrl, await seedFleet(db, boards, OWNERS));
  const byId = new Map<string, RawBoard>(connected.map((board) => [board.deviceId, board]));
  const latencies: number[] = [];
  const stream = readLastData(url, await loginOwner(db, 1), (deviceId, seq) => {
    const sentAt = byId.get(deviceId)?.sentAt[seq];
    if (sentAt) latencies.push(performance.now() - sentAt);
  });

  const begunPostgresMs = childrenCpuMs(postgresPid);
  const [begun, begunCpuMs] = [performance.now(), cpuMs(pid)];
  await Promise.all(connected.map((board) => publishUntilAnswered(board, begun + seconds * 1000, inflight)));
  const tookS = (performance.now() - begun) / 1000;
  const cores = (cpuMs(pid) - begunCpuMs) / 1000 / tookS;
  const postgresMs = childrenCpuMs(postgresPid) - begunPostgresMs;
  stream.close();
  for (const { socket } of connected) socket.destroy();

  const { stored, lost } = await lookUp(db, connected);
  const bytes = (await diskBytes(db)) / stored;
  const copied = await bareCopy(db);
  await stop();
  return { stored, lost, tookS, cores, postgresMs, bytes, copied, latencies };
}

/** Disk space of the frames with their indexes. */
async function diskBytes(db: Client): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'frame'::regclass",
  );
  return Number(rows[0]?.bytes);
}

/** Number of stored frames, and of acknowledged frames that are missing. */
async function lookUp(db: Client, connected: RawBoard[]) {
  const { rows } = await db.query<{ key: string }>(
    "select id_dev || ' ' || seq as key from frame join device on device.id = device_id",
  );
  const keys = new Set(rows.map(({ key }) => key));
  const isLost = (deviceId: string) => (seq: number) => !keys.has(`${deviceId} ${seq}`);
  const lost = connected.reduce(
    (sum, { deviceId, acknowledged }) => sum + acknowledged.filter(isLost(deviceId)).length,
    0,
  );
  return { stored: rows.length, lost };
}

const { stored, lost, tookS, cores, postgresMs, bytes, copied, latencies } = await measure();
const perSecond = stored / tookS;
const ms = (share: number) => `${percentile(latencies, share).toFixed(0)} ms`;
const costUs = `${((cores * 1e6) / perSecond).toFixed(0)} + ${((postgresMs * 1000) / stored).toFixed(0)} µs`;
const gbADay = ((bytes * FLEET_PER_SECOND * 86_400) / 1e9).toFixed(1);
const figures = {
  'frames stored': `${stored} in ${tookS.toFixed(1)} s = ${perSecond.toFixed(0)}/s`,
  'acknowledged but lost': lost,
  'board to stream': `p50 ${ms(0.5)}, p99 ${ms(0.99)} (${latencies.length} frames of the boards that the reader has)`,
  'processor time of the server process': `${cores.toFixed(2)} cores; with Postgres ${costUs} a frame`,
  'disk, with indexes': `${bytes.toFixed(0)} bytes a frame; ${gbADay} GB a day with 10,000 boards`,
  'bare COPY of the same rows': `${copied.toFixed(0)}/s, ratio ${(perSecond / copied).toFixed(2)}`,
};
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
report({
  name: 'ingest',
  what: `${boards} boards as fast as they are answered (${inflight} in flight each) for ${seconds} s, all embedded, acknowledged after commit, load on the same cores; way to the stream taken on one in a hundred of the boards`,
  result: `${perSecond.toFixed(0)} frames/s stored at ${cores.toFixed(2)} cores of Node (a frame takes ${costUs} of Node and Postgres), ${lost} lost, board to stream p50 ${ms(0.5)} p99 ${ms(0.99)}, ${(perSecond / copied).toFixed(2)} of a bare COPY (${copied.toFixed(0)} rows/s); ${bytes.toFixed(0)} bytes a frame on the disk, ${gbADay} GB a day with 10,000 boards`,
  aim: `${AIM_PER_SECOND}/s, none lost`,
});
process.exit(lost > 0 ? 1 : 0);
