import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import { gd10 } from '@manoboard/domain/fc/gd10';
import type { Clock } from '../src/clock.ts';
import { type Drive, type DriveState, RunChannel, RunState } from '../src/drive/drive.ts';
import type { Measurement } from '../src/reporting/measurement.ts';
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

/** A drive with failures that the simulated one does not have; records every write. */
export function driveWith(
  verbs: Partial<Drive> & { state?: Partial<DriveState> },
): Drive & { writes: string[]; state: DriveState } {
  const writes: string[] = [];
  const state = { ...asleep, ...verbs.state };
  const note = (what: string, own: (() => Promise<unknown>) | undefined, change: Partial<DriveState>) => {
    writes.push(what);
    if (!own) Object.assign(state, change);
    return Promise.resolve(own?.()).then(() => undefined);
  };
  const { start, stop, resetFault, setRequiredPressure, setLock, setPressureControl, writeRegister } = verbs;
  return {
    profile: gd10,
    writes,
    state,
    read: verbs.read ?? (async () => ({ ...state })),
    identify: verbs.identify ?? (async () => ({ ident: 0x010d, fcType: 'GD10' })),
    start: () => note('start', start, { runState: RunState.forward }),
    stop: () => note('stop', stop, { runState: RunState.stopped }),
    resetFault: () => note('reset fault', resetFault, { runState: RunState.stopped, faultCode: 0 }),
    setRequiredPressure: (bar) =>
      note(`pressure ${bar}`, setRequiredPressure && (() => setRequiredPressure(bar)), {
        requiredPressureBar: bar,
      }),
    setLock: (isLocked) =>
      note(isLocked ? 'lock' : 'unlock', setLock && (() => setLock(isLocked)), {
        runChannel: isLocked ? RunChannel.communication : RunChannel.keypad,
      }),
    setPressureControl: (source) =>
      note(`source ${source}`, setPressureControl && (() => setPressureControl(source)), {
        setPointSource: source,
      }),
    readRegisters: verbs.readRegisters ?? (async (_address, count) => new Array<number>(count).fill(0)),
    async writeRegister(address, word, more) {
      writes.push(`register ${address} ${word}${more?.isRam ? ' ram' : ''}`);
      return writeRegister ? writeRegister(address, word, more) : word;
    },
    setSensorMax: () => undefined,
    close: async () => undefined,
  };
}

export const scenarioParts = (clock: Clock) => startScenario('household', 1, clock);

let commands = 0;

type CmdOf<O extends Cmd['op']> = Extract<Cmd, { op: O }>;

/** A well-formed, unexpired command of any op. */
export function opAt<O extends Cmd['op']>(
  clock: Clock,
  op: O,
  words: Omit<CmdOf<O>, 'v' | 'id' | 'op' | 'ts' | 'exp' | 'by'>,
): CmdOf<O> {
  const ts = Math.floor((clock.unixMs() ?? 0) / 1000);
  const id = `01JCPV${String(++commands).padStart(6, '0')}`;
  return { v: 1, id, op, ...words, ts, exp: expiresAt(op, ts), by: 'u:42' } as CmdOf<O>;
}

export const cmdAt = (clock: Clock, val: boolean, more: Partial<CmdOf<'start_stop'>> = {}) => ({
  ...opAt(clock, 'start_stop', { val }),
  ...more,
});

export const measured = (d: Measurement['d'], fc: 0 | 1 = 1): Measurement => ({ fc, d });
