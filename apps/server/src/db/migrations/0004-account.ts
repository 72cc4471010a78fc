import { type Kysely, sql } from 'kysely';

/** Links to a new password, one a user; what a user arranges for himself; which browser a session belongs to. */
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
