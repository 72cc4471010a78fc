import { HOUR_MS } from '../time.ts';

/** Above the pumps of the supported converters. A meter that counts faster is another meter. */
const MAX_KW = 15;
/** Boards round to 0.1 kWh, so two values of one moment may differ by a step. */
const ROUNDING_KWH = 0.2;

/**
 * Energy between two values of a meter. A lower value is a reset: the meter has counted from 0 since. A difference that no
 * pump can use in this time is a change of the meter (another board or converter): the energy is unknown and counts as 0.
 */
export function meterUse(beforeKwh: number, afterKwh: number, elapsedMs: number): number {
  const use = afterKwh < beforeKwh ? afterKwh : afterKwh - beforeKwh;
  return use <= ROUNDING_KWH + (MAX_KW * elapsedMs) / HOUR_MS ? use : 0;
}
