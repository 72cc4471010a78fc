import { type Kysely, sql } from 'kysely';

/** Logins on the broker for other programs of users, and the login that sent a command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integration (
      id integer generated always as identity primary key,
      user_id integer not null references app_user on delete cascade,
      name text not null,
      password_hash bytea not null,
      can_switch boolean not null default false,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index integration_user_id on integration (user_id)`.execute(db);
  await sql`alter table command add column via text`.execute(db);
}
