import { randomBytes } from 'node:crypto';
import type { Command, CommandStatus, StartStop } from '@manoboard/contract/command';
import type { LastData } from '@manoboard/contract/device';
import type { Ack, Cmd } from '@manoboard/contract/topics';
import { expiresAt } from '@manoboard/domain/command-life';
import { startStopRefusal } from '@manoboard/domain/start-stop-gate';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board, Link } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import { createAcks, type FinalAck } from './acks.ts';
import {
  closeOpenCommands,
  insertCommand,
  markAccepted,
  markFinished,
  markPublished,
  type NewCommand,
} from './command.repo.ts';
import { createStartLog } from './start-log.ts';

interface Neighbours {
  db: Db;
  events: Events;
  metrics: Metrics;
  log: Logger;
  now: () => number;
  send: Link['send'];
  isOnline: (idDev: string) => boolean;
  lastData: (idDev: string) => LastData;
}

/** An answer that was given in time may need a moment for its way. */
const GRACE_MS = 1000;

/** Sorts by time, cannot be guessed, fits the board's memory of IDs. */
const newCommandId = (nowMs: number) =>
  `${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`.toUpperCase();

export function createControl(neighbours: Neighbours) {
  const { db, events, metrics, log, now, send, isOnline, lastData } = neighbours;
  const acks = createAcks();
  const starts = createStartLog();
  const at = () => new Date(now());

  const announce = (board: Board, command: NewCommand, status: CommandStatus, detail?: Ack['err']) =>
    events.emit('command', { ...answer(board, command, status), ...(detail && { detail }) });

  /** Stored before it is sent; answered when the board has answered, or the time is up. */
  async function run(board: Board, command: NewCommand): Promise<Command> {
    await insertCommand(db, command);
    announce(board, command, 'created');
    const waiting = acks.waitFor(command.id, board.idDev, command.expiresAt.getTime() - now() + GRACE_MS);
    try {
      await send('cmd', board.idDev, toWire(command));
      await markPublished(db, command.id, at());
    } catch (error) {
      // It may be on its way all the same: the board's answer decides, and without one it ends as a timeout.
      log.warn({ err: error, command: command.id }, 'a command could not be sent or marked as sent');
    }
    return finish(board, command, await waiting);
  }

  async function finish(board: Board, command: NewCommand, ack: FinalAck): Promise<Command> {
    const status = ack?.st ?? 'timeout';
    await markFinished(db, command.id, status, ack?.err, at());
    metrics.commands.inc({ status });
    announce(board, command, status, ack?.err);
    if (status === 'done') return answer(board, command, status);
    const more = { command_id: command.id, ...(ack?.err && { reason: ack.err }) };
    if (status === 'rejected') throw new ProblemError('REJECTED', more);
    if (status === 'failed') throw new ProblemError('FAILED', more);
    throw new ProblemError('NO_ANSWER', more);
  }

  return {
    async startStop(user: SessionUser, board: Board, { what, value }: StartStop): Promise<Command> {
      const createdAtS = Math.floor(now() / 1000);
      const command: NewCommand = {
        id: newCommandId(now()),
        deviceId: board.deviceId,
        userId: user.id,
        op: 'start_stop',
        what,
        value,
        createdAt: at(),
        expiresAt: new Date(expiresAt('start_stop', createdAtS) * 1000),
      };
      const refusal =
        startStopRefusal(isOnline(board.idDev), lastData(board.idDev).data, value) ??
        (value && !starts.take(board.deviceId, createdAtS) ? 'TOO_MANY_STARTS' : undefined);
      if (!refusal) return run(board, command);
      await insertCommand(db, command, refusal);
      announce(board, command, 'rejected');
      throw new ProblemError(refusal, { command_id: command.id });
    },

    async receiveAck({ idDev }: Board, ack: Ack): Promise<void> {
      if (!acks.isWaiting(ack.id, idDev)) return;
      if (ack.st === 'accepted') await markAccepted(db, ack.id, at());
      else acks.receive(ack);
    },

    /** A restart sends nothing again: what was open has ended without an answer. */
    start: () => closeOpenCommands(db, at()),
    stop: () => acks.endAll(),
  };
}
export type Control = ReturnType<typeof createControl>;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const toWire = (command: NewCommand): Cmd => ({
  v: 1,
  id: command.id,
  op: command.op,
  val: command.value,
  ts: seconds(command.createdAt),
  exp: seconds(command.expiresAt),
  by: `u:${command.userId}`,
});

const answer = (board: Board, command: NewCommand, status: CommandStatus): Command => ({
  id: command.id,
  device_id: board.idDev,
  status,
  what: command.what,
  value: command.value,
});
