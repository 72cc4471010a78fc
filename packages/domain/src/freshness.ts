import type { LastData } from '@manoboard/contract/device';
import type { ReadingField } from '@manoboard/contract/reading';
import { leastFrameS, nextFrameS } from './frame-interval.ts';
import { fieldTime, isBoardField } from './last-data.ts';

export type Freshness = 'live' | 'stale' | 'never';

/** Time is told in whole seconds here and there: of a shorter span nobody knows whether a frame is missing. */
const LEAST_SPAN_S = 3;
const twoFramesS = (everyS: number) => Math.max(LEAST_SPAN_S, 2 * everyS);

/** A field that the last one did not confirm has missed its own already, however soon the next is due. */
const staleAfterS = (last: LastData, field: ReadingField) =>
  twoFramesS(last.older[field] === undefined ? nextFrameS(last) : leastFrameS(last));

/** Seconds since a field was measured, by the server's clock; nothing if it never was. */
export function ageS(last: LastData, field: ReadingField, nowS: number): number | null {
  const time = fieldTime(last, field);
  return time === null ? null : Math.max(0, nowS - time);
}

/**
 * Offline makes everything stale at once, a converter that does not answer all that comes through it; so does an
 * age of two frames.
 */
export const freshness = (last: LastData, field: ReadingField, isOnline: boolean, nowS: number): Freshness =>
  freshnessAt(last, field, fieldTime(last, field), isOnline, nowS);

/** The same of a value that was asked for on its own, measured at `timeS`; the last values tell how often it is due. */
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
 * R4.5: nothing has come for two frames from a board that the broker still believes to be there. By the arrival: a
 * board whose clock is wrong is not silent.
 */
export const isSilent = (last: LastData, nowS: number) =>
  last.received_at !== null && nowS - last.received_at >= twoFramesS(nextFrameS(last));

/** R4.5: what comes from it was measured two frames before: it sends what it kept, or its clock is behind. */
export const isLate = (last: LastData) =>
  last.ts !== null && last.received_at !== null && last.received_at - last.ts >= twoFramesS(nextFrameS(last));

/** When the server was heard, in Unix seconds. */
export interface ServerHeard {
  /** Its last sign of life. */
  lastS: number;
  /** When it answered again after it had not; 0 if it always did. */
  sinceS: number;
}

/**
 * R4.5: the time by which a board is judged. A frame that is missing after the server's last sign of life, or from
 * the time in which it did not answer, may be the server's fault.
 */
export function judgedAtS(last: LastData | undefined, { lastS, sinceS }: ServerHeard, nowS: number): number {
  const unheardS = Math.max(0, sinceS - (last?.received_at ?? sinceS));
  return Math.min(nowS, lastS) - unheardS;
}
