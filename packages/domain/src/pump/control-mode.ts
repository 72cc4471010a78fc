import type { LastValues } from '@manoboard/contract/nouns/device';

export type Lock = 'locked' | 'unlocked' | 'unknown';

/** R5.2: `modbus` is the converter's run-command channel; 0 is the keypad, 2 is remote control. */
export function lockOf({ modbus }: Pick<LastValues, 'modbus'>): Lock {
  if (modbus === 0) return 'unlocked';
  return modbus === 2 ? 'locked' : 'unknown';
}
