import type { KeypadKey, KeypadView } from '../drive/simulated/gd10-keypad.ts';
import type { FaultSwitches } from '../faults/fault-switches.ts';
import { type Measurement, measurementOf, readDrive } from '../reporting/measurement.ts';
import type { World } from '../scenario.ts';

/** True state of the simulated house; undefined for a real drive. */
interface Truth {
  pressure_bar: number;
  flow_lpm: number;
  frequency_hz: number;
  power_w: number;
  mains_v: number;
  drive_c: number;
}

interface PanelView {
  /** Values that the board reads from its drive and its own inputs. */
  reads: Measurement;
  truth: Truth;
  keypad: KeypadView;
}

/** A board as the panel shows it. */
export interface PanelBoard {
  deviceId: string;
  scenario: string;
  faults: FaultSwitches;
  view(): Promise<PanelView>;
  press(key: KeypadKey): KeypadView;
  /** Changes a parameter at the keypad; throws `RegisterException` where the converter refuses. */
  set(address: number, word: number): void;
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

export const createPanelBoard = (
  deviceId: string,
  scenario: string,
  faults: FaultSwitches,
  { drive, sensors, plant, keypad }: World,
): PanelBoard => ({
  deviceId,
  scenario,
  faults,
  async view() {
    const reads = measurementOf(await readDrive(drive), sensors, (bar) => round(bar, 2));
    const now = plant.now();
    const truth: Truth = {
      pressure_bar: round(now.pressureBar, 2),
      flow_lpm: round(now.flowLpm, 1),
      frequency_hz: round(now.frequencyHz, 1),
      power_w: round(now.powerW, 0),
      mains_v: round(now.mainsV, 0),
      drive_c: round(now.driveC, 1),
    };
    return { reads, truth, keypad: keypad.view() };
  },
  press(key) {
    keypad.press(key);
    return keypad.view();
  },
  set: keypad.set,
});
