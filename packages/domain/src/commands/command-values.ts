import type { CommandOp, CommandValue } from '@manoboard/contract/command/command';
import type { LastValues } from '@manoboard/contract/device/device';
import { type PressureConfig, sensorMaxBar } from '@manoboard/contract/device/device-config';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { lockOf } from '../pump/control-mode.ts';
import { pumpState, switchOf } from '../pump/pump.ts';

type Own = 'v' | 'id' | 'ts' | 'exp' | 'by';
/** A requested command as the MQTT message carries it, without the envelope fields. */
export type CommandPayload = { [O in CommandOp]: Omit<Extract<Cmd, { op: O }>, Own> }[CommandOp];

/** Some or all of the values that a board reported. */
type Shown = { [F in keyof LastValues]?: LastValues[F] | undefined };

const isOn = ({ on_off_state_r = null }: Shown) => {
  const position = switchOf({ on_off_state_r });
  return position === 'unknown' ? null : position === 'on';
};
const isLocked = ({ modbus = null }: Shown) => {
  const lock = lockOf({ modbus });
  return lock === 'unknown' ? null : lock === 'locked';
};

const isInFault = ({ on_off_state_r = null }: Shown) =>
  pumpState({ on_off_state_r, frequency_fc: null }) === 'fault';

/** The current value of what this command writes, taken from reported values; `null` is unknown. */
export function currentValueOf(payload: CommandPayload, shown: Shown): CommandValue {
  switch (payload.op) {
    case 'start_stop':
      return isOn(shown);
    case 'set_lock':
      return isLocked(shown);
    case 'write':
      return shown.required_pressure ?? null;
    case 'pressure_control':
      return shown.pressure_control ?? null;
    case 'reset':
      return shown[payload.name] ?? null;
    case 'fault_reset':
      return shown.fault ?? null;
    default:
      return null;
  }
}

const FIELDS: Partial<Record<CommandOp, ReadingField>> = {
  start_stop: 'on_off_state_r',
  set_lock: 'modbus',
  write: 'required_pressure',
  pressure_control: 'pressure_control',
  fault_reset: 'fault',
};

/** The field of a frame that reports what this command writes. */
export const reportedFieldOf = (payload: CommandPayload): ReadingField | undefined =>
  payload.op === 'reset' ? payload.name : FIELDS[payload.op];

/** R5.2, R5.4: the field that decides whether the drive accepts the command, and the command that changes that field. */
export function guardFieldOf({ op }: CommandPayload): { field: ReadingField; target: CommandOp } | undefined {
  if (op === 'start_stop' || op === 'fault_reset') return { field: 'modbus', target: 'set_lock' };
  return op === 'write' ? { field: 'pressure_control', target: 'pressure_control' } : undefined;
}

/** Target of a command: a later command with the same target replaces an earlier one. */
export function targetOf(payload: CommandPayload): string {
  if (payload.op === 'reg_write') return `reg_write:${payload.reg}`;
  return payload.op === 'reset' ? `reset:${payload.name}` : payload.op;
}

/** The value that the board read back from the drive for its answer. */
export function reportedValue(payload: CommandPayload, data: NonNullable<Ack['d']>): CommandValue {
  if (payload.op !== 'reg_write') return currentValueOf(payload, data);
  return data.reg === payload.reg && typeof data.val === 'number' ? data.val : null;
}

const requestedValue = (payload: CommandPayload): CommandValue => {
  if (payload.op === 'reset') return 0;
  if (payload.op === 'pressure_control') return Number(payload.val);
  return 'val' in payload ? payload.val : null;
};

/** The drive stores a set point in thousandths of the sensor's span. */
const SET_POINT_STEPS = 1000;
const ROUNDING = 1e-6;

/**
 * A command is done only if the drive reports the requested value: an ack `done` without it, or with another value,
 * does not count. R5.1: a drive in fault reports its switch as on, but was not started.
 */
export function isConfirmed(
  payload: CommandPayload,
  data: Ack['d'] = {},
  pressure: PressureConfig = {},
): boolean {
  // R5.9: done only when the state register has left the fault state.
  if (payload.op === 'fault_reset') return data.on_off_state_r !== undefined && !isInFault(data);
  const [requested, reported] = [requestedValue(payload), reportedValue(payload, data)];
  if (requested === null) return true;
  if (reported === null) return false;
  if (payload.op === 'start_stop' && payload.val && isInFault(data)) return false;
  if (payload.op !== 'write') return requested === reported;
  const { normalizer = 1 } = pressure;
  const offBar = Math.abs(Number(reported) - Number(requested)) * normalizer;
  return offBar <= sensorMaxBar(pressure) / SET_POINT_STEPS + ROUNDING;
}
