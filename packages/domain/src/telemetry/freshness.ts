import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { leastFrameS, nextFrameS } from './frame-interval.ts';
import { fieldTime, isBoardField } from './last-data.ts';

export type Freshness = 'live' | 'stale' | 'never';

/** Times are whole seconds on both sides: in a shorter span a missing frame cannot be detected. */
const LEAST_SPAN_S = 3;
const twoFramesS = (everyS: number) => Math.max(LEAST_SPAN_S, 2 * everyS);

/** A field that the last frame did not confirm has already missed one frame, so the shorter interval applies. */
const staleAfterS = (last: LastData, field: ReadingField) =>
  twoFramesS(last.older[field] === undefined ? nextFrameS(last) : leastFrameS(last));

/** Seconds since a field was measured, by the server's clock; `null` if it never was. */
export function ageS(last: LastData, field: ReadingField, nowS: number): number | null {
  const time = fieldTime(last, field);
  return time === null ? null : Math.max(0, nowS - time);
}

/**
 * Stale are: all fields of an offline board, all fields of a converter that does not answer, and a field older than
 * two frames.
 */
export const freshness = (last: LastData, field: ReadingField, isOnline: boolean, nowS: number): Freshness =>
  freshnessAt(last, field, fieldTime(last, field), isOnline, nowS);

/** The same for a value that was requested separately, measured at `timeS`; the last values determine its interval. */
export function freshnessAt(
  last: LastData,
  field: ReadingField,
  timeS: number | null,
  isOnline: boolean,
  nowS: number,
): Freshness {
  if (timeS === null) return 'never';
  const isHeard = isOnline && (last.fc !== 0 || isBoardField(field));
  return isHeard && nowS - timeS < staleAfterS(last, field) ? 'live' : 'stale';
}

/**
 * R4.5: no frame for two intervals from a board that the broker reports online. Based on arrival times, so a wrong
 * clock does not make a board silent.
 */
export const isSilent = (last: LastData, nowS: number) =>
  last.received_at !== null && nowS - last.received_at >= twoFramesS(nextFrameS(last));

/** R4.5: the last frame was two intervals old at its arrival: the board resends stored frames, or its clock is behind. */
export const isLate = (last: LastData) =>
  last.ts !== null && last.received_at !== null && last.received_at - last.ts >= twoFramesS(nextFrameS(last));

/** When the server answered, in Unix seconds. */
export interface ServerContact {
  /** The last answer or keep-alive. */
  lastS: number;
  /** The end of its last outage; 0 if there was none. */
  sinceS: number;
}

/**
 * R4.5: the time at which a board is evaluated. Frames missing since the server's last answer, or from its outage, may be
 * the server's fault and are not counted against the board.
 */
export function evaluationTimeS(
  last: LastData | undefined,
  { lastS, sinceS }: ServerContact,
  nowS: number,
): number {
  const unheardS = Math.max(0, sinceS - (last?.received_at ?? sinceS));
  return Math.min(nowS, lastS) - unheardS;
}
