import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskSpace } from '@manoboard/contract/live';
import { type DiskLimits, diskSpace, type FreeSpace, worstSpace } from '@manoboard/domain/limits/disk-space';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { Bus } from '../bus/bus.ts';
import { postgresUser } from '../db/postgres/postgres-user.ts';

/** `isWritten`: also writes a file, since `statfs` shows neither a quota nor a read-only disk. */
export type ProbeDisk = (folder: string, isWritten: boolean) => Promise<FreeSpace>;

const POLL_EVERY_MS = 1000;
/** A flash card wears out by writes. */
const POLLS_A_WRITE = 10;
const PROBE_BYTES = 4096;
/** No space, no quota, or mounted read-only: the folder counts as full. */
const CANNOT_WRITE = ['ENOSPC', 'EDQUOT', 'EROFS'];

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

export const probeDisk: ProbeDisk = async (folder, isWritten) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  const read = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  if (!isWritten) return read;
  const file = join(folder, '.disk-probe');
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    await rm(file, { force: true });
  } catch (error) {
    await rm(file, { force: true }).catch(() => {});
    if (CANNOT_WRITE.includes(codeOf(error))) return { ...read, freeBytes: 0 };
  }
  return read;
};

interface Settings {
  folders: readonly string[];
  limits: DiskLimits;
  probe: ProbeDisk;
  log: Logger;
  /** The least free space of all folders. */
  onPoll: (freeBytes: number) => void;
  onChange: (space: DiskSpace) => void;
}

/** Polls the free space of the folders that the server writes to, every second. */
export function createDiskWatch({ folders, limits, probe, log, onPoll, onChange }: Settings) {
  let space: DiskSpace = 'ok';
  /** Free space of the fullest folder; `null` if none can be read. */
  let leastFree: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let polls = 0;
  let probing: Promise<void> | undefined;

  async function probeAll(): Promise<FreeSpace[]> {
    // A folder that could not be written is full until a write succeeds.
    const isWritten = space === 'full' || polls++ % POLLS_A_WRITE === 0;
    const probes = await Promise.allSettled(folders.map((folder) => probe(folder, isWritten)));
    return probes.flatMap((outcome) => {
      if (outcome.status === 'fulfilled') return [outcome.value];
      // A folder that is not used here does not exist.
      if (codeOf(outcome.reason) !== 'ENOENT')
        log.warn({ err: outcome.reason }, 'the free disk space cannot be read');
      return [];
    });
  }

  async function probeOnce() {
    const found = await probeAll();
    const next = worstSpace(found.map((free) => diskSpace(free, limits)));
    const freeBytes = Math.min(...found.map((free) => free.freeBytes));
    leastFree = found.length > 0 ? freeBytes : null;
    onPoll(freeBytes);
    if (next === space) return;
    space = next;
    if (next === 'ok') log.info({ freeBytes }, 'disk space is sufficient again');
    else log.error({ freeBytes, space, folders }, 'the disk is running out of space');
    onChange(next);
  }

  /** One probe at a time: a disk that hangs gets no second one. */
  function poll(): Promise<void> {
    probing ??= probeOnce().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return {
    space: () => space,
    freeBytes: () => leastFree,
    poll,
    async start() {
      await poll();
      timer = setInterval(() => void poll(), POLL_EVERY_MS);
    },
    stop: async () => clearInterval(timer),
  };
}

interface Needs {
  config: Config;
  log: Logger;
  probeDisk: ProbeDisk;
}

/** Watches the folders that this server writes to. */
export function createDisk({ config, log, probeDisk }: Needs, metrics: Metrics, bus: Bus) {
  // Root keeps the embedded Postgres outside of the data folder.
  const isElsewhere = !config.DATABASE_URL && postgresUser() !== undefined;
  return createDiskWatch({
    folders: [config.DATA_DIR, ...(isElsewhere ? [config.POSTGRES_HOME] : [])],
    limits: { minPercent: config.DISK_MIN_FREE_PERCENT, minMb: config.DISK_MIN_FREE_MB },
    probe: probeDisk,
    log,
    onPoll: (freeBytes) => metrics.diskFree.set(freeBytes),
    onChange: (space) => bus.publish('disk', space),
  });
}
