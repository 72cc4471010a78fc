import { type Kysely, sql } from 'kysely';

/**
 * Written in the transaction of a change, read after its commit. `outbox_event`: events for this server's subscribers,
 * deleted when emitted. `outbox_task`: work outside a transaction, retried until it is done; `failed_at` is set when
 * it is given up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox_event (
      id bigint primary key generated always as identity,
      name text not null,
      payload jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table outbox_task (
      id bigint primary key generated always as identity,
      kind text not null,
      key text not null,
      payload jsonb not null,
      created_at timestamptz not null,
      attempts smallint not null default 0,
      next_at timestamptz not null,
      error text,
      failed_at timestamptz
    )`.execute(db);
}
