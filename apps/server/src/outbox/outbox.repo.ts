import { sql } from 'kysely';
import { mergeWrites } from '../db/batch-calls.ts';
import type { Db } from '../db/db.ts';

export interface StoredEvent {
  name: string;
  payload: unknown;
}

/** Concurrent work within a transaction stores its events by one statement. */
export const insertEvents = mergeWrites((tx, entries: readonly (readonly StoredEvent[])[]) =>
  tx
    .insertInto('outbox_event')
    .values(entries.flat().map(({ name, payload }) => ({ name, payload: JSON.stringify(payload) })))
    .execute(),
);

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

/** The last ID that was given, also to a transaction that has not committed. */
export async function findLastId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select case when is_called then last_value else 0 end as id from outbox_event_id_seq`.execute(db);
  return Number(rows[0]?.id ?? 0);
}

/** The last ID, and the IDs of the last rows up to it. */
export async function findNewest(db: Db, count: number): Promise<{ id: number; recent: number[] }> {
  const id = await findLastId(db);
  const stored = await db
    .selectFrom('outbox_event')
    .where('id', '>', `${id - count}`)
    .select('id')
    .execute();
  return { id, recent: stored.map((row) => Number(row.id)) };
}

/** Events after an ID, and those of the missing IDs that are there now. */
export const listEvents = (db: Db, after: number, missing: readonly number[], limit: number) =>
  db
    .selectFrom('outbox_event')
    .where((eb) => eb.or([eb('id', '>', `${after}`), eb('id', '=', sql<string>`any(${missing}::bigint[])`)]))
    .select(['id', 'name', 'payload'])
    .orderBy('id')
    .limit(limit)
    .execute();

/** By the clock of the database, which all servers share. */
export const deleteOldEvents = (db: Db, keptMs: number) =>
  db
    .deleteFrom('outbox_event')
    .where('created_at', '<', sql<Date>`now() - ${keptMs} * interval '1 ms'`)
    .execute();
