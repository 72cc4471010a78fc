import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
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
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { takeLock } from '../../base/data-dir.ts';
import { takeFileLock } from '../../base/file-lock.ts';
import { StartRefused } from '../../base/start-refused.ts';
import type { Undo } from '../../base/undo.ts';
import { freePort } from '../../net/ports.ts';
import { copyBinaries, packagedPostgres } from './binaries.ts';
import { postgresUser, requireReach, type SystemUser } from './postgres-user.ts';
import { endOrphan, endPostmaster, readPostmaster, removeStalePidFile } from './postmaster.ts';
import { hasEnded, type Started, supervise } from './supervisor.ts';

export interface EmbeddedPostgres {
  host: string;
  port: number;
  user: string;
  /** Data folder of the cluster. */
  cluster: string;
}

export interface EmbeddedPostgresOptions {
  dir: string;
  home: string;
  /** Name of the cluster below `home`, for root. */
  name: string;
  password: string;
  /** Gets a step for everything that was started, at once. */
  undo: Undo;
  settings?: string[];
  /** Listen on loopback and not on a socket, for tests whose proxies stand between. */
  isOverTcp?: boolean;
  onProgress?: (progress: string) => void;
}

interface Place {
  binaries: string;
  /** Version of the binaries, 18.3.0 for example. */
  version: string;
  cluster: string;
  owner: SystemUser | undefined;
}

/** Folder of a cluster that this process has locked. */
interface LockedPlace extends Place {
  lockFd: number | undefined;
}

/** The superuser of the cluster; the server uses a role without its rights (`server-role.ts`). */
const USER = 'manoboard';
const HOST = '127.0.0.1';
const SETTINGS = ['max_connections=72', 'max_wal_size=2GB', 'wal_compression=on', 'logging_collector=off'];
/** Backends of a killed Postgres hold the lock of its cluster for a moment. */
const LOCK_WAIT_MS = 3000;
/** Recovery after a crash may take longer than this: then progress is reported. */
const SLOW_START_MS = 5000;
const PORTS = { first: 15_432, spread: 1000, tries: 5 };
/** Names the socket file; no TCP port. */
const SOCKET_PORT = 5432;
/** The longest path of a socket, in bytes: 107 on Linux, 103 on macOS and BSD. */
const LONGEST_SOCKET_PATH = 103;

/** Where Postgres listens: a folder with a socket, which only the owner of the cluster can enter, or loopback. */
interface Listening {
  host: string;
  port: number;
}

const isSocket = ({ host }: Listening) => host !== HOST;

/** Windows has no sockets that Node can use; some file systems have none at all. */
const canHaveSocket = (cluster: string) =>
  process.platform !== 'win32' &&
  Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;

const listenSettings = (place: Listening) =>
  isSocket(place)
    ? [
        'listen_addresses=',
        `unix_socket_directories=${quotedPath(place.host)}`,
        'unix_socket_permissions=0700',
      ]
    : [`listen_addresses=${HOST}`, 'unix_socket_directories='];

/** The setting is a list: a comma would end the path. */
const quotedPath = (path: string) => `"${path.replaceAll('"', '""')}"`;

type ClusterNames = Pick<EmbeddedPostgresOptions, 'dir' | 'home' | 'name'>;

export const clusterOf = ({ dir, home, name }: ClusterNames, owner = postgresUser()) =>
  owner ? join(home, 'clusters', name) : join(dir, 'postgres');

/** Root keeps cluster and binaries where the user `postgres` can reach them; others keep them where they are. */
async function findPlace(names: ClusterNames): Promise<Place> {
  const { home } = names;
  const packaged = await packagedPostgres();
  const owner = postgresUser();
  const cluster = clusterOf(names, owner);
  const { version } = packaged;
  if (!owner) return { binaries: packaged.native, version, cluster, owner };
  mkdirSync(dirname(cluster), { recursive: true });
  for (const folder of [home, dirname(cluster)]) chmodSync(folder, 0o755);
  requireReach(dirname(cluster), home, owner);
  return { binaries: await copyBinaries(packaged, home), version, cluster, owner };
}

