import { type Kysely, sql } from 'kysely';

/** Password reset links, one per user; personalization; the browser of a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_reset (
      user_id integer primary key references app_user on delete cascade,
      token_hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`alter table app_user add column personalization jsonb`.execute(db);
  await sql`alter table session add column user_agent text`.execute(db);
}
