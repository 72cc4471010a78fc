import { MAX_SET_POINT_SOURCE } from '@manoboard/contract/command/command';
import { pressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import type { BoardConfig } from '../config.ts';
import { type Drive, type DriveState, isOn, RunChannel, RunState } from '../drive/drive.ts';
import { type CmdOf, type DriveOperation, refused } from './commands-verdict.ts';

/** R5.2: under keypad control the drive ignores start and stop, so the board rejects them. */
export const refuseNotInCharge = ({ runChannel }: DriveState) =>
  runChannel === undefined || runChannel === RunChannel.communication
    ? undefined
    : refused('not_in_comm_control', { modbus: runChannel });

export const startStopOperation = ({ val }: CmdOf<'start_stop'>, drive: Drive): DriveOperation => ({
  kind: 'start_stop',
  refuse(state) {
    const isFault = val && state.runState === RunState.fault;
    return (
      refuseNotInCharge(state) ?? (isFault ? refused('fc_fault', { fault: state.faultCode }) : undefined)
    );
  },
  write: (deadline) => (val ? drive.start(deadline) : drive.stop(deadline)),
  isFulfilled: (state) => (val ? isOn(state) : state.runState === RunState.stopped),
  shown: ({ runState }) => ({ on_off_state_r: runState }),
});

export const lockOperation = ({ val }: CmdOf<'set_lock'>, drive: Drive): DriveOperation => ({
  kind: 'set_lock',
  refuse: () => undefined,
  write: (deadline) => drive.setLock(val, deadline),
  isFulfilled: ({ runChannel }) => runChannel === (val ? RunChannel.communication : RunChannel.keypad),
  shown: ({ runChannel }) => ({ modbus: runChannel }),
});

export function pressureControlOperation({ val }: CmdOf<'pressure_control'>, drive: Drive): DriveOperation {
  const source = Number(val);
  const shown = ({ setPointSource }: DriveState) => ({ pressure_control: setPointSource });
  return {
    kind: 'pressure_control',
    refuse: (state) => (source > MAX_SET_POINT_SOURCE ? refused('out_of_range', shown(state)) : undefined),
    write: (deadline) => drive.setPressureControl(source, deadline),
    isFulfilled: ({ setPointSource }) => setPointSource === source,
    shown,
  };
}

/** The resolution of a set point is 0.1 % of the sensor's span (`domain.md` 1.2). */
const STEPS = 1000;
const ROUNDING = 1e-6;

/** R5.4, R5.5: within the bounds, and only while the set point source is the Modbus line. */
export function pressureOperation(
  { val }: CmdOf<'write'>,
  drive: Drive,
  config: BoardConfig,
): DriveOperation {
  const { normalizer = 1, ...pressure } = config.current().pressure ?? {};
  const bar = val * normalizer;
  const { min, max } = pressureBounds(normalizer, pressure);
  const fineBar = config.sensorMaxBar() / STEPS + ROUNDING;
  const shown = ({ requiredPressureBar }: DriveState) => ({
    required_pressure:
      requiredPressureBar === undefined ? undefined : config.wirePressure(requiredPressureBar),
  });
  return {
    kind: 'write',
    refuse(state) {
      if (bar < min - ROUNDING || bar > max + ROUNDING) return refused('out_of_range', shown(state));
      if (state.setPointSource === undefined || state.setPointSource === 0) return undefined;
      return refused('not_in_comm_control', { pressure_control: state.setPointSource });
    },
    write: (deadline) => drive.setRequiredPressure(bar, deadline),
    isFulfilled: ({ requiredPressureBar }) =>
      requiredPressureBar !== undefined && Math.abs(requiredPressureBar - bar) <= fineBar,
    shown,
  };
}
