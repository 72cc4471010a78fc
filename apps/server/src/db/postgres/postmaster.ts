import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its socket; empty if it listens on loopback. */
  socketDir: string;
  isReady: boolean;
}

const PORT_LINE = 3;
const SOCKET_LINE = 4;
const STATUS_LINE = 7;
/** Leaves time for the other shutdown steps within the ten seconds of Ctrl-C. */
const FAST_SHUTDOWN_MS = 4000;

/** The process that has this cluster open, from `postmaster.pid`. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const port = Number(lines[PORT_LINE]);
    const isReady = lines[STATUS_LINE]?.trim() === 'ready';
    return { pid: Number(lines[0]), port, socketDir: lines[SOCKET_LINE]?.trim() ?? '', isReady };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const OUTPUT = { encoding: 'utf8' } as const;

/** The command line of a process, and on Linux its working folder, which is the cluster for a postmaster. */
function describeProcess(pid: number): string {
  if (process.platform === 'linux')
    return `${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}\n${readlinkSync(`/proc/${pid}/cwd`)}\n`;
  if (process.platform === 'win32')
    return execFileSync(
      'powershell',
      ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`],
      OUTPUT,
    );
  return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], OUTPUT);
}

/**
 * The pid in the file proves nothing: after a crash, a restart of the machine or of a container it may belong to any
 * process. Only a process that has this cluster open is its Postgres.
 */
function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    const description = describeProcess(pid);
    return description.includes(cluster) || description.includes(`${realpathSync(cluster)}\n`);
  } catch {
    return false;
  }
}

async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(20)) if (!isAlive(pid)) return true;
  return !isAlive(pid);
}

function signal(pid: number, name: NodeJS.Signals) {
  if (isAlive(pid)) process.kill(pid, name);
}

/** Fast shutdown; if that hangs, an immediate one, from which Postgres recovers at its next start. */
export async function endPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, FAST_SHUTDOWN_MS)) return;
  signal(pid, 'SIGQUIT');
  await waitForEnd(pid, 1000);
}

/** Postgres survives a killed server and keeps the cluster locked. The caller holds the folder's lock and may stop it. */
export async function endOrphan(cluster: string): Promise<boolean> {
  const postmaster = readPostmaster(cluster);
  if (!postmaster || !isPostgresOf(postmaster.pid, cluster)) return false;
  await endPostmaster(postmaster.pid);
  return true;
}

/**
 * Removes a `postmaster.pid` and a socket with its lock that a crash left behind: Postgres itself checks the pid only, and
 * refuses to start while any process of its user has it. Only for the holder of the cluster's file lock, which every
 * Postgres and its backends share: a process that cannot be seen from here may be the Postgres of another container.
 */
export function removeStalePidFile(cluster: string): void {
  if (!existsSync(cluster)) return;
  const names = readdirSync(cluster).filter(
    (name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'),
  );
  for (const name of names) rmSync(join(cluster, name), { force: true });
}
