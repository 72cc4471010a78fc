import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import { isRunning, pumpState, switchOf } from '../pump/pump.ts';

export type FrameInterval = NonNullable<LastData['every_s']>;

/** `docs/protocol.md`, Frames: a board sends every 5 s while the motor runs and every 30 s asleep, unless told otherwise. */
export const USUAL_INTERVAL: FrameInterval = { running: 5, asleep: 30 };

/** R4.4: the sending interval of a board with this config in force; `undefined` for the default or an unknown config. */
export function frameInterval({ tele_s, tele_idle_s }: DeviceConfig = {}): FrameInterval | undefined {
  if (tele_s === undefined && tele_idle_s === undefined) return undefined;
  return { running: tele_s ?? USUAL_INTERVAL.running, asleep: tele_idle_s ?? USUAL_INTERVAL.asleep };
}

/** A pump that is on counts as running while its frequency cannot be read; without the converter it does not. */
function isSeenRunning({ data, fc, older }: LastData): boolean {
  if (fc === 0) return false;
  if (data.frequency_fc !== null && older.frequency_fc === undefined) return isRunning(data);
  const isOn = switchOf(data) === 'on' && pumpState(data) !== 'fault';
  return isOn && older.on_off_state_r === undefined;
}

/** Seconds from the last frame to the next: the board chooses the interval by the state that it reported. */
export function nextFrameS(last: LastData): number {
  const { running, asleep } = last.every_s ?? USUAL_INTERVAL;
  return isSeenRunning(last) ? running : asleep;
}

/** The shorter of the two intervals. */
export const leastFrameS = ({ every_s: { running, asleep } = USUAL_INTERVAL }: LastData) =>
  Math.min(running, asleep);
