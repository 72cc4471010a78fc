import type { AckError } from '@manoboard/contract/ack-error';
import type { CommandStatus, CommandValue } from '@manoboard/contract/command';
import type { ProblemCode } from '@manoboard/contract/problem';
import type { Db } from '../../db/db.ts';
import type { Wish } from './order.ts';

export interface NewCommand {
  id: string;
  deviceId: number;
  userId: number;
  wish: Wish;
  what: string;
  value: CommandValue;
  createdAt: Date;
  expiresAt: Date;
}

/** Before anything is sent; a command that was refused at once is stored as ended. */
export const insertCommand = (db: Db, command: NewCommand, refusal?: ProblemCode) =>
  db
    .insertInto('command')
    .values({
      id: command.id,
      device_id: command.deviceId,
      user_id: command.userId,
      op: command.wish.op,
      what: command.what,
      value: JSON.stringify(command.value),
      status: refusal ? 'rejected' : 'created',
      error: refusal ?? null,
      created_at: command.createdAt,
      expires_at: command.expiresAt,
      finished_at: refusal ? command.createdAt : null,
    })
    .execute();

export const markPublished = (db: Db, id: string, at: Date) =>
  db
    .updateTable('command')
    .set({ status: 'published', published_at: at })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute();

export const markAccepted = (db: Db, id: string, at: Date) =>
  db
    .updateTable('command')
    .set({ status: 'accepted', accepted_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['created', 'published'])
    .execute();

/** Exactly one final state: the first to come here wins. */
export const markFinished = (
  db: Db,
  id: string,
  status: CommandStatus,
  error: AckError | undefined,
  at: Date,
) =>
  db
    .updateTable('command')
    .set({ status, error: error ?? null, finished_at: at })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();

/** Nobody waits for these any more, and nothing of them is sent again. */
export const closeOpenCommands = (db: Db, at: Date) =>
  db
    .updateTable('command')
    .set({ status: 'timeout', finished_at: at })
    .where('finished_at', 'is', null)
    .execute();
