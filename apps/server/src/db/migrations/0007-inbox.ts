import { type Kysely, sql } from 'kysely';

/** R1.7: the inbox of each user. A column stores whether a user was notified of ended access, so a restart loses nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inbox_item (
      id bigint primary key generated always as identity,
      user_id integer not null references app_user on delete cascade,
      event jsonb not null,
      is_message boolean not null generated always as (event ->> 'type' = 'message') stored,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index inbox_item_newest on inbox_item (user_id, is_message, id desc)`.execute(db);
  await sql`create index inbox_item_created_at on inbox_item (created_at)`.execute(db);

  await sql`alter table user_device add column is_end_told boolean not null default false`.execute(db);
  await sql`update user_device set is_end_told = true where expires_at <= now()`.execute(db);
  await sql`drop index user_device_expires_at`.execute(db);
  await sql`
    create index user_device_next_end on user_device (expires_at)
    where expires_at is not null and not is_end_told`.execute(db);
}
