import { LRUCache } from 'lru-cache';

interface Options {
  /** Tries that one key has in the window. */
  max: number;
  windowMs: number;
  now: () => number;
}

/** Bounded: the least recently used key is evicted. */
const MAX_KEYS = 10_000;

/** Counts tries before their outcome is known: a hundred at once are a hundred tries. */
export function createTries({ max, windowMs, now }: Options) {
  const tries = new LRUCache<string, number[]>({ max: MAX_KEYS });
  return {
    /** False when this key has no tries left. */
    take(key: string): boolean {
      const nowMs = now();
      // A try in the future was counted before the clock was set back; it is ignored.
      const recent = (tries.get(key) ?? []).filter((at) => at > nowMs - windowMs && at <= nowMs);
      const isAllowed = recent.length < max;
      if (isAllowed) recent.push(nowMs);
      tries.set(key, recent);
      return isAllowed;
    },
    forgive: (key: string) => void tries.delete(key),
  };
}
export type Tries = ReturnType<typeof createTries>;

/** Limits of guesses (device IDs, codes, e-mails), of messages to users, of logged refusals, and of opened links of a network. */
export const TRIES = {
  windowMs: 10 * 60_000,
  max: { adds: 60, emails: 60, guessesOfACode: 10, messages: 30, refused: 100, links: 60 },
};
