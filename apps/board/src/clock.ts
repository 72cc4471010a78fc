/** Injected clock; tests replace it. */
export interface Clock {
  /** Monotonic milliseconds, for intervals. */
  elapsedMs(): number;
  /** Unix time in milliseconds; undefined while the clock is unset. */
  unixMs(): number | undefined;
  /** Runs once after the delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** A small computer without a battery starts in 1970: a year before this program's counts as unset. */
const EARLIEST_CREDIBLE_MS = Date.UTC(2025, 0, 1);

export const systemClock: Clock = {
  elapsedMs: () => performance.now(),
  unixMs: () => (Date.now() < EARLIEST_CREDIBLE_MS ? undefined : Date.now()),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The wire's `ts`: Unix seconds, 0 while the clock is unset. */
export const wireTime = (clock: Clock) => Math.floor((clock.unixMs() ?? 0) / 1000);

export const pause = (clock: Clock, delayMs: number) =>
  new Promise<void>((resolve) => clock.after(delayMs, resolve));
