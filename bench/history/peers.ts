import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import type { PlacedFrame } from '../../apps/server/src/wings/history/store/append.repo.ts';

interface Peer {
  name: string;
  /** Variable with the path of the program, and the name that is looked for otherwise. */
  setting: string;
  program: string;
  durability: string;
  port: number;
  start: (program: string, folder: string, port: number) => ChildProcess;
  healthPath: string;
}

const PEERS: readonly Peer[] = [
  {
    name: 'InfluxDB 1.6',
    setting: 'INFLUXD',
    program: 'influxd',
    port: 28_086,
    healthPath: '/ping',
    durability: 'fsync of its WAL before each answer (the default)',
    start: (program, folder, port) =>
      spawn(program, [], {
        stdio: 'ignore',
        env: {
          HOME: folder,
          INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
          INFLUXDB_BIND_ADDRESS: '127.0.0.1:28088',
          INFLUXDB_REPORTING_DISABLED: 'true',
          INFLUXDB_META_DIR: join(folder, 'meta'),
          INFLUXDB_DATA_DIR: join(folder, 'data'),
          INFLUXDB_DATA_WAL_DIR: join(folder, 'wal'),
          INFLUXDB_MONITOR_STORE_ENABLED: 'false',
          // Otherwise the space is known hours later.
          INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: '2s',
          INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION: '2s',
        },
      }),
  },
  {
    name: 'VictoriaMetrics 1.79',
    setting: 'VICTORIA_METRICS',
    program: 'victoria-metrics',
    port: 28_428,
    healthPath: '/health',
    durability: 'fsync before the answer not verified',
    start: (program, folder, port) =>
      spawn(
        program,
        [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=1y'],
        {
          stdio: 'ignore',
        },
      ),
  },
];

/** All that a stored frame has, in the line protocol that both read. */
function lineOf({ deviceKey, tsMs, receivedAtMs, frame }: PlacedFrame): string {
  const readings = READING_FIELDS.flatMap((field) =>
    frame.d[field] === undefined ? [] : `,${field}=${frame.d[field]}`,
  );
  return `frame,device=${deviceKey} boot=${frame.boot},seq=${frame.seq},fc=${frame.fc},delay=${receivedAtMs - tsMs}${readings.join('')} ${tsMs}000000`;
}

async function send(url: string, body?: string) {
  const answer = await fetch(url, { method: 'POST', ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function untilReady(url: string) {
  for (let tries = 0; tries < 100; tries++) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(200);
  }
  throw new Error(`${url} does not answer`);
}

const diskBytes = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
/** Time for background compaction; the space of a peer may shrink later. */
const SETTLE_MS = 20_000;

async function measurePeer(
  peer: Peer,
  program: string,
  frames: readonly PlacedFrame[],
  batch: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'manoboard-peer-'));
  const child = peer.start(program, folder, peer.port);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${peer.port}`;
  try {
    await untilReady(`${url}${peer.healthPath}`);
    if (peer.program === 'influxd') await send(`${url}/query?q=create+database+bench`);
    const begun = performance.now();
    for (let at = 0; at < frames.length; at += batch)
      await send(
        `${url}/write?db=bench`,
        frames
          .slice(at, at + batch)
          .map(lineOf)
          .join('\n'),
      );
    const perSecond = (frames.length / (performance.now() - begun)) * 1000;
    await pause(SETTLE_MS);
    child.kill('SIGINT');
    await exited;
    const bytes = diskBytes(folder) / frames.length;
    return `${peer.name} ${perSecond.toFixed(0)} frames/s, ${bytes.toFixed(1)} bytes a frame on disk ${SETTLE_MS / 1000} s after the last write, WAL included, perhaps not compacted (${peer.durability})`;
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const findProgram = ({ setting, program }: Peer) =>
  process.env[setting] ?? spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();

/** The same frames in other time-series databases, as far as they are installed (Debian has both). */
export async function measurePeers(frames: readonly PlacedFrame[], batch: number): Promise<string[]> {
  const results: string[] = [];
  for (const peer of PEERS) {
    const program = findProgram(peer);
    results.push(program ? await measurePeer(peer, program, frames, batch) : `${peer.name} is not installed`);
  }
  return results;
}
