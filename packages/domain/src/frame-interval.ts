import type { LastData } from '@manoboard/contract/device';
import type { DeviceConfig } from '@manoboard/contract/device-config';
import { isRunning, pumpState, switchOf } from './pump.ts';

export type FrameInterval = NonNullable<LastData['every_s']>;

/** A board sends every 5 s while the motor runs and every 30 s asleep (`contract.md` 2), unless told otherwise. */
export const USUAL_INTERVAL: FrameInterval = { running: 5, asleep: 30 };

/** R4.4: how often a board with this config in force sends; nothing when it is as usual, or when nobody knows it. */
export function frameInterval({ tele_s, tele_idle_s }: DeviceConfig = {}): FrameInterval | undefined {
  if (tele_s === undefined && tele_idle_s === undefined) return undefined;
  return { running: tele_s ?? USUAL_INTERVAL.running, asleep: tele_idle_s ?? USUAL_INTERVAL.asleep };
}

/** A pump that is on may be turning as long as nobody can read how fast; without the converter nobody sees it turn. */
function isSeenRunning({ data, fc, older }: LastData): boolean {
  if (fc === 0) return false;
  if (data.frequency_fc !== null && older.frequency_fc === undefined) return isRunning(data);
  const isOn = switchOf(data) === 'on' && pumpState(data) !== 'fault';
  return isOn && older.on_off_state_r === undefined;
}

/** Seconds until the frame that follows the last one: a board goes by what it said in that one. */
export function nextFrameS(last: LastData): number {
  const { running, asleep } = last.every_s ?? USUAL_INTERVAL;
  return isSeenRunning(last) ? running : asleep;
}

/** The shorter of the two. */
export const leastFrameS = ({ every_s: { running, asleep } = USUAL_INTERVAL }: LastData) =>
  Math.min(running, asleep);
