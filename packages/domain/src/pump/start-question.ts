import type { LastData } from '@manoboard/contract/device/device';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import { fieldTime } from '../telemetry/last-data.ts';
import { pumpState } from './pump.ts';

/** R5.12: after a longer stop somebody may be at the pump, or a valve may be closed. */
const SHORT_STOP_S = 60;
/** R5.12: a line below it has no pressure; above the offset of a usual sensor of 10 bar. */
const NO_PRESSURE_BAR = 0.1;

export interface StartFacts {
  /** When the pump was last seen on; `null`: not in the frames that are known. */
  lastOnS: number | null;
  /** The measured pressure of now; `null`: unknown. */
  pressureBar: number | null;
  /** The protection that stopped the pump; `null` without one. */
  stoppedFor: EventCode | null;
}

/** R5.12 */
const hasNoPressure = (pressureBar: number) => pressureBar < NO_PRESSURE_BAR;

/**
 * R5.12: whether a start asks first. A start at once is the exception and needs proof: on within the last minute, not
 * stopped by a protection, and pressure in the line. What is unknown proves nothing, so it asks.
 */
export const mustAskStart = ({ lastOnS, pressureBar, stoppedFor }: StartFacts, nowS: number): boolean =>
  stoppedFor !== null ||
  lastOnS === null ||
  nowS - lastOnS > SHORT_STOP_S ||
  pressureBar === null ||
  hasNoPressure(pressureBar);

/** The newest frame with a pump that was on and ready to turn: one that stood in a fault was not. */
export function lastOnTime(frames: readonly LastData[]): number | null {
  const on = frames.findLast(({ data }) => ['running', 'waiting'].includes(pumpState(data)));
  return on ? fieldTime(on, 'on_off_state_r') : null;
}
