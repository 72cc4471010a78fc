import { type Kysely, sql } from 'kysely';

/** What became of a backup after it was written: its copy elsewhere (BACKUP_COMMAND), and its last check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table backup_run
      add column server_id text,
      add column copied_at timestamptz,
      add column copy_error text,
      add column checked_at timestamptz,
      add column check_error text`.execute(db);
}