/** Created in a temporary folder and renamed: an interrupted start leaves no partial cluster. */
async function createCluster({ binaries, cluster, owner }: Place, password: string) {
  const half = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [half, passwordFile]) chownSync(path, owner.uid, owner.gid);
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
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartRefused(
      `The embedded Postgres could not be set up in ${cluster}: ${stderr?.trim() || message}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, cluster);
}

/** The files of a cluster are those of one major version of Postgres; its own refusal does not say what to do. */
function requireSameMajor({ cluster, version }: Place) {
  const file = join(cluster, 'PG_VERSION');
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  const major = version.split('.', 1)[0];
  if (made === undefined || made === major) return;
  throw new StartRefused(
    `The database in ${cluster} was made by Postgres ${made}, and this version of MaNoBoard has Postgres ${major}. Install the former version again, write a backup with it (manoboard backup FOLDER), move DATA_DIR and the database away, and restore the backup with this version (manoboard restore FILE --key KEY).`,
  );
}

/** Writes the path of the cluster to a file, for operators and for the next start. */
function rememberCluster(dir: string, cluster: string) {
  const note = join(dir, 'postgres-cluster.txt');
  if (existsSync(note) && !existsSync(cluster))
    throw new StartRefused(
      `The database of ${dir} is missing: it was in ${readFileSync(note, 'utf8').trim()}. Bring it back, or remove ${dir} to begin anew.`,
    );
  return () => writeFileSync(note, `${cluster}\n`);
}

/**
 * Detached: Ctrl-C in the terminal must not reach Postgres before the server has written its last frames. It inherits the
 * lock of the cluster, and so do its backends.
 */
function spawnPostgres(
  { binaries, cluster, owner, lockFd }: LockedPlace,
  listening: Listening,
  extra: string[],
) {
  const log = openSync(join(cluster, 'postgres.log'), 'w', 0o600);
  const settings = [`port=${listening.port}`, ...listenSettings(listening), ...SETTINGS, ...extra];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, ...options], {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log, lockFd ?? 'ignore'],
  });
  closeSync(log);
  child.on('error', () => {});
  child.unref();
  if (child.pid === undefined) throw new StartRefused(`${child.spawnfile} could not be started.`);
  return { child, pid: child.pid, isReady: untilReady(child, cluster) } satisfies Started;
}

async function untilReady(child: ChildProcess, cluster: string): Promise<boolean> {
  while (!hasEnded(child)) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.isReady) return true;
    await wait(15);
  }
  return false;
}

const readLog = ({ cluster }: Place) => readFileSync(join(cluster, 'postgres.log'), 'utf8').trim();

/** Undefined if it ended before it was ready. */
async function startOnce(
  place: LockedPlace,
  listening: Listening,
  { settings = [], undo, onProgress = () => {} }: EmbeddedPostgresOptions,
): Promise<Listening | undefined> {
  const start = () => spawnPostgres(place, listening, settings);
  const started = start();
  let stop = () => endPostmaster(started.pid);
  undo.add(() => stop());
  const slowStartTimer = setTimeout(() => onProgress('Postgres recovers from a crash …'), SLOW_START_MS);
  const isReady = await started.isReady;
  clearTimeout(slowStartTimer);
  if (!isReady) return undefined;
  const restart = async () => {
    await endOrphan(place.cluster);
    removeStalePidFile(place.cluster);
    return start();
  };
  stop = supervise(started, restart, onProgress);
  return listening;
}

/** On a socket in the cluster's folder if possible, so that no other user of the machine can connect. */
async function run(place: LockedPlace, options: EmbeddedPostgresOptions): Promise<Listening> {
  const { cluster } = place;
  const { isOverTcp = false, onProgress = () => {} } = options;
  if (!isOverTcp && canHaveSocket(cluster)) {
    const running = await startOnce(place, { host: cluster, port: SOCKET_PORT }, options);
    if (running) return running;
    if (!/Unix.socket|Unix address/.test(readLog(place))) throw notStarted(place);
  }
  if (!isOverTcp && process.platform !== 'win32')
    onProgress(`Postgres listens on ${HOST}: there can be no socket in ${cluster}, or its path is too long`);
  for (let left = PORTS.tries; left > 0; left--) {
    // Another program may take a free port before Postgres binds it: then the next one is tried.
    const port = await freePort(PORTS.first + Math.floor(Math.random() * PORTS.spread));
    const running = await startOnce(place, { host: HOST, port }, options);
    if (running) return running;
    if (!/Address already in use/.test(readLog(place))) break;
  }
  throw notStarted(place);
}

const notStarted = (place: Place) =>
  new StartRefused(`The embedded Postgres in ${place.cluster} did not start:\n${readLog(place)}`);

/** The Postgres that another program has started on the same folder, or nothing while none answers. */
export function findEmbeddedPostgres(names: ClusterNames) {
  const postmaster = readPostmaster(clusterOf(names));
  return postmaster?.isReady ? { host: postmaster.socketDir || HOST, port: postmaster.port } : undefined;
}

/** Starts Postgres from npm. The caller holds the lock of `dir`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dir, password, undo, onProgress = () => {} } = options;
  const place = await findPlace(options);
  const { cluster, owner } = place;
  undo.add(
    await takeLock(
      cluster,
      `${cluster}.server.lock`,
      `Another MaNoBoard has the database in ${cluster} open: was ${dir} copied? Each needs a folder of its own.`,
    ),
  );
  const remember = rememberCluster(dir, cluster);
  if (await endOrphan(cluster)) onProgress('ended a Postgres that an earlier start had left behind');
  const lock = await takeFileLock(
    `${cluster}.lock`,
    `Another Postgres has the database in ${cluster} open, probably in another container. End it first.`,
    LOCK_WAIT_MS,
  );
  undo.add(lock.release);
  requireSameMajor(place);
  removeStalePidFile(cluster);
  if (!existsSync(cluster)) {
    onProgress(
      owner ? `setting up Postgres in ${cluster}, where its own user can reach it` : 'setting up Postgres',
    );
    await createCluster(place, password);
  }
  remember();
  return { ...(await run({ ...place, lockFd: lock.fd }, options)), user: USER, cluster };
}
