import { doesCausePersist } from '@manoboard/domain/commands/fault-reset';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { type Clock, pause } from '../clock.ts';
import { type Deadline, type Drive, type DriveState, isOn, RunState } from '../drive/drive.ts';
import { readDrive, readDriveOrReason } from '../reporting/measurement.ts';
import { details, done, driveFailure, refused, type Verdict } from './commands-verdict.ts';
import { refuseNotInCharge } from './drive-operations.ts';
import type { RunMemory } from './run-memory.ts';

/** Longer than the drive's ramp; twice this is shorter than the command's lifetime of 60 s. */
const WAIT_MS = 8_000;
const POLL_EVERY_MS = 200;

export interface FaultResetParts {
  drive: Drive;
  clock: Clock;
  runMemory: RunMemory;
  /** The protection that currently holds the pump stopped. */
  protection?: (() => ProtectionCode | undefined) | undefined;
  /** Voltage of the pressure sensor; undefined where its input is not known. */
  sensorV?: ((state: DriveState) => number | undefined) | undefined;
}

/** Context of the running command. */
interface Terms {
  deadline: Deadline;
  refuseLate: () => Verdict | undefined;
  accept: () => void;
  /** True once a start is refused: an update has begun, or a newer command supersedes this one. */
  mayStart: () => boolean;
}

const isFault = ({ runState }: DriveState) => runState === RunState.fault;
const shown = ({ runState, faultCode }: DriveState) => ({ on_off_state_r: runState, fault: faultCode });
const stillInFault = (state: DriveState): Verdict => ({
  st: 'failed',
  err: 'fc_fault',
  ...details(shown(state)),
});

/**
 * R5.9: writes the reset when its cause is gone; done when the state register has left the fault state. A pump that was
 * on before the fault is started again, since a reset leaves the drive stopped.
 */
export function createFaultReset(parts: FaultResetParts) {
  const { drive, clock, runMemory } = parts;

  /** The first matching state, or the last one read; undefined for a silent drive. */
  async function waitFor(isReached: (state: DriveState) => boolean): Promise<DriveState | undefined> {
    const untilMs = clock.elapsedMs() + WAIT_MS;
    for (;;) {
      const state = await readDrive(drive);
      if ((state && isReached(state)) || clock.elapsedMs() >= untilMs) return state;
      await pause(clock, POLL_EVERY_MS);
    }
  }

  /** A drive whose cause persists may leave the fault for a moment, so two polls must confirm it. */
  async function waitUntilReset(): Promise<DriveState | undefined> {
    let seen = 0;
    return waitFor((state) => {
      seen = isFault(state) ? 0 : seen + 1;
      return seen === 2;
    });
  }

  function refuse(state: DriveState): Verdict | undefined {
    const local = refuseNotInCharge(state);
    if (local) return local;
    if (!isFault(state)) return refused('not_allowed', shown(state));
    if (parts.protection?.() !== undefined) return refused('locked', shown(state));
    const values = {
      busVoltageV: state.busVoltageV,
      temperatureC: state.temperatureC,
      sensorV: parts.sensorV?.(state),
    };
    const fault = drive.profile.faults[state.faultCode ?? 0];
    const isCauseThere = doesCausePersist(fault?.kind, values);
    return isCauseThere ? refused('fc_fault', shown(state)) : undefined;
  }

  /** The reset stays done whatever the outcome of the start; a new fault is reported. */
  async function startAgain(before: DriveState, terms: Terms): Promise<Verdict> {
    try {
      await drive.start(terms.deadline);
    } catch (error) {
      driveFailure(error);
      return done(shown((await readDrive(drive)) ?? before));
    }
    const state = (await waitFor((seen) => isOn(seen) || isFault(seen))) ?? before;
    return isFault(state) ? stillInFault(state) : done(shown(state));
  }

  async function writeReset(terms: Terms): Promise<Verdict> {
    try {
      await drive.resetFault(terms.deadline);
    } catch (error) {
      return driveFailure(error);
    }
    const state = await waitUntilReset();
    if (!state) return { st: 'failed', err: 'fc_offline' };
    if (isFault(state)) return stillInFault(state);
    if (!runMemory.wasOn() || isOn(state) || !terms.mayStart()) return done(shown(state));
    return startAgain(state, terms);
  }

  return async (terms: Terms): Promise<Verdict> => {
    const state = await readDriveOrReason(drive);
    if (typeof state === 'string') return refused(state);
    if (state.runState === RunState.noPower) return refused('fc_offline');
    const no = refuse(state) ?? terms.refuseLate();
    if (no) return no;
    terms.accept();
    const release = runMemory.hold();
    try {
      return await writeReset(terms);
    } finally {
      release();
    }
  };
}
