import { type Kysely, sql } from 'kysely';

/** Addresses that get alerts as JSON, and the last requests to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id integer generated always as identity primary key,
      user_id integer references app_user on delete cascade,
      name text not null,
      url text not null,
      secret bytea not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index webhook_user_id on webhook (user_id)`.execute(db);
  await sql`
    create table webhook_call (
      id integer generated always as identity primary key,
      webhook_id integer not null references webhook on delete cascade,
      at timestamptz not null,
      is_test boolean not null,
      status integer,
      duration_ms integer not null,
      failure text,
      answer text
    )`.execute(db);
  await sql`create index webhook_call_webhook_id on webhook_call (webhook_id, id)`.execute(db);
}
