import { gd10 } from '@manoboard/domain/fc/gd10';
import { faultName } from '@manoboard/domain/fc/profile';
import type { LivePlant } from '../../plant/live-plant.ts';
import { hasBusPower, hasControlPower, resetPlant, switchPlant } from '../../plant/plant.ts';
import { RunChannel } from '../drive.ts';

export const KEYPAD_KEYS = ['run', 'stop_rst'] as const;
export type KeypadKey = (typeof KEYPAD_KEYS)[number];

/** Display of the converter. */
export interface KeypadView {
  /** A frequency, a fault name, or `PoFF` without bus power; undefined without control power. */
  display: string;
  is_running: boolean;
  is_fault: boolean;
  /** P00.01 = 0: RUN and STOP work. */
  is_in_charge: boolean;
}

export interface Gd10Keypad {
  view(): KeypadView;
  /**
   * RUN and STOP work only under keypad control. RST resets a fault whose cause is gone under any control and starts
   * nothing.
   */
  press(key: KeypadKey): void;
  /** Changes a parameter; throws `RegisterException` where the converter refuses. */
  set(address: number, word: number): void;
}

export function createGd10Keypad(
  plant: LivePlant,
  runChannel: () => number,
  set: Gd10Keypad['set'],
): Gd10Keypad {
  const isInCharge = () => runChannel() === RunChannel.keypad;

  function display(): string {
    const now = plant.now();
    if (!hasControlPower(now)) return '';
    if (now.faultCode !== 0) return faultName(gd10, now.faultCode) ?? `E${now.faultCode}`;
    return hasBusPower(now) ? now.frequencyHz.toFixed(2) : 'PoFF';
  }

  return {
    set,
    view() {
      const { isOn, faultCode } = plant.now();
      return {
        display: display(),
        is_running: isOn,
        is_fault: faultCode !== 0,
        is_in_charge: isInCharge(),
      };
    },
    press(key) {
      const now = plant.now();
      if (!hasControlPower(now)) return;
      if (key === 'stop_rst' && now.faultCode !== 0) resetPlant(now);
      else if (isInCharge()) switchPlant(now, key === 'run');
    },
  };
}
