import { type Kysely, sql } from 'kysely';

/** The key of the installation for push services, and the browsers that get notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_key (
      id integer primary key check (id = 1),
      public_key text not null,
      private_key text not null
    )`.execute(db);
  await sql`
    create table push_subscription (
      id integer generated always as identity primary key,
      user_id integer not null references app_user on delete cascade,
      session_id bytea references session on delete cascade,
      endpoint text not null,
      endpoint_hash bytea not null unique,
      p256dh text not null,
      auth text not null,
      user_agent text,
      created_at timestamptz not null,
      sent_at timestamptz,
      failed_at timestamptz,
      failure text
    )`.execute(db);
  await sql`create index push_subscription_user_id on push_subscription (user_id)`.execute(db);
  await sql`create index push_subscription_session_id on push_subscription (session_id)`.execute(db);
}
