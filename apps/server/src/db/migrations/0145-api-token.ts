import { type Kysely, sql } from 'kysely';

/**
 * Tokens with which scripts of users call the API. Access is read from `user_device` at every request, so a number of
 * `switch_ids` without a row of it opens nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      id integer generated always as identity primary key,
      user_id integer not null references app_user on delete cascade,
      name text not null,
      token_hash bytea not null,
      switch_ids integer[] not null default '{}',
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      last_network text
    )`.execute(db);
  await sql`create unique index api_token_token_hash on api_token (token_hash)`.execute(db);
  await sql`create index api_token_user_id on api_token (user_id)`.execute(db);
}
