import type { Clock } from '../src/clock.ts';

export interface FakeClock extends Clock {
  /** Advances time: every due timer runs, and its promises settle, before the next. */
  advance(ms: number): Promise<void>;
  setUnix(unixMs: number | undefined): void;
  timers(): number;
}

interface Timer {
  atMs: number;
  run: () => void;
}

/** One turn of the event loop settles the promise chains of the code under test. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export const FAKE_START_MS = Date.UTC(2026, 10, 15, 12);

export function fakeClock(): FakeClock {
  let nowMs = 0;
  let epochMs: number | undefined = FAKE_START_MS;
  const timers = new Set<Timer>();

  const nextDue = (untilMs: number) =>
    [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];

  return {
    elapsedMs: () => nowMs,
    unixMs: () => (epochMs === undefined ? undefined : epochMs + nowMs),
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
        timers.delete(due);
        nowMs = Math.max(nowMs, due.atMs);
        due.run();
        await settle();
      }
      nowMs = untilMs;
    },
    setUnix(unixMs) {
      epochMs = unixMs === undefined ? undefined : unixMs - nowMs;
    },
    timers: () => timers.size,
  };
}
