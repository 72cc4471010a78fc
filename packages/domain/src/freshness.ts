import type { LastData } from '@manoboard/contract/device';
import type { ReadingField } from '@manoboard/contract/reading';
import { fieldTime, isBoardField } from './last-data.ts';
import { isRunning } from './pump.ts';

/** A board sends every 5 s while the motor runs and every 30 s asleep (`contract.md` 2). */
const FRAME_INTERVAL_S = { running: 5, asleep: 30 };
/** Two frames missed, and a second for the way. */
const staleAfterS = (last: LastData) => 2 * FRAME_INTERVAL_S[isRunning(last.data) ? 'running' : 'asleep'] + 1;

export type Freshness = 'live' | 'stale' | 'never';

/** Seconds since a field was measured, by the server's clock; nothing if it never was. */
export function ageS(last: LastData, field: ReadingField, nowS: number): number | null {
  const time = fieldTime(last, field);
  return time === null ? null : Math.max(0, nowS - time);
}

/**
 * Offline makes everything stale at once, a converter that does not answer all that comes through it; so does an
 * age of more than two frames.
 */
export function freshness(last: LastData, field: ReadingField, isOnline: boolean, nowS: number): Freshness {
  const age = ageS(last, field, nowS);
  if (age === null) return 'never';
  const isHeard = isOnline && (last.fc !== 0 || isBoardField(field));
  return isHeard && age <= staleAfterS(last) ? 'live' : 'stale';
}
