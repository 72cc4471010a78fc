import { DAY_MS, HOUR_MS } from '../time.ts';

/** Boards send frames of the last 24 hours; with two days ahead, ingest survives a day without the job. */
const PREPARED = [-1, 0, 1, 2];

/** The UTC day of a frame, as days since 1970. Frames are stored in one partition a day. */
export const dayOf = (tsMs: number) => Math.floor(tsMs / DAY_MS);

/** First moment of a day. */
export const startOfDayMs = (day: number) => day * DAY_MS;

/** The days whose partitions must exist before their frames arrive. */
export const daysToPrepare = (nowMs: number) => PREPARED.map((offset) => dayOf(nowMs) + offset);

/** Boards keep frames for 24 hours; with an hour of slack, no more frames of this day are expected. */
const LATEST_MS = 25 * HOUR_MS;
export const isClosedDay = (day: number, nowMs: number) => startOfDayMs(day + 1) + LATEST_MS <= nowMs;

/** True when the last frame of this day is at least `retentionDays` old. */
export const isExpiredDay = (day: number, nowMs: number, retentionDays: number) =>
  startOfDayMs(day + 1 + retentionDays) <= nowMs;
