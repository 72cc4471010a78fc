import { type Kysely, sql } from 'kysely';

/** Devices that a token shows on a wall, in their order there. A token with them does nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column watch_ids integer[]`.execute(db);
}
