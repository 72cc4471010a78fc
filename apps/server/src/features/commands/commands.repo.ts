import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { CommandOp, CommandStatus, CommandValue } from '@manoboard/contract/nouns/command';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { CommandTable } from '../../db/schema.ts';
import type { CommandRow } from './command-row.ts';

export const getCapabilities = async (db: Db, deviceId: number) =>
  (await db.selectFrom('device').where('id', '=', deviceId).select('capabilities').executeTakeFirstOrThrow())
    .capabilities;

export const getName = (db: Db, userId: number) =>
  db.selectFrom('app_user').where('id', '=', userId).select(['name', 'surname']).executeTakeFirstOrThrow();

const commands = (db: Db) =>
  db
    .selectFrom('command')
    .innerJoin('device', 'device.id', 'command.device_id')
    .innerJoin('app_user', 'app_user.id', 'command.user_id')
    .selectAll('command')
    .select(['id_dev', 'app_user.name', 'app_user.surname']);

export const listCommands = (db: Db, ids: readonly string[]): Promise<CommandRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : commands(db).where('command.id', 'in', ids).execute();

export const findByKey = (db: Db, userId: number, deviceId: number, key: string) =>
  commands(db)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

/** When commands of this op were created, Unix seconds, that may have reached the drive. */
export async function listSent(
  db: Db,
  deviceId: number,
  { op, value }: { op: CommandOp; value: boolean },
  since: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('command')
    .where('device_id', '=', deviceId)
    .where('created_at', '>', since)
    .where('op', '=', op)
    .where('value', '=', value)
    .where('status', 'not in', ['rejected', 'expired'])
    .select('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at.getTime() / 1000);
}

/** What the board has raised by itself and not cleared. */
export async function listRaised(db: Db, deviceId: number): Promise<{ code: EventCode; at: Date | null }[]> {
  return db
    .selectFrom('board_event')
    .where('device_id', '=', deviceId)
    .where('cleared_at', 'is', null)
    .select(['code', 'raised_at as at'])
    .orderBy('received_at', 'desc')
    .execute();
}

/** On, off or unknown: what the last frame before this moment that showed neither fault nor power loss says. */
export const findRunStateBefore = (db: Db, deviceId: number, before: Date, after: Date) =>
  db
    .selectFrom('frame')
    .where('device_id', '=', deviceId)
    .where('ts', '<=', before)
    .where('ts', '>', after)
    .where('on_off_state_r', 'in', [1, 2, 3])
    .select('on_off_state_r')
    .orderBy('ts', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findOpen = (db: Db, deviceId: number, target: string) =>
  db
    .selectFrom('command')
    .where('device_id', '=', deviceId)
    .where('target', '=', target)
    .where('finished_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();

/** What a command made of the target in this time. Later ones were stored before the clock was set back. */
export const findLastDone = (db: Db, deviceId: number, target: string, after: Date, until: Date) =>
  db
    .selectFrom('command')
    .where('device_id', '=', deviceId)
    .where('target', '=', target)
    .where('status', '=', 'done')
    .where('finished_at', '>', after)
    .where('finished_at', '<=', until)
    .select(['value', 'reported_value'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Before anything is sent; a command that was refused at once is stored as ended. */
export const insertCommand = (db: Db, row: Insertable<CommandTable>) =>
  db.insertInto('command').values(row).execute();

/** False when a command with this ID is there already. */
export const insertMissing = async (db: Db, row: Insertable<CommandTable>): Promise<boolean> => {
  const inserted = await db
    .insertInto('command')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** An answer may be quicker than this note. */
export const markPublished = (db: Db, id: string, at: Date) =>
  db
    .updateTable('command')
    .set({
      published_at: at,
      status: sql<CommandStatus>`case status when 'created' then 'published' else status end`,
    })
    .where('id', '=', id)
    .execute();

export const markAccepted = (db: Db, id: string, at: Date) =>
  db
    .updateTable('command')
    .set({ status: 'accepted', accepted_at: at })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();

export interface Ending {
  status: CommandStatus;
  error?: AckError | undefined;
  problem?: ProblemCode | undefined;
  more?: Partial<Problem>;
  oldValue: CommandValue;
  reportedValue: CommandValue;
  publishedAt: Date | null;
  at: Date;
}

/** Exactly one final state: the first to come here wins, and whoever comes later gets false. */
export async function markFinished(db: Db, id: string, ending: Ending): Promise<boolean> {
  const row = await db
    .updateTable('command')
    .set({
      status: ending.status,
      error: ending.error ?? null,
      problem: ending.problem ?? null,
      ...(ending.more && { problem_more: JSON.stringify(ending.more) }),
      old_value: JSON.stringify(ending.oldValue),
      reported_value: JSON.stringify(ending.reportedValue),
      published_at: sql<Date | null>`coalesce(published_at, ${ending.publishedAt})`,
      finished_at: ending.at,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A board that answers when nobody waits any more is noted once; the command has ended all the same. */
export async function claimLateAnswer(db: Db, id: string, deviceId: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('command')
    .set({ late_answer_at: at })
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .where('status', '=', 'timeout')
    .where('op', '!=', 'reg_read')
    .where('late_answer_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reading is in no log. */
export const deleteReads = (db: Db, before: Date) =>
  db.deleteFrom('command').where('op', '=', 'reg_read').where('created_at', '<', before).execute();

/** Nobody waits for these any more, and nothing of them is sent again. Gives back which they were. */
export async function closeOpen(db: Db, at: Date, expiredBefore?: Date): Promise<string[]> {
  const rows = await db
    .updateTable('command')
    .set({ status: 'timeout', problem: 'NO_ANSWER', finished_at: at })
    .where('finished_at', 'is', null)
    .$if(expiredBefore !== undefined, (query) => query.where('expires_at', '<', expiredBefore ?? at))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
