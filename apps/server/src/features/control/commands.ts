import { randomBytes } from 'node:crypto';
import type { Command, CommandStatus } from '@manoboard/contract/command';
import type { ProblemCode } from '@manoboard/contract/problem';
import type { Ack, Cmd } from '@manoboard/contract/topics';
import { expiresAt } from '@manoboard/domain/command-life';
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
import type { Order } from './order.ts';

interface Neighbours {
  db: Db;
  events: Events;
  metrics: Metrics;
  log: Logger;
  now: () => number;
  send: Link['send'];
}

/** An answer that was given in time may need a moment for its way. */
const GRACE_MS = 1000;

/** Sorts by time, cannot be guessed, fits the board's memory of IDs. */
const newCommandId = (nowMs: number) =>
  `${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`.toUpperCase();

/** The life of every command: stored, published, acknowledged, ended once. */
export function createCommands({ db, events, metrics, log, now, send }: Neighbours) {
  const acks = createAcks();
  const at = () => new Date(now());

  const announce = (board: Board, command: NewCommand, status: CommandStatus, detail?: Ack['err']) =>
    events.emit('command', { ...answer(board, command, status), ...(detail && { detail }) });

  function newCommand(user: SessionUser, board: Board, { wish, what, value }: Order): NewCommand {
    const createdAtS = Math.floor(now() / 1000);
    return {
      id: newCommandId(now()),
      deviceId: board.deviceId,
      userId: user.id,
      wish,
      what,
      value,
      createdAt: at(),
      expiresAt: new Date(expiresAt(wish.op, createdAtS) * 1000),
    };
  }

  async function finish(board: Board, command: NewCommand, ack: FinalAck): Promise<Done> {
    const status = ack?.st ?? 'timeout';
    await markFinished(db, command.id, status, ack?.err, at());
    metrics.commands.inc({ status });
    announce(board, command, status, ack?.err);
    if (ack?.st === 'done') return { command: answer(board, command, status), ack };
    const more = { command_id: command.id, ...(ack?.err && { reason: ack.err }) };
    if (status === 'rejected') throw new ProblemError('REJECTED', more);
    if (status === 'failed') throw new ProblemError('FAILED', more);
    throw new ProblemError('NO_ANSWER', more);
  }

  return {
    /** Stored before it is sent; answered when the board has answered, or the time is up. */
    async run(user: SessionUser, board: Board, order: Order): Promise<Done> {
      const command = newCommand(user, board, order);
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
    },

    /** Nothing is sent; the log keeps who wanted what all the same. */
    async refuse(user: SessionUser, board: Board, order: Order, refusal: ProblemCode): Promise<never> {
      const command = newCommand(user, board, order);
      await insertCommand(db, command, refusal);
      announce(board, command, 'rejected');
      throw new ProblemError(refusal, { command_id: command.id });
    },

    async receiveAck({ idDev }: Board, ack: Ack): Promise<void> {
      if (!acks.isWaiting(ack.id, idDev)) return;
      if (ack.st === 'accepted') await markAccepted(db, ack.id, at());
      else acks.receive(ack);
    },

    listOpen: (_idDev: string): readonly Command[] => [],

    /** A restart sends nothing again: what was open has ended without an answer. */
    start: () => closeOpenCommands(db, at()),
    stop: () => acks.endAll(),
  };
}
export type Commands = ReturnType<typeof createCommands>;

/** What the board did, and what it then read. */
export interface Done {
  command: Command;
  ack: Ack;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const toWire = ({ id, wish, createdAt, expiresAt, userId }: NewCommand): Cmd => ({
  v: 1,
  id,
  ...wish,
  ts: seconds(createdAt),
  exp: seconds(expiresAt),
  by: `u:${userId}`,
});

const answer = (board: Board, command: NewCommand, status: CommandStatus): Command => ({
  id: command.id,
  device_id: board.idDev,
  op: command.wish.op,
  status,
  what: command.what,
  value: command.value,
  old_value: null,
  reported_value: null,
  by: { user_id: command.userId, name: '', role: null },
  created_at: command.createdAt.getTime() / 1000,
  expires_at: command.expiresAt.getTime() / 1000,
  published_at: null,
  accepted_at: null,
  finished_at: null,
});
