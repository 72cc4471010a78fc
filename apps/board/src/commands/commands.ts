import { CommandId } from '@manoboard/contract/mqtt/ack-error';
import { type Ack, type Cmd, decodeMessage } from '@manoboard/contract/mqtt/topics';
import { boardCapabilities } from '@manoboard/domain/fc/board-capabilities';
import { pause, wireTime } from '../clock.ts';
import type { BoardConfig } from '../config.ts';
import type { Disk } from '../disk/disk.ts';
import { RunState } from '../drive/drive.ts';
import { readDrive, readDriveOrReason } from '../reporting/measurement.ts';
import type { MeterOffsets } from '../reporting/measurement-offsets.ts';
import { createAckMemory } from './ack-memory.ts';
import { readRegisters, writeRegister } from './commands-registers.ts';
import { deadlineOf, isStop, refuseByTime } from './commands-time.ts';
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
/** Upper limit of our broker; larger payloads are not parsed. */
const READABLE_BYTES = 64 * 1024;

export interface CommandParts extends FaultResetParts {
  fcType: () => string;
  /** Stores the ids of executed commands across a restart. */
  disk: Disk;
  config: BoardConfig;
  offsets: MeterOffsets;
  /** True while a firmware update switches images: starts are refused. */
  isUpdating?: (() => boolean) | undefined;
  restart?: (() => void) | undefined;
  /** Called on every stop by a person, whatever its outcome. */
  onStop?: (() => void) | undefined;
  /** Returns whether the ack was acknowledged. */
  sendAck: (ack: Ack) => Promise<boolean>;
}

export interface Commands {
  /** Executes commands and sends acks; never throws on bad input. */
  handle(payload: Uint8Array, isRetained: boolean): Promise<void>;
  /** Connected: sends the acks that the last start still owes. */
  connected(): void;
}

/** The id of a malformed command, so that its sender gets an ack. */
function readableId(payload: Uint8Array): string | undefined {
  if (payload.length > READABLE_BYTES) return undefined;
  try {
    const json: { id?: unknown } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return CommandId.safeParse(json.id).data;
  } catch {
    return undefined;
  }
}

export function createCommands(parts: CommandParts): Commands {
  const { drive, clock, config, offsets, sendAck } = parts;
  const memory = createAckMemory(clock, parts.disk);
  const resetFault = createFaultReset(parts);
  const capabilities = boardCapabilities(drive.profile);
  const newest = new Map<string, number>();
  let arrivals = 0;

  const ackOf = (id: string, st: Ack['st']): Ack => ({ v: 1, id, st, ts: wireTime(clock) });
  const refuseLate = (cmd: Cmd) => refuseByTime(cmd, clock, memory.mayHaveKnown(cmd));

  function answer(id: string, verdict: Verdict, cmd?: Cmd): void {
    const ack: Ack = { ...ackOf(id, verdict.st), ...verdict };
    memory.remember(ack, cmd);
    sendAck(ack);
  }

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

  async function runOperation(cmd: Cmd, operation: DriveOperation, arrival: number): Promise<Verdict> {
    const state = await readDriveOrReason(drive);
    if (typeof state === 'string') return refused(state);
    if (state.runState === RunState.noPower) return refused('fc_offline');
    // The drive may answer slowly: check the expiry again.
    const refusal = operation.refuse(state) ?? refuseLate(cmd);
    if (refusal) return refusal;
    if (arrival < (newest.get(operation.kind) ?? 0)) return refused('busy');
    newest.set(operation.kind, arrival);
    sendAck(ackOf(cmd.id, 'accepted'));
    try {
      await operation.write(deadlineOf(cmd, clock));
    } catch (error) {
      return driveFailure(error);
    }
    return readBack(operation, arrival);
  }

  async function reset(cmd: CmdOf<'reset'>): Promise<Verdict> {
    const state = await readDriveOrReason(drive);
    const late = refuseLate(cmd);
    if (late) return late;
    if (typeof state === 'string') return refused(state);
    const became = offsets.zero(cmd.name, state);
    if (became === 'zeroed') return done({ [cmd.name]: 0 });
    return became === 'not_saved' ? { st: 'failed' } : refused('fc_offline');
  }

  const faultReset = (cmd: CmdOf<'fault_reset'>, arrival: number): Promise<Verdict> =>
    resetFault({
      deadline: deadlineOf(cmd, clock),
      refuseLate: () => refuseLate(cmd),
      accept: () => void sendAck(ackOf(cmd.id, 'accepted')),
      mayStart: () => !parts.isUpdating?.() && (newest.get('start_stop') ?? 0) < arrival,
    });

  /** Sends no ack here: the next start acks the restart as done. */
  async function restart(cmd: Cmd): Promise<Verdict | undefined> {
    if (!parts.restart) return refused('not_allowed');
    sendAck(ackOf(cmd.id, 'accepted'));
    parts.restart();
    return undefined;
  }

  async function execute(cmd: Cmd, arrival: number): Promise<Verdict | undefined> {
    switch (cmd.op) {
      case 'start_stop':
        return runOperation(cmd, startStopOperation(cmd, drive), arrival);
      case 'set_lock':
        return runOperation(cmd, lockOperation(cmd, drive), arrival);
      case 'write':
        return runOperation(cmd, pressureOperation(cmd, drive, config), arrival);
      case 'pressure_control':
        return runOperation(cmd, pressureControlOperation(cmd, drive), arrival);
      case 'reset':
        return reset(cmd);
      case 'fault_reset':
        return faultReset(cmd, arrival);
      case 'reg_read':
        return readRegisters(cmd, drive, parts.fcType());
      case 'reg_write':
        return writeRegister(cmd, drive, parts.fcType(), {
          refuseLate: () => refuseLate(cmd),
          deadline: deadlineOf(cmd, clock),
        });
      case 'restart':
        return restart(cmd);
    }
  }

  /** A stop is refused only by its expiry, and for a converter that cannot be stopped over its line. */
  function refuse(cmd: Cmd): Verdict | undefined {
    if (!capabilities.includes(cmd.op.replace(/^reg_.*/, 'reg'))) return refused('not_allowed');
    const isBusy = !isStop(cmd) && (parts.isUpdating?.() || !memory.hasRoom());
    return refuseLate(cmd) ?? (isBusy ? refused('busy') : undefined);
  }

  async function take(cmd: Cmd): Promise<void> {
    const no = refuse(cmd);
    if (no) return answer(cmd.id, no, cmd);
    memory.remember(ackOf(cmd.id, 'accepted'), cmd);
    if (isStop(cmd)) {
      parts.runMemory.forget();
      parts.onStop?.();
    }
    try {
      const verdict = await execute(cmd, ++arrivals);
      if (verdict) answer(cmd.id, verdict, cmd);
    } catch (error) {
      // After any error the sender still gets an ack.
      answer(cmd.id, { st: 'failed' }, cmd);
      throw error;
    }
  }

  return {
    async handle(payload, isRetained) {
      const decoded = decodeMessage('cmd', payload);
      const id = decoded.ok ? decoded.message.id : readableId(payload);
      if (id === undefined) return;
      const known = memory.recall(id);
      if (known) sendAck(known);
      else if (!decoded.ok) answer(id, refused('bad_request'));
      // A retained command is stale by definition.
      else if (isRetained) answer(id, refused('bad_request'), decoded.message);
      else await take(decoded.message);
    },
    connected() {
      for (const ack of memory.owed())
        sendAck(ack).then((isAcknowledged) => {
          if (isAcknowledged) memory.settle(ack.id);
        });
    },
  };
}
