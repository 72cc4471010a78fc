import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HOUR_MS } from '@manoboard/domain/time';
import { Client, type ClientConfig } from 'pg';

const run = promisify(execFile);

export interface Scene {
  postgres: () => Promise<{ pid: number; connection: ClientConfig }>;
  /** Folder on a separate small disk; undefined where mounting is not allowed. */
  smallDisk: string | undefined;
  setClock: (offsetMs: number) => void;
  seconds: number;
}

export interface Fault {
  name: string;
  /** Starts, lasts and ends; the recovery is measured from its end. */
  cause: (scene: Scene) => Promise<void>;
  needsSmallDisk?: true;
}

/** A tmpfs; undefined where this user may not mount. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  return run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
}
export const unmount = (folder: string) => run('umount', ['-l', folder]).catch(() => {});

/** The postmaster and its backends. */
function processesOf(postmaster: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
      return Number(rest.split(' ')[1]) === postmaster;
    } catch {
      return false;
    }
  });
  return [postmaster, ...children.map(Number)];
}

const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The backend has ended meanwhile.
    }
  }
};

async function killBackends({ postgres, seconds }: Scene) {
  const db = new Client((await postgres()).connection);
  await db.connect();
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    await db.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await pause(200);
  }
  await db.end();
}

async function killPostgres({ postgres }: Scene) {
  process.kill((await postgres()).pid, 'SIGKILL');
}

/** Stops every process of Postgres (SIGSTOP) for `seconds`. */
export async function stopPostgres({ postgres, seconds }: Pick<Scene, 'postgres' | 'seconds'>) {
  const pids = processesOf((await postgres()).pid);
  signal(pids, 'SIGSTOP');
  await pause(seconds * 1000);
  signal(pids, 'SIGCONT');
}

/** Fills the disk completely. */
async function fillDisk({ smallDisk, seconds }: Scene) {
  const file = join(smallDisk ?? '', 'filler');
  await writeFile(file, '');
  const chunk = Buffer.alloc(1024 * 1024, 1);
  for (let size = chunk.length; size >= 4096; size = Math.floor(size / 4)) {
    const part = chunk.subarray(0, size);
    while (
      await writeFile(file, part, { flag: 'a' }).then(
        () => true,
        () => false,
      )
    );
  }
  const { bavail } = await statfs(smallDisk ?? '');
  console.log(`  disk filled, ${bavail} blocks free`);
  await pause(seconds * 1000);
  await truncate(file).catch(() => {});
  await rm(file, { force: true });
}

async function stepClock({ setClock, seconds }: Scene) {
  for (const offsetMs of [-HOUR_MS, 24 * HOUR_MS]) {
    setClock(offsetMs);
    await pause((seconds * 1000) / 2);
  }
  setClock(0);
}

export const FAULTS: readonly Fault[] = [
  { name: 'database backends killed', cause: killBackends },
  { name: 'Postgres killed with -9', cause: killPostgres },
  { name: 'Postgres stopped (SIGSTOP)', cause: stopPostgres },
  { name: 'disk full', cause: fillDisk, needsSmallDisk: true },
  { name: 'clock -1 h, +1 day and back', cause: stepClock },
];
