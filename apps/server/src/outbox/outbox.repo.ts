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
