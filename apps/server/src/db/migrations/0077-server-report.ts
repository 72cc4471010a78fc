import { type Kysely, sql } from 'kysely';

/** Each server reports every few seconds that it runs, how many boards are connected to it, and its outage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_report (
      server_id text primary key,
      seen_at timestamptz not null,
      online integer not null,
      outage jsonb
    )`.execute(db);
}
