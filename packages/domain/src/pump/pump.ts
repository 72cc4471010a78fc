import type { LastValues } from '@manoboard/contract/device/device';

export type Switch = 'on' | 'off' | 'unknown';
export type PumpState = 'running' | 'waiting' | 'stopped' | 'fault' | 'no_power' | 'unknown';

const STOPPED = 3;
const FAULT = 4;
const NO_POWER = 5;
const ON: readonly number[] = [1, 2, FAULT];

/** R5.1: 3 is Off; 1, 2 and 4 are On; any other or missing value is unknown, never Off. */
export function switchOf({ on_off_state_r }: Pick<LastValues, 'on_off_state_r'>): Switch {
  if (on_off_state_r === STOPPED) return 'off';
  return on_off_state_r !== null && ON.includes(on_off_state_r) ? 'on' : 'unknown';
}

/** R5.3: above 0 Hz is running. */
export const isRunning = ({ frequency_fc }: Pick<LastValues, 'frequency_fc'>) =>
  frequency_fc !== null && frequency_fc > 0;

/** R5.1, R5.3: the state of the pump. */
export function pumpState(values: Pick<LastValues, 'on_off_state_r' | 'frequency_fc'>): PumpState {
  if (values.on_off_state_r === FAULT) return 'fault';
  if (values.on_off_state_r === NO_POWER) return 'no_power';
  const position = switchOf(values);
  if (position === 'unknown') return 'unknown';
  if (position === 'off') return 'stopped';
  if (values.frequency_fc === null) return 'unknown';
  return isRunning(values) ? 'running' : 'waiting';
}

/** The fields that `pumpState` derives the state from; the state is as old as the oldest of them. */
export function pumpStateFields(values: Pick<LastValues, 'on_off_state_r' | 'frequency_fc'>) {
  const state = pumpState(values);
  const isByFrequency = state === 'running' || state === 'waiting';
  return isByFrequency ? (['on_off_state_r', 'frequency_fc'] as const) : (['on_off_state_r'] as const);
}
