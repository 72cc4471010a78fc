import { type Kysely, sql } from 'kysely';

/** Scheduled backups: their outcome is shown to the operator, and decides when the next one is due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      id integer primary key generated always as identity,
      started_at timestamptz not null,
      finished_at timestamptz,
      file text,
      size_bytes double precision,
      error text
    )`.execute(db);
}
