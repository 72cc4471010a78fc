import type { PressureConfig } from '@manoboard/contract/device/device-config';
import { pressureBounds } from './pressure-bounds.ts';
import { pressureFromWire } from './pressure-codec.ts';
import { isWithin } from './pressure-step.ts';

/** A board applies a configuration within seconds, and reports it. */
export const ANSWER_MS = 10 * 60_000;

/** A requested configuration that the board has not answered. */
export interface Unanswered {
  pressure: PressureConfig;
  /** When it was last sent to the board; `null` if it never was. */
  sentMs: number | null;
}

/** A required pressure as on the wire: bar ÷ normalizer. */
export interface WirePressure {
  wire: number;
  atMs: number;
}

const isPossible = (wire: number, pressure: PressureConfig): boolean => {
  const { normalizer = 1 } = pressure;
  return isWithin(pressureFromWire(wire, normalizer), pressureBounds(normalizer, pressure));
};

/**
 * R5.5: whether a number may mean another pressure to a board that has not answered a configuration. It may not if the
 * board has been silent about it for long, still reports a number that the configuration does not permit, and would refuse
 * the new number by it as well: were it applied after all, nothing would be written.
 */
export function isDoubtful(
  { pressure, sentMs }: Unanswered,
  reported: WirePressure | null,
  wanted: number | null,
): boolean {
  if (sentMs === null || reported === null || wanted === null) return true;
  const isGivenUp = reported.atMs >= sentMs + ANSWER_MS;
  return !isGivenUp || isPossible(reported.wire, pressure) || isPossible(wanted, pressure);
}
