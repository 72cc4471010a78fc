import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { FastifyRequest } from 'fastify';
import { createSemaphore } from '../../base/semaphore.ts';
import { ProblemError } from '../problem-error.ts';
import { watchClient } from './client-left.ts';
import { leavePlace } from './places.ts';
import type { ReadBudget } from './read-budget.ts';

export interface ExportLimits {
  perUser: number;
  /** Exports of all users that run at once; below the size of their connection pool. */
  atOnce: number;
  /** Exports that wait for a place. */
  maxWaiting: number;
  waitMs: number;
  /** Abort an export when its client reads nothing for this time. */
  stallMs: number;
  /** Longest time of one export, however slowly its client reads. */
  maxMs: number;
  /** Pause between two slices, as a multiple of the time that the event loop was busy during the last one. */
  restPerBusy: number;
  /** The error of a request beyond the limits. */
  refusal: ProblemCode;
  /** Points that a slice costs; less than a graph of the same size, since slices have pauses between them. */
  pointsOf: (text: string) => number;
}

const TIMES = { waitMs: 10_000, stallMs: 20_000, maxMs: 300_000 };
export const EXPORT_LIMITS = {
  ...TIMES,
  maxWaiting: 6,
  restPerBusy: 2,
  refusal: 'TOO_MANY_EXPORTS',
  pointsOf: ({ length }) => length / 100,
} as const satisfies Partial<ExportLimits>;
/** A user waits for it on the screen; it reads from the connections of graphs. */
export const REHEARSAL_LIMITS: ExportLimits = {
  ...TIMES,
  perUser: 1,
  atOnce: 2,
  maxWaiting: 4,
  restPerBusy: 0.5,
  refusal: 'TOO_MANY_REHEARSALS',
  // Two hours of frames.
  pointsOf: () => 500,
};
const LONGEST_REST_MS = 250;

/** The part of the read budget that belongs to one user. */
interface UserBudget {
  slice: <T>(act: () => Promise<T>) => Promise<T>;
  trySpend: (points: number) => boolean;
}

/**
 * A stream that ends with an error, and so with a broken connection, when its client reads too slowly. `onEnd` runs once,
 * before the client can notice the end: a client that starts its next export at once is not refused.
 */
function createStream(
  source: AsyncGenerator<string>,
  { stallMs, maxMs, restPerBusy, pointsOf }: ExportLimits,
  budget: UserBudget,
  onEnd: () => void,
): Readable {
  let isOver = false;
  const over = () => {
    if (!isOver) onEnd();
    isOver = true;
  };
  async function* watched() {
    let since: ReturnType<typeof performance.eventLoopUtilization> | undefined;
    try {
      for (;;) {
        const { value: text, done } = await budget.slice(() => source.next());
        if (done) return;
        // Before every slice but the first: after the last one the export ends at once.
        if (since) {
          const { active: busyMs } = performance.eventLoopUtilization(since);
          await pause(Math.min(LONGEST_REST_MS, restPerBusy * busyMs));
        }
        while (!isOver && !budget.trySpend(pointsOf(text))) {
          stall.refresh();
          await pause(LONGEST_REST_MS);
        }
        since = performance.eventLoopUtilization();
        stall.refresh();
        yield text;
      }
    } finally {
      over();
      await source.return(undefined);
    }
  }
  // Small, since prepared slices are held in memory.
  const stream = Readable.from(watched(), { highWaterMark: 1 });
  const end = (why: string) => () => stream.destroy(new Error(`export ended: ${why}`));
  const total = setTimeout(end(`it took more than ${maxMs} ms`), maxMs);
  const stall = setTimeout(end(`the client read nothing for ${stallMs} ms`), stallMs);
  return stream.once('close', () => {
    clearTimeout(total);
    clearTimeout(stall);
    // An aborted export may never have started, or may wait in the middle of a query.
    over();
  });
}

/**
 * Files that are made while they are sent: a few at once, because each holds a database connection until its client
 * has read it all. The place is given back at its end, an error or the client's abort. An export that fails midway
 * breaks the connection, so that no client takes a part for the whole.
 */
export function createExports(limits: ExportLimits, reads: ReadBudget) {
  const { atOnce, maxWaiting, waitMs, perUser, refusal } = limits;
  const refuse = () => new ProblemError(refusal);
  const places = createSemaphore({ max: atOnce, maxWaiting, waitMs, refuse });
  const countByUser = new Map<number, number>();

  function countIn(userId: number) {
    const count = countByUser.get(userId) ?? 0;
    if (count >= perUser) throw refuse();
    countByUser.set(userId, count + 1);
    return () => {
      const left = (countByUser.get(userId) ?? 1) - 1;
      if (left > 0) countByUser.set(userId, left);
      else countByUser.delete(userId);
    };
  }

  return async function start(
    userId: number,
    request: FastifyRequest,
    make: () => AsyncGenerator<string>,
  ): Promise<Readable> {
    const countOut = countIn(userId);
    leavePlace(request);
    const client = watchClient(request);
    try {
      const giveBack = await places.acquire(client.signal);
      const budget: UserBudget = {
        slice: (act) => reads.slice(userId, act),
        trySpend: (points) => reads.trySpend(userId, points),
      };
      return createStream(make(), limits, budget, () => {
        giveBack();
        countOut();
      });
    } catch (error) {
      countOut();
      throw error;
    } finally {
      client.end();
    }
  };
}
export type StartExport = ReturnType<typeof createExports>;
