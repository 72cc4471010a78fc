import { availableParallelism } from 'node:os';
import { MINUTE_MS } from '@manoboard/domain/time';
import { createThreadPool } from '../../base/thread-pool.ts';
import type { Core } from '../../core.ts';
import type { JsonAnswer } from '../../http/json-answer.ts';
import type { ReadCall, ReaderSettings } from './reader-calls.ts';

/** Half of the cores: boards, commands and Postgres use the others. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
/** The largest answer (12 x 5000 points) takes 30 MB while it is made. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
/** Of all threads: graphs of a day and of a year of 60 devices. */
const CACHE_BYTES = 24 * 2 ** 20;
/** Longer than the few statements of a read, each of which Postgres cancels after 5 s. */
const LIMIT_MS = 20_000;
const IDLE_MS = 3 * MINUTE_MS;

/** Reads that share nothing with others, unlike those of a user. */
const never = new AbortController().signal;

interface Needs extends Pick<Core, 'connection' | 'readerFile' | 'log' | 'now' | 'databases'> {
  retentionDays: ReaderSettings['retentionDays'];
}

/** `Omit` of each member. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Graphs, energy and statistics, computed by threads (`reader-thread.ts`): here they would delay commands. */
export function createReaders(needs: Needs) {
  const { connection, readerFile, log, now, databases, retentionDays } = needs;
  const lost = (reason: string) => new Error(`Connection terminated: ${reason}`);
  const pool = createThreadPool<ReadCall, JsonAnswer>({
    file: readerFile,
    workerData: { connection, retentionDays, cacheBytes: CACHE_BYTES / THREADS } satisfies ReaderSettings,
    resourceLimits: LIMITS,
    log,
    threads: THREADS,
    callsAtOnce: 2,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    lost,
  });
  return {
    async read(userId: number, call: Without<ReadCall, 'nowMs'>, signal = never): Promise<JsonAnswer> {
      if (!databases.isUp()) throw lost('the database does not answer');
      const { body, etag } = await pool.run(userId, { ...call, nowMs: now() } as ReadCall, signal);
      // A buffer arrives as plain bytes.
      return { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), etag };
    },
    endThreads: pool.endThreads,
    stop: pool.stop,
  };
}
export type Readers = ReturnType<typeof createReaders>;
