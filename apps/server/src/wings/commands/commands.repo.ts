import type { Command, CommandOp, CommandStatus, CommandValue } from '@manoboard/contract/command/command';
import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { Row } from '../../db/tables/column-types.ts';
import type { CommandTable } from '../../db/tables/device-tables.ts';
import { tenureStart } from '../../db/tenure.ts';

/** A row of the table with the names of its device and its user. */
export type CommandRow = Omit<
  Row<CommandTable>,
  'device_id' | 'target' | 'request_hash' | 'idempotency_key' | 'late_answer_at' | 'server_id'
> & { id_dev: string; name: string; surname: string };

const seconds = (date: Date) => date.getTime() / 1000;

export const toCommand = (row: CommandRow): Command => ({
  id: row.id,
  device_id: row.id_dev,
  op: row.op,
  status: row.status,
  what: row.what,
  value: row.value,
  old_value: row.old_value,
  reported_value: row.reported_value,
  ...(row.normalizer && { normalizer: row.normalizer }),
  ...(row.register !== null && { register: row.register }),
  by: {
    user_id: row.user_id,
    name: `${row.name} ${row.surname}`.trim(),
    role: row.role,
    ...(row.via !== null && { via: row.via }),
  },
  created_at: seconds(row.created_at),
  expires_at: seconds(row.expires_at),
  published_at: row.published_at && seconds(row.published_at),
  accepted_at: row.accepted_at && seconds(row.accepted_at),
  finished_at: row.finished_at && seconds(row.finished_at),
  ...(row.error && { detail: row.error }),
  ...(row.problem && { problem: row.problem }),
});

const commands = (db: Db) =>
  db
    .selectFrom('command')
    .innerJoin('device', 'device.id', 'command.device_id')
    .innerJoin('app_user', 'app_user.id', 'command.user_id')
    .selectAll('command')
    .select(['id_dev', 'app_user.name', 'app_user.surname']);

export const listCommands = (db: Db, ids: readonly string[]): Promise<CommandRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : commands(db).where('command.id', 'in', ids).execute();

export const findByKey = (db: Db, userId: number, deviceKey: DeviceKey, key: string) =>
  commands(db)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceKey)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

