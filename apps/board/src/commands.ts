import { type Ack, type AckError, type Cmd, CommandId, decodeMessage } from '@manoboard/contract/topics';
import { expiresAt } from '@manoboard/domain/command-life';
import { createAckMemory } from './ack-memory.ts';
import { type Clock, pause, wireTime } from './clock.ts';
import { type Drive, DriveError, type DriveState, RunChannel, RunState } from './drive/drive.ts';
import { readDrive } from './measurement.ts';

/** Longer than the drive's ramp, shorter than a command's life. */
const READ_BACK_MS = 8_000;
const READ_BACK_EVERY_MS = 200;
/** No broker of ours lets more through; nobody gets the board to parse more. */
const READABLE_BYTES = 64 * 1024;

type StartStop = Extract<Cmd, { op: 'start_stop' }>;

interface Verdict {
  st: Ack['st'];
  err?: AckError;
  d?: Ack['d'];
}

const refuse = (err: AckError, d?: Ack['d']): Verdict => ({ st: 'rejected', err, ...(d && { d }) });

/** The id of a command that is otherwise no command, so that its sender can be told. */
function readableId(payload: Uint8Array): string | undefined {
  if (payload.length > READABLE_BYTES) return undefined;
  try {
    const json: { id?: unknown } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return CommandId.safeParse(json.id).data;
  } catch {
    return undefined;
  }
}

/** Before the drive is asked: is this a live command at all? Without a clock only stop is safe to believe. */
function refusedByTime(cmd: StartStop, clock: Clock): Verdict | undefined {
  const nowMs = clock.unixMs();
  if (nowMs === undefined) return cmd.val ? refuse('no_clock') : undefined;
  // A life longer than the contract gives would let an old command come true some day.
  if (cmd.exp > expiresAt(cmd.op, cmd.ts)) return refuse('bad_request');
  return nowMs >= cmd.exp * 1000 ? { st: 'expired' } : undefined;
}

function refusedByDrive(cmd: StartStop, state: DriveState | undefined): Verdict | undefined {
  if (!state || state.runState === RunState.noPower) return refuse('fc_offline');
  if (state.runChannel !== RunChannel.communication)
    return refuse('not_in_comm_control', state.runChannel === undefined ? {} : { modbus: state.runChannel });
  if (cmd.val && state.runState === RunState.fault)
    return refuse('fc_fault', state.faultCode === undefined ? {} : { fault: state.faultCode });
  return undefined;
}

const isObeyed = (cmd: StartStop, { runState }: DriveState) =>
  cmd.val ? runState === RunState.forward || runState === RunState.reverse : runState === RunState.stopped;

const driveTrouble = (error: unknown): Verdict => {
  if (!(error instanceof DriveError)) throw error;
  return { st: 'failed', err: error.reason === 'exception' ? 'modbus_exception' : 'fc_offline' };
};

export interface Commands {
  /** Does what a command asks, if it may, and tells the outcome; never throws at bad input. */
  handle(payload: Uint8Array, isRetained: boolean): Promise<void>;
}

export function createCommands(drive: Drive, clock: Clock, sendAck: (ack: Ack) => void): Commands {
  const memory = createAckMemory();
  let arrivals = 0;
  let newestObeyed = 0;

  function answer(id: string, verdict: Verdict): void {
    const ack: Ack = { v: 1, id, ts: wireTime(clock), ...verdict };
    memory.remember(ack);
    sendAck(ack);
  }

  /** `done` is what the drive shows, not what it was told; a newer command ends the waiting. */
  async function readBack(cmd: StartStop, arrival: number): Promise<Verdict> {
    const untilMs = clock.elapsedMs() + READ_BACK_MS;
    for (;;) {
      const state = await readDrive(drive);
      if (state && isObeyed(cmd, state)) return { st: 'done', d: { on_off_state_r: state.runState } };
      if (newestObeyed !== arrival) return { st: 'failed', err: 'busy' };
      if (clock.elapsedMs() >= untilMs) {
        if (!state) return { st: 'failed', err: 'fc_offline' };
        return { st: 'failed', d: { on_off_state_r: state.runState } };
      }
      await pause(clock, READ_BACK_EVERY_MS);
    }
  }

  async function execute(cmd: StartStop, arrival: number): Promise<Verdict> {
    // A drive may take its time to answer: the command must still be alive afterwards.
    const refusal =
      refusedByTime(cmd, clock) ?? refusedByDrive(cmd, await readDrive(drive)) ?? refusedByTime(cmd, clock);
    if (refusal) return refusal;
    if (arrival < newestObeyed) return refuse('busy');
    newestObeyed = arrival;
    answer(cmd.id, { st: 'accepted' });
    try {
      await (cmd.val ? drive.start() : drive.stop());
    } catch (error) {
      return driveTrouble(error);
    }
    return readBack(cmd, arrival);
  }

  return {
    async handle(payload, isRetained) {
      const decoded = decodeMessage('cmd', payload);
      const id = decoded.ok ? decoded.message.id : readableId(payload);
      if (id === undefined) return;
      const known = memory.recall(id);
      if (known) sendAck(known);
      else if (!decoded.ok || isRetained || decoded.message.op !== 'start_stop')
        answer(id, refuse('bad_request'));
      else {
        memory.remember({ v: 1, id, st: 'accepted', ts: wireTime(clock) });
        answer(id, await execute(decoded.message, ++arrivals));
      }
    },
  };
}
