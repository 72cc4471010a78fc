import type { ChangeName } from './changes.ts';
import type { OutageName } from './outages.ts';

export interface Cycle {
  n: number;
  outage: OutageName;
  change: ChangeName;
}

/** A hidden tab waits for its grace period each time, so there are fewer of them. */
const OUTAGES: readonly OutageName[] = [
  'offline',
  'offline',
  'offline',
  'refused',
  'refused',
  'stalled',
  'stalled',
  'hidden',
  'none',
  'none',
];
const CHANGES: readonly ChangeName[] = ['switch', 'pressure', 'lock', 'name', 'config', 'board', 'nothing'];

/** Mulberry32: the same seed gives the same plan. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws each item once before any repeats. */
function createDeck<T>(items: readonly T[], random: () => number) {
  let left: T[] = [];
  return (): T => {
    if (left.length === 0) left = [...items];
    return left.splice(Math.floor(random() * left.length), 1)[0] as T;
  };
}

export function planCycles(count: number, seed: number): Cycle[] {
  const random = createRandom(seed);
  const [nextOutage, nextChange] = [createDeck(OUTAGES, random), createDeck(CHANGES, random)];
  return Array.from({ length: count }, (_, n) => ({ n, outage: nextOutage(), change: nextChange() }));
}
