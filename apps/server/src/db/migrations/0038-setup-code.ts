import { type Kysely, sql } from 'kysely';

/** One-time codes for the first Super Seller; each start of a server without one adds its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setup_code (
      code_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
}
