import { type Kysely, sql } from 'kysely';

/** The time zone of the place of a device; null is the default zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column zone text`.execute(db);
}
