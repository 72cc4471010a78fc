import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

const PORT_LINE = 3;
const STATUS_LINE = 7;
/** With what else ends below the ten seconds that Ctrl-C may take. */
const FAST_SHUTDOWN_MS = 4000;

/** What Postgres itself says of the process that has this cluster open. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const port = Number(lines[PORT_LINE]);
    return { pid: Number(lines[0]), port, isReady: lines[STATUS_LINE]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** After a restart of the machine the pid in the file may belong to anybody. */
function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster);
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

/** A Postgres whose server was killed lives on and holds the cluster: whoever has the folder's lock may end it. */
export async function endOrphan(cluster: string): Promise<boolean> {
  const postmaster = readPostmaster(cluster);
  if (!postmaster || !isPostgresOf(postmaster.pid, cluster)) return false;
  await endPostmaster(postmaster.pid);
  return true;
}
