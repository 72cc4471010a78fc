import type { LastValues } from '@manoboard/contract/device/device';
import { pumpState } from './pump.ts';

export type Lock = 'locked' | 'unlocked' | 'unknown';

/** R5.2: `modbus` is the converter's run-command channel; 0 is the keypad, 2 is remote control. */
export function lockOf({ modbus }: Pick<LastValues, 'modbus'>): Lock {
  if (modbus === 0) return 'unlocked';
  return modbus === 2 ? 'locked' : 'unknown';
}

/** R4.2: a board stops the pump for an update, but it cannot stop a pump that the keypad controls. */
export const isOnByKeypad = (values: Pick<LastValues, 'modbus' | 'on_off_state_r' | 'frequency_fc'>) =>
  lockOf(values) === 'unlocked' && ['running', 'waiting'].includes(pumpState(values));
