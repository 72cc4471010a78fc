import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { pause } from '../clock.ts';
import type { BoardConfig } from '../config.ts';
import { RunState } from '../drive/drive.ts';
import { readDrive, readDriveOrReason } from '../reporting/measurement.ts';
import type { MeterOffsets } from '../reporting/measurement-offsets.ts';
import { readRegisters, writeRegister } from './commands-registers.ts';
import { deadlineOf } from './commands-time.ts';
import {
  type CmdOf,
  type DriveOperation,
  done,
  driveFailure,
  refused,
  type Verdict,
} from './commands-verdict.ts';
import {
  lockOperation,
  pressureControlOperation,
  pressureOperation,
  startStopOperation,
} from './drive-operations.ts';
import { createFaultReset, type FaultResetParts } from './fault-reset.ts';

/** Longer than the drive's ramp, shorter than the lifetime of a command. */
const READ_BACK_MS = 8_000;
const READ_BACK_EVERY_MS = 200;

export interface ExecutionParts extends FaultResetParts {
  fcType: () => string;
  config: BoardConfig;
  offsets: MeterOffsets;
  /** True while a firmware update switches images: starts are refused. */
  isUpdating?: (() => boolean) | undefined;
  restart?: (() => void) | undefined;
  /** R5.11: the board starts the pump no more by itself. */
  endRetries?: (() => void) | undefined;
  refuseLate: (cmd: Cmd) => Verdict | undefined;
  /** Sends the ack that the command is being executed. */
  accept: (cmd: Cmd) => void;
}

/** Runs operations of the drive; of one kind only the newest. */
function createOperations({ drive, clock, refuseLate, accept }: ExecutionParts) {
  const newest = new Map<DriveOperation['kind'], number>();

  /** `done` requires a read-back from the drive; a newer operation ends the wait. */
  async function readBack(operation: DriveOperation, arrival: number): Promise<Verdict> {
    const untilMs = clock.elapsedMs() + READ_BACK_MS;
    for (;;) {
      const state = await readDrive(drive);
      if (state && operation.isFulfilled(state)) return done(operation.shown(state));
      if (newest.get(operation.kind) !== arrival) return { st: 'failed', err: 'busy' };
      if (clock.elapsedMs() >= untilMs)
        return state
          ? { ...done(operation.shown(state)), st: 'failed' }
          : { st: 'failed', err: 'fc_offline' };
      await pause(clock, READ_BACK_EVERY_MS);
    }
  }

  async function run(cmd: Cmd, operation: DriveOperation, arrival: number): Promise<Verdict> {
    const state = await readDriveOrReason(drive);
    if (typeof state === 'string') return refused(state);
    if (state.runState === RunState.noPower) return refused('fc_offline');
    // The drive may answer slowly: check the expiry again.
    const refusal = operation.refuse(state) ?? refuseLate(cmd);
    if (refusal) return refusal;
    if (arrival < (newest.get(operation.kind) ?? 0)) return refused('busy');
    newest.set(operation.kind, arrival);
    accept(cmd);
    try {
      await operation.write(deadlineOf(cmd, clock));
    } catch (error) {
      return driveFailure(error);
    }
    return readBack(operation, arrival);
  }

  return { run, newestOf: (kind: DriveOperation['kind']) => newest.get(kind) ?? 0 };
}

/** Executes one command; undefined while its verdict is owed by the next start. */
export function createExecution(parts: ExecutionParts) {
  const { drive, clock, config, offsets, refuseLate, accept } = parts;
  const operations = createOperations(parts);
  const resetFault = createFaultReset(parts);
  let lastRegisterWrite: Promise<unknown> = Promise.resolve();

  async function reset(cmd: CmdOf<'reset'>): Promise<Verdict> {
    const state = await readDriveOrReason(drive);
    const late = refuseLate(cmd);
    if (late) return late;
    if (typeof state === 'string') return refused(state);
    const became = offsets.zero(cmd.name, state);
    if (became === 'zeroed') return done({ [cmd.name]: 0 });
    return became === 'not_saved' ? { st: 'failed' } : refused('fc_offline');
  }

  /** One after the other: between the comparison with `expect` and the write there must be no other write. */
  function writeInTurn(cmd: CmdOf<'reg_write'>): Promise<Verdict> {
    const terms = { refuseLate: () => refuseLate(cmd), deadline: deadlineOf(cmd, clock) };
    const verdict = lastRegisterWrite.then(() => writeRegister(cmd, drive, parts.fcType(), terms));
    lastRegisterWrite = verdict.catch(() => undefined);
    return verdict;
  }

  const faultReset = (cmd: CmdOf<'fault_reset'>, arrival: number): Promise<Verdict> =>
    resetFault({
      deadline: deadlineOf(cmd, clock),
      refuseLate: () => refuseLate(cmd),
      accept: () => accept(cmd),
      mayStart: () => !parts.isUpdating?.() && operations.newestOf('start_stop') < arrival,
    });

  /** Sends no ack here: the next start acks the restart as done. */
  async function restart(cmd: Cmd): Promise<Verdict | undefined> {
    if (!parts.restart) return refused('not_allowed');
    accept(cmd);
    parts.restart();
    return undefined;
  }

  return async function execute(cmd: Cmd, arrival: number): Promise<Verdict | undefined> {
    switch (cmd.op) {
      case 'start_stop':
        return operations.run(cmd, startStopOperation(cmd, drive), arrival);
      case 'set_lock':
        return operations.run(cmd, lockOperation(cmd, drive), arrival);
      case 'write':
        return operations.run(cmd, pressureOperation(cmd, drive, config), arrival);
      case 'pressure_control':
        return operations.run(cmd, pressureControlOperation(cmd, drive), arrival);
      case 'reset':
        return reset(cmd);
      case 'fault_reset':
        return faultReset(cmd, arrival);
      case 'end_retries':
        parts.endRetries?.();
        return done({});
      case 'reg_read':
        return readRegisters(cmd, drive, parts.fcType());
      case 'reg_write':
        return writeInTurn(cmd);
      case 'restart':
        return restart(cmd);
    }
  };
}
