import type { FastifyRequest } from 'fastify';
import { createSemaphore } from '../../base/semaphore.ts';
import { createPace, type Pace } from '../../base/turns.ts';
import { ProblemError } from '../problem-error.ts';
import { watchClient } from './client-left.ts';
import { leavePlace } from './places.ts';

export interface ReadLimits {
  /** Reads of one user that are computed at once. */
  perUser: number;
  /** Further reads of this user that wait: a page of graphs has four, and a user has several tabs. */
  maxWaiting: number;
  waitMs: number;
  /** Points of graphs, hours of energy and statistics, and parts of exports, per user. */
  pointsPerMinute: number;
  /** Units (`read-costs.ts`) of lists, searches and other reads of one user in a second. */
  unitsPerSecond: number;
}
export const READ_LIMITS = {
  perUser: 2,
  maxWaiting: 16,
  waitMs: 10_000,
} as const;

/** Exports leave this share of the points to graphs, so that the page of a user stays usable meanwhile. */
const SHARE_OF_GRAPHS = 0.5;
/** Retry delay for a refused caller: reads of this user have usually ended by then. */
const RETRY_S = 2;
/** Windows that all open at once may take the units of as many seconds. */
const UNITS_BURST_S = 5;
const MAX_USERS = 10_000;

interface Needs extends ReadLimits {
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
  refused?: (limit: 'reads_per_user' | 'points_per_minute' | 'lists_per_second') => void;
}

/**
 * Budget that graphs, energy, statistics, exports and rehearsals of a user share: a few at once, and `pointsPerMinute`.
 * Reads of one user delay requests of others, such as a stop, by one slice at most.
 */
export function createReadBudget(limits: Needs) {
  const { perUser, maxWaiting, waitMs, pointsPerMinute, unitsPerSecond, refused } = limits;
  const { now = () => performance.now() } = limits;
  const refuse = () => {
    refused?.('reads_per_user');
    return new ProblemError('TOO_MANY_REQUESTS', { retry_after: RETRY_S });
  };
  const newUser = () => ({
    // No queue limit here: `read` counts its callers, and slices of exports are never refused.
    places: createSemaphore({ max: perUser, maxWaiting: Number.POSITIVE_INFINITY, refuse }),
    reads: 0,
    points: pointsPerMinute,
    atMs: now(),
    /** When the units that are taken are there. */
    unitsMs: Number.NEGATIVE_INFINITY,
  });
  const users = new Map<number, ReturnType<typeof newUser>>();

  /** The least recently used user without a read is forgotten. */
  function userOf(userId: number) {
    const user = users.get(userId) ?? newUser();
    users.delete(userId);
    users.set(userId, user);
    if (users.size > MAX_USERS)
      for (const [id, { reads }] of users)
        if (reads === 0) {
          users.delete(id);
          break;
        }
    const refilled = user.points + ((now() - user.atMs) / 60_000) * pointsPerMinute;
    user.points = Math.min(pointsPerMinute, refilled);
    user.atMs = now();
    return user;
  }

  /** A read that costs more than all points takes all of them. */
  function take(userId: number, points: number): void {
    const user = userOf(userId);
    const cost = Math.min(pointsPerMinute, points);
    const missing = cost - user.points;
    if (missing > 0) {
      refused?.('points_per_minute');
      const retry_after = Math.max(1, Math.ceil((missing / pointsPerMinute) * 60));
      throw new ProblemError('TOO_MANY_REQUESTS', { retry_after });
    }
    user.points -= cost;
  }

  async function hold<T>(userId: number, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
    const user = userOf(userId);
    user.reads += 1;
    try {
      const giveBack = await user.places.acquire(signal);
      try {
        return await act();
      } finally {
        giveBack();
      }
    } finally {
      user.reads -= 1;
    }
  }

  return {
    /** One answer: waits for a place, and is refused without points or a place. */
    async read<T>(
      userId: number,
      request: FastifyRequest,
      points: number,
      act: (pace: Pace, signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      // A refused one keeps its place among the requests of the account for a second, which slows clients that retry at once.
      if (userOf(userId).reads >= perUser + maxWaiting) throw refuse();
      take(userId, points);
      // It has places of its own from here on.
      leavePlace(request);
      const client = watchClient(request);
      const patience = new AbortController();
      const wait = setTimeout(() => patience.abort(refuse()), waitMs);
      try {
        return await hold(userId, AbortSignal.any([client.signal, patience.signal]), () => {
          clearTimeout(wait);
          return act(createPace(client.signal), client.signal);
        });
      } finally {
        clearTimeout(wait);
        client.end();
      }
    },

    /** Lists and searches: takes their units and waits for them, so that those of a page are slower and not refused. */
    async spendUnits(userId: number, units: number): Promise<void> {
      const user = userOf(userId);
      const nowMs = now();
      const sinceMs = Math.max(user.unitsMs, nowMs - UNITS_BURST_S * 1000);
      const unitsMs = sinceMs + (units / unitsPerSecond) * 1000;
      if (unitsMs - nowMs > waitMs) {
        refused?.('lists_per_second');
        throw new ProblemError('TOO_MANY_REQUESTS', { retry_after: RETRY_S });
      }
      user.unitsMs = unitsMs;
      if (unitsMs > nowMs) await new Promise((done) => setTimeout(done, unitsMs - nowMs));
    },

    /** One slice of an export or a rehearsal: it has a place while it is made, not while its client reads. */
    slice: <T>(userId: number, act: () => Promise<T>): Promise<T> => hold(userId, undefined, act),

    /** Takes the points of a slice. False if only the share of graphs is left; the export then waits. */
    trySpend(userId: number, points: number): boolean {
      const user = userOf(userId);
      if (user.points < pointsPerMinute * SHARE_OF_GRAPHS) return false;
      user.points -= Math.min(points, user.points);
      return true;
    },
  };
}
export type ReadBudget = ReturnType<typeof createReadBudget>;
