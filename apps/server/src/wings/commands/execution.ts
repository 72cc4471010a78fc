import type { Command } from '@manoboard/contract/command/command';
import type { Cmd } from '@manoboard/contract/mqtt/topics';
import type { CommandPayload } from '@manoboard/domain/commands/command-values';
import { isStop } from '@manoboard/domain/commands/write-gate';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import { isDatabaseAway } from '../../db/db.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { Link } from '../../link/link.ts';
import { GRACE_MS, type PendingAcks } from './acks.ts';
import type { AdmissionNeeds, createAdmission } from './admission.ts';
import type { CommandRequest } from './command-request.ts';
import { listCommands, markFinished, markPublished, toCommand } from './commands.repo.ts';
import type { OpenCommands } from './open-commands.ts';
import { afterEnding, answer, endingOf, type FinalAck } from './outcome.ts';
import { recordWord } from './register-word.repo.ts';
import { createStopJournal, newStop } from './stop-journal.ts';

export interface ExecutionNeeds
  extends Pick<AdmissionNeeds, 'db' | 'now' | 'isUpdating' | 'lastData'>,
    Pick<Core, 'log'> {
  send: Link['send'];
  /** Folder of the journal of stops that are sent while the database is away. */
  journalFolder: string;
  isDatabaseUp: () => boolean;
}

interface Parts {
  acks: PendingAcks;
  open: OpenCommands;
  refuseStop: ReturnType<typeof createAdmission>['refuseStop'];
}

interface Ended {
  command: Command;
  more?: Parameters<typeof answer>[1];
}

const logUnwritten = (log: Core['log'], command: Command) => (err: unknown) =>
  log.error({ err, command }, 'a stop could not be written to the journal and is logged only here');

/** Stores how a command ended, in the database or, for a stop, in the journal. */
function createFinishing(
  { db, log, now, isUpdating }: ExecutionNeeds,
  open: OpenCommands,
  journal: ReturnType<typeof createStopJournal>,
) {
  function endOf(request: CommandRequest, id: string, ack: FinalAck) {
    const before = open.find(id);
    if (!before) throw new Error(`command ${id} does not run`);
    const isBusyByUpdate = request.payload.op !== 'reg_read' && isUpdating(request.device.deviceKey);
    const ending = endingOf(request, ack, before, { at: new Date(now()), isUpdating: isBusyByUpdate });
    return { ending, command: afterEnding(before, ending) };
  }

  async function finish(request: CommandRequest, id: string, ack: FinalAck): Promise<Ended> {
    const { payload, device } = request;
    const { ending, command } = endOf(request, id, ack);
    const other = await db.transaction().execute(async (tx) => {
      if (!(await markFinished(tx, id, ending))) return listCommands(tx, [id]);
      if (command.op !== 'reg_read')
        await appendAudit(tx, ending.at, { kind: 'command', event: 'ended', command });
      const word = ending.reportedValue;
      if (payload.op === 'reg_write' && typeof word === 'number')
        await recordWord(tx, device.deviceKey, { address: payload.reg, word }, ending.at);
      return undefined;
    });
    if (!other) {
      open.emitEnd(command);
      return { command, more: ending.more ?? null };
    }
    // The sweep has ended it already and has emitted the event.
    const [row] = other;
    if (!row) throw new Error(`command ${id} is gone`);
    return { command: toCommand(row), more: row.problem_more };
  }

  /** Sent again because its end could not be stored, a stop would undo a start that came meanwhile. */
  async function finishStop(request: CommandRequest, id: string, ack: FinalAck): Promise<Ended> {
    try {
      return await finish(request, id, ack);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return finishInJournal(request, id, ack);
    }
  }

  /** The journal gets the end even if the database is back: it has no end of this command yet. */
  async function finishInJournal(request: CommandRequest, id: string, ack: FinalAck): Promise<Ended> {
    const { ending, command } = endOf(request, id, ack);
    await journal.end({ deviceKey: request.device.deviceKey, command }).catch(logUnwritten(log, command));
    open.emitEnd(command);
    return { command, more: ending.more ?? null };
  }

  return { finish, finishStop, finishInJournal };
}

/** Publishes an admitted command, waits for its ack and stores its end; a stop also while the database is away. */
export function createExecution(needs: ExecutionNeeds, { acks, open, refuseStop }: Parts) {
  const { db, log, now, send, lastData, journalFolder, isDatabaseUp } = needs;
  const { emit } = open;
  const journal = createStopJournal({ db, log, now, folder: journalFolder, onEnded: emit });
  const { finish, finishStop, finishInJournal } = createFinishing(needs, open, journal);

  async function publish({ device, payload, user }: CommandRequest, command: Command) {
    try {
      await send('cmd', device.deviceId, toWire(command, payload, user.id));
      const publishedAt = new Date(now());
      open.setPublished(command.id, publishedAt);
      await markPublished(db, command.id, publishedAt);
    } catch (error) {
      // The message may have been sent: the ack or the timeout decides.
      log.warn({ err: error, command: command.id }, 'a command could not be sent or marked as sent');
    }
  }

  /** While the database is away. A stop that cannot be written to the journal is sent as well. */
  async function stopWithJournal(request: CommandRequest): Promise<Command> {
    const refusal = refuseStop(request);
    if (refusal) {
      const { code, ...more } = refusal;
      throw new ProblemError(code, more);
    }
    const command = newStop(request, lastData(request.device.deviceId), now());
    await journal.begin({ deviceKey: request.device.deviceKey, command }).catch(logUnwritten(log, command));
    const ended = await execute(request, command, finishInJournal);
    if (isDatabaseUp()) void replayJournal();
    return answer(ended.command, ended.more);
  }

  const replayJournal = (): Promise<void> =>
    journal
      .replay()
      .catch((err) => log.warn({ err }, 'the journal of stops could not be stored; it is tried again'));

  /** Publishes a stored command and waits for the board's ack or the timeout. */
  async function execute(
    request: CommandRequest,
    command: Command,
    end = isStop(request.payload) ? finishStop : finish,
  ) {
    const { created_at, expires_at } = command;
    // At most the lifetime of a command, even if the clock is set back meanwhile.
    const waitMs = Math.min(expires_at * 1000 - now(), (expires_at - created_at) * 1000) + GRACE_MS;
    const finalAck = acks.waitFor(command.id, request.device.deviceId, waitMs);
    open.begin(command);
    try {
      emit(command);
      // Not awaited: a broker that hangs does not delay the timeout.
      void publish(request, command);
      const ack = await finalAck;
      return { ...(await end(request, command.id, ack)), ack };
    } finally {
      open.end(command.id);
    }
  }

  return { execute, stopWithJournal, replayJournal };
}

const toWire = ({ id, created_at, expires_at }: Command, payload: CommandPayload, userId: number): Cmd => ({
  v: 1,
  id,
  ...payload,
  ts: Math.floor(created_at),
  exp: Math.floor(expires_at),
  by: `u:${userId}`,
});
