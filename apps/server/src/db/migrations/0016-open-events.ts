import { type Kysely, sql } from 'kysely';

/** R5.9: the gate of a fault reset asks for what a board has raised and not cleared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index board_event_open on board_event (device_id) where cleared_at is null`.execute(db);
}