/** When commands of this op were created, Unix seconds, that may have reached the drive. */
export async function listSent(
  db: Db,
  deviceKey: DeviceKey,
  { op, value }: { op: CommandOp; value: boolean },
  since: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('command')
    .where('device_id', '=', deviceKey)
    .where('created_at', '>', since)
    .where('op', '=', op)
    .where('value', '=', value)
    .where('status', 'not in', ['rejected', 'expired'])
    .select('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at.getTime() / 1000);
}

export const findOpen = (db: Db, deviceKey: DeviceKey, target: string) =>
  db
    .selectFrom('command')
    .where('device_id', '=', deviceKey)
    .where('target', '=', target)
    .where('finished_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();

export interface WantedTarget {
  target: string;
  after: Date;
}

/**
 * The value that the last done command gave to each target in this time, by target. `until` skips rows from before the
 * clock was set back. One statement for all targets: each further one delays a stop on a busy server.
 */
export async function findLastDone(
  db: Db,
  deviceKey: DeviceKey,
  wanted: readonly [WantedTarget, ...WantedTarget[]],
  until: Date,
): Promise<Map<string, CommandValue>> {
  const lastOf = ({ target, after }: WantedTarget) =>
    db
      .selectFrom(
        db
          .selectFrom('command')
          .where('device_id', '=', deviceKey)
          .where('target', '=', target)
          .where('status', '=', 'done')
          .where('finished_at', '>', after)
          .where('finished_at', '<=', until)
          .select(['target', 'value', 'reported_value'])
          .orderBy('finished_at', 'desc')
          .limit(1)
          .as('done'),
      )
      .selectAll();
  const [first, ...others] = wanted;
  const rows = await others.reduce((all, one) => all.unionAll(lastOf(one)), lastOf(first)).execute();
  return new Map(rows.map(({ target, value, reported_value }) => [target, reported_value ?? value]));
}

/** Called before the command is sent; a refused command is stored as ended. Returns the name of its user. */
export const insertCommand = (db: Db, row: Insertable<CommandTable>) =>
  db
    .insertInto('command')
    .values(row)
    .returning(({ selectFrom }) => {
      const user = selectFrom('app_user').whereRef('app_user.id', '=', 'command.user_id');
      return [
        user.select('name').$asScalar().$notNull().as('name'),
        user.select('surname').$asScalar().$notNull().as('surname'),
      ];
    })
    .executeTakeFirstOrThrow();

/** False if a command with this ID exists. */
export const insertMissing = async (db: Db, row: Insertable<CommandTable>): Promise<boolean> => {
  const inserted = await db
    .insertInto('command')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** The ack may be stored before this update: its status stays. */
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

/** An open command of this device. */
export const findOpenCommand = (db: Db, id: string, deviceKey: DeviceKey) =>
  commands(db)
    .where('command.id', '=', id)
    .where('device_id', '=', deviceKey)
    .where('finished_at', 'is', null)
    .executeTakeFirst();

/** The first final state wins; later calls return false. */
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

/** Marks the first ack after the timeout; the final state does not change. */
export async function claimLateAnswer(db: Db, id: string, deviceKey: DeviceKey, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('command')
    .set({ late_answer_at: at })
    .where('id', '=', id)
    .where('device_id', '=', deviceKey)
    .where('status', '=', 'timeout')
    .where('op', '!=', 'reg_read')
    .where('late_answer_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Register reads are not kept in the log. */
export const deleteReads = (db: Db, before: Date) =>
  db.deleteFrom('command').where('op', '=', 'reg_read').where('created_at', '<', before).execute();

/** Which open commands nobody waits for. */
export interface Unattended {
  expiredBefore?: Date;
  /** Commands of these servers are theirs to end. */
  notOf?: readonly string[];
  /** IDs of commands whose requests wait for an answer. */
  except?: readonly string[];
}

/** Ends open commands that no request waits for; they are not sent again. Returns their IDs. */
export async function closeOpen(
  db: Db,
  at: Date,
  { expiredBefore, notOf = [], except = [] }: Unattended = {},
): Promise<string[]> {
  const rows = await db
    .updateTable('command')
    .set({ status: 'timeout', problem: 'NO_ANSWER', finished_at: at })
    .where('finished_at', 'is', null)
    .where('id', '<>', sql<string>`all(${except}::text[])`)
    .$if(expiredBefore !== undefined, (query) => query.where('expires_at', '<', expiredBefore ?? at))
    .where((eb) =>
      eb.or([eb('server_id', 'is', null), eb('server_id', '<>', sql<string>`all(${notOf}::text[])`)]),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Person and time of the last executed stop of each device, or of the end of its retries, if no start followed. R4.3c:
 * `isOfTenure` leaves out those from before the present owner.
 */
export async function listSwitchOffs(
  db: Db,
  deviceKeys: readonly DeviceKey[],
  { isOfTenure = false } = {},
): Promise<Map<number, { by: string; at: number }>> {
  const { rows } = await sql<{ key: number; by: string; at: Date }>`
    select wanted.key, trim(name || ' ' || surname) as by, finished_at as at
    from unnest(${deviceKeys}::int[]) as wanted (key)
    cross join lateral (
      select last.* from unnest(array['start_stop', 'end_retries']) as switching (target)
      cross join lateral (
        select user_id, op, value, finished_at from command
        where device_id = wanted.key and target = switching.target and status = 'done'
        order by finished_at desc limit 1
      ) last
      order by finished_at desc limit 1
    ) switched
    join app_user on app_user.id = switched.user_id
    where (op = 'end_retries' or value = 'false'::jsonb)
      and (${!isOfTenure} or finished_at >= ${tenureStart('wanted.key')})`.execute(db);
  return new Map(rows.map(({ key, by, at }) => [key, { by, at: Math.floor(seconds(at)) }]));
}
