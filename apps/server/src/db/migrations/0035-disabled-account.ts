import { type Kysely, sql } from 'kysely';

/** R7.3: a disabled account has no sessions and cannot log in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column disabled_at timestamptz`.execute(db);
}
