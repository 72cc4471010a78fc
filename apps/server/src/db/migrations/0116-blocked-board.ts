import { type Kysely, sql } from 'kysely';

/** A blocked board is refused by the broker; its device, history and access stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column blocked_at timestamptz`.execute(db);
}
