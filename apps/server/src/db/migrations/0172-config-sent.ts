import { type Kysely, sql } from 'kysely';

/** When a requested configuration was last sent to its board: without an answer it is given up some time later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_config add column sent_at timestamptz`.execute(db);
  // Earlier servers have sent all of them.
  await sql`update device_config set sent_at = created_at where answer is null`.execute(db);
}
