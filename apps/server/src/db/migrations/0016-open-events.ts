import { type Kysely, sql } from 'kysely';

/** R5.9: index for open events, which the gate of a fault reset reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index board_event_open on board_event (device_id) where cleared_at is null`.execute(db);
}
