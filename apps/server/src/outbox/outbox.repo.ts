import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

export interface StoredEvent {
  name: string;
  payload: unknown;
}

export const insertEvents = (tx: Db, entries: readonly StoredEvent[]) =>
  tx
    .insertInto('outbox_event')
    .values(entries.map(({ name, payload }) => ({ name, payload: JSON.stringify(payload) })))
    .execute();

/** The oldest events, in the order in which they were stored. */
export async function deleteEvents(tx: Db, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    with taken as (
      delete from outbox_event
      where id in (select id from outbox_event order by id limit ${limit})
      returning id, name, payload
    )
    select name, payload from taken order by id`.execute(tx);
  return rows;
}

export interface NewTask {
  kind: string;
  key: string;
  payload: unknown;
}

/** Replaces tasks of the same kind and key that wait for another attempt: after an outage one mail is sent, not five. */
export async function insertTask(tx: Db, { kind, key, payload }: NewTask, at: Date): Promise<void> {
  await tx
    .deleteFrom('outbox_task')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('error', 'is not', null)
    .where('failed_at', 'is', null)
    .execute();
  await tx
    .insertInto('outbox_task')
    .values({ kind, key, payload: JSON.stringify(payload), created_at: at, next_at: at })
    .execute();
}

/** The oldest task that is due. It is due again at `leaseEnd`, in case this server dies before it is done. */
export const claimTask = (db: Db, kinds: readonly string[], at: Date, leaseEnd: Date) =>
  db
    .updateTable('outbox_task')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: leaseEnd }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox_task')
        .where('kind', 'in', kinds)
        .where('failed_at', 'is', null)
        .where('next_at', '<=', at)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning(['id', 'kind', 'payload', 'attempts', 'created_at as createdAt'])
    .executeTakeFirst();
export type ClaimedTask = NonNullable<Awaited<ReturnType<typeof claimTask>>>;

export const deleteTask = (db: Db, id: string) => db.deleteFrom('outbox_task').where('id', '=', id).execute();

export const markRetry = (db: Db, id: string, error: string, nextAt: Date) =>
  db.updateTable('outbox_task').where('id', '=', id).set({ error, next_at: nextAt }).execute();

/** The row stays for the operator, without its payload. */
export const markFailed = (db: Db, id: string, error: string, at: Date) =>
  db
    .updateTable('outbox_task')
    .where('id', '=', id)
    .set({ error, failed_at: at, payload: '{}', key: '' })
    .execute();

export const deleteFailed = (db: Db, until: Date) =>
  db.deleteFrom('outbox_task').where('failed_at', '<=', until).execute();

export async function countTasks(db: Db): Promise<{ waiting: number; failed: number }> {
  const { waiting, failed } = await db
    .selectFrom('outbox_task')
    .select((eb) => [
      eb.fn.countAll().filterWhere('failed_at', 'is', null).as('waiting'),
      eb.fn.countAll().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), failed: Number(failed) };
}
