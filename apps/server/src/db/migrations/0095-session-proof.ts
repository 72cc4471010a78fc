import { type Kysely, sql } from 'kysely';

/** When the user of a session last proved who they are; it expires with the session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column proved_at timestamptz`.execute(db);
}
