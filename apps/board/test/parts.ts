import type { Cmd } from '@manoboard/contract/topics';
import type { Clock } from '../src/clock.ts';
import { type Drive, type DriveState, RunChannel, RunState } from '../src/drive/drive.ts';
import type { Measurement } from '../src/measurement.ts';
import { startScenario } from '../src/scenario.ts';

export const ID_DEV = 'MNB-00A1B2';

const asleep: DriveState = {
  runState: RunState.stopped,
  runChannel: RunChannel.communication,
  faultCode: 0,
  frequencyHz: 0,
  setPointSource: 0,
  requiredPressureBar: 4,
  pressureBar: 4.3,
  motorCurrentA: 0,
  motorRpm: 0,
  motorPowerKw: 0,
  busVoltageV: 325,
  temperatureC: 36,
  energyKwh: 100,
  operatingH: 200,
};

/** What a drive may do to a board that the simulated one does not do yet. */
export function driveWith(
  verbs: Partial<Drive> & { state?: Partial<DriveState> },
): Drive & { writes: string[] } {
  const writes: string[] = [];
  const state = { ...asleep, ...verbs.state };
  const obey = (verb: 'start' | 'stop', runState: number) => async () => {
    writes.push(verb);
    await verbs[verb]?.();
    if (!verbs[verb]) state.runState = runState;
  };
  return {
    writes,
    read: verbs.read ?? (async () => ({ ...state })),
    start: obey('start', RunState.forward),
    stop: obey('stop', RunState.stopped),
    identify: async () => ({ ident: 0x010d, fcType: 'GD10' }),
    async resetFault() {
      state.runState = RunState.stopped;
      state.faultCode = 0;
    },
    async setRequiredPressure(bar) {
      state.requiredPressureBar = bar;
    },
    async setLock(isLocked) {
      state.runChannel = isLocked ? RunChannel.communication : RunChannel.keypad;
    },
    async setPressureControl(source) {
      state.setPointSource = source;
    },
    readRegisters: verbs.readRegisters ?? (async (_address, count) => new Array<number>(count).fill(0)),
    writeRegister: verbs.writeRegister ?? (async (_address, word) => word),
    close: async () => undefined,
  };
}

export const scenarioParts = (clock: Clock) => startScenario('household', 1, clock);

let commands = 0;

type StartStop = Extract<Cmd, { op: 'start_stop' }>;

/** A well-formed command that is alive at the clock's present moment. */
export function cmdAt(clock: Clock, val: boolean, more: Partial<StartStop> = {}): StartStop {
  const ts = Math.floor((clock.unixMs() ?? 0) / 1000);
  const id = `01JCPV${String(++commands).padStart(6, '0')}`;
  return { v: 1, id, op: 'start_stop', val, ts, exp: ts + 10, by: 'u:42', ...more };
}

export const measured = (d: Measurement['d'], fc: 0 | 1 = 1): Measurement => ({ fc, d });
