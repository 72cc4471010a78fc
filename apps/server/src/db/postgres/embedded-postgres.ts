import { execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../free-port.ts';
import { StartRefused } from '../../start-refused.ts';
import { copyBinaries, packagedPostgres } from './binaries.ts';
import { postgresUser, type SystemUser } from './postgres-user.ts';
import { endOrphan, endPostmaster, isAlive, readPostmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Where the data lies. */
  cluster: string;
  stop: () => Promise<void>;
}

interface Place {
  binaries: string;
  cluster: string;
  owner: SystemUser | undefined;
}

const USER = 'manoboard';
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  'wal_compression=on',
  'logging_collector=off',
];

const clusterOf = (dir: string, home: string, name: string, owner: SystemUser | undefined) =>
  owner ? join(home, 'clusters', name) : join(dir, 'postgres');

/** Root keeps cluster and binaries where the user `postgres` can reach them; others keep them where they are. */
async function findPlace(dir: string, home: string, name: string): Promise<Place> {
  const packaged = await packagedPostgres();
  const owner = postgresUser();
  const cluster = clusterOf(dir, home, name, owner);
  if (!owner) return { binaries: packaged.native, cluster, owner };
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 });
  return { binaries: await copyBinaries(packaged, home), cluster, owner };
}

/** A cluster appears whole or not at all: a start that is killed half-way leaves nothing that looks like one. */
async function createCluster({ binaries, cluster, owner }: Place, password: string) {
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  if (owner) chownSync(half, owner.uid, owner.gid);
  const temp = await mkdtemp(join(tmpdir(), 'manoboard-'));
  const passwordFile = join(temp, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [temp, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const args = [
    `--pgdata=${half}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), args, { ...owner, cwd: '/' });
  } catch (error) {
    throw new StartRefused(
      `The embedded Postgres could not be set up in ${cluster}: ${(error as { stderr?: string }).stderr?.trim() ?? error}`,
    );
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
  renameSync(half, cluster);
}

async function run({ binaries, cluster, owner }: Place, port: number, extra: string[]): Promise<number> {
  const logFile = join(cluster, 'postgres.log');
  const log = openSync(logFile, 'w', 0o600);
  const options = [`port=${port}`, ...SETTINGS, ...extra].flatMap((setting) => ['-c', setting]);
  // Detached: Ctrl-C in the terminal must not reach Postgres before the server has written its last frames.
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, ...options], {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  child.unref();
  const { pid } = child;
  if (pid === undefined) return failed;
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(15)) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === pid && postmaster.isReady) return pid;
    if (!isAlive(pid) || child.exitCode !== null) break;
  }
  throw new StartRefused(
    `The embedded Postgres in ${cluster} did not start:\n${readFileSync(logFile, 'utf8').trim()}`,
  );
}

export interface EmbeddedPostgresOptions {
  dir: string;
  home: string;
  /** Name of the cluster below `home`, for root. */
  name: string;
  password: string;
  settings?: string[];
  say?: (progress: string) => void;
}

/** The Postgres that another program has started on the same folder, or nothing while none answers. */
export function findEmbeddedPostgres({
  dir,
  home,
  name,
  password,
}: Pick<EmbeddedPostgresOptions, 'dir' | 'home' | 'name' | 'password'>) {
  const postmaster = readPostmaster(clusterOf(dir, home, name, postgresUser()));
  if (!postmaster?.isReady) return undefined;
  return { host: '127.0.0.1', port: postmaster.port, user: USER, password };
}

/** Starts Postgres from npm; whoever calls holds the lock of `dir`. */
export async function startEmbeddedPostgres({
  dir,
  home,
  name,
  password,
  settings = [],
  say = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await findPlace(dir, home, name);
  if (await endOrphan(place.cluster)) say('ended a Postgres that an earlier start had left behind');
  if (!existsSync(place.cluster)) {
    say(
      place.owner
        ? `setting up Postgres in ${place.cluster}, where its own user can reach it`
        : 'setting up Postgres',
    );
    await createCluster(place, password);
  }
  const port = await freePort(15432);
  const pid = await run(place, port, settings);
  return {
    host: '127.0.0.1',
    port,
    user: USER,
    password,
    cluster: place.cluster,
    stop: () => endPostmaster(pid),
  };
}
