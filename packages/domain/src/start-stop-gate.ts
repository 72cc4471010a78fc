import type { LastValues } from '@manoboard/contract/device';
import { lockOf } from './control-mode.ts';
import { pumpState } from './pump.ts';

export type StartStopRefusal = 'DEVICE_OFFLINE' | 'LOCAL_CONTROL' | 'FC_FAULT';

/**
 * R5.2: an unlocked converter obeys its keypad and no remote start or stop. A drive in fault cannot be started,
 * but stop is never refused for a fault. What is unknown is left to the board, which knows.
 */
export function startStopRefusal(
  isOnline: boolean,
  values: LastValues,
  wantsOn: boolean,
): StartStopRefusal | undefined {
  if (!isOnline) return 'DEVICE_OFFLINE';
  if (lockOf(values) === 'unlocked') return 'LOCAL_CONTROL';
  if (wantsOn && pumpState(values) === 'fault') return 'FC_FAULT';
  return undefined;
}
