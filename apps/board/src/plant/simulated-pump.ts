import type { BoardPump } from '@manoboard/contract/device/board-pump';
import { RATED_CURRENT_A, RATED_POWER_W } from './motor.ts';

/** `domain.md` 2.2: the published pump of the simulated houses at a closed valve and 50 Hz. */
const NO_FLOW_W = 896.4;

/** What the board of a simulated house knows about its pump, or several in series. */
export const simulatedPump = (pumps: number): BoardPump => ({
  motor_kw: (pumps * RATED_POWER_W) / 1000,
  motor_volts: 230,
  motor_phases: 3,
  motor_a: pumps * RATED_CURRENT_A,
  no_flow_w: pumps * NO_FLOW_W,
  hz_high: 50,
  sensor_input: 2,
  sensor_signal: '0-10V',
});
