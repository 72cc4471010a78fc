import { type Kysely, sql } from 'kysely';

/** R3.3: counters of wrong passwords, shared by all servers of one database, and the browsers that each account knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_attempt (
      key bytea primary key,
      attempts integer not null,
      free_at timestamptz not null,
      attempted_at timestamptz not null
    )`.execute(db);
  await sql`create index login_attempt_attempted_at on login_attempt (attempted_at)`.execute(db);
  await sql`
    create table known_device (
      token_hash bytea not null,
      user_id integer not null references app_user on delete cascade,
      used_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (token_hash, user_id)
    )`.execute(db);
  await sql`create index known_device_user_id on known_device (user_id, used_at)`.execute(db);
  await sql`create index known_device_expires_at on known_device (expires_at)`.execute(db);
}
