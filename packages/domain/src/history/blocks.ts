import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';

/** Rollups have two levels. A stored row is one block of a device: an hour of minutes, or a UTC day of hours. */
export type Level = 'minute' | 'hour';
export const LEVELS = {
  minute: { bucketMs: MINUTE_MS, blockMs: HOUR_MS },
  hour: { bucketMs: HOUR_MS, blockMs: DAY_MS },
} as const satisfies Record<Level, { bucketMs: number; blockMs: number }>;

/** R4.4: two frames of a sleeping pump. Without a newer frame, the values of a frame hold for this time. */
export const HOLD_MS = 60 * SECOND_MS;
/**
 * One frame a minute holds all fields (`docs/protocol.md`, Frames): an older value cannot be confirmed. With slack for the
 * clock.
 */
export const CARRY_MS = 90 * SECOND_MS;
/** A frame has an effect on values until this much later, so a rollup reads frames from this much earlier. */
export const REACH_MS = HOLD_MS + CARRY_MS;

/**
 * A frame that is stored later than this after the end of its hour is late: its hour is marked to be rolled up again.
 * All other frames must be committed before the hour is rolled up the first time, `COMMIT_MS` later.
 */
export const LATE_MS = 2 * MINUTE_MS;
/** Above the statement timeout of the connections that store frames (30 s). */
const COMMIT_MS = MINUTE_MS;

export const blockStartMs = (level: Level, tsMs: number) => {
  const { blockMs } = LEVELS[level];
  return Math.floor(tsMs / blockMs) * blockMs;
};

/** Whether the minutes of this hour can be rolled up the first time. */
export const isHourClosed = (hourMs: number, nowMs: number) =>
  hourMs + HOUR_MS + LATE_MS + COMMIT_MS <= nowMs;

export const nextHourMs = (hourMs: number) => hourMs + HOUR_MS;
