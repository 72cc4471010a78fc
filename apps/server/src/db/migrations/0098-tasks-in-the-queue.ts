import { type Kysely, sql } from 'kysely';

/**
 * Tasks of the outbox become jobs of graphile-worker. Its schema exists on every database that a server has run on; a
 * database that is restored from a backup has none yet, and a backup holds no mails that wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if to_regproc('graphile_worker.add_job') is not null then
        perform graphile_worker.add_job(kind, payload::json, max_attempts => 13,
          job_key => kind || ' ' || key || ' ' || id)
        from (select * from outbox_task where failed_at is null order by id) waiting;
        perform graphile_worker.permanently_fail_jobs(
          array(select id from graphile_worker.add_job(kind, max_attempts => 1)), coalesce(error, ''))
        from outbox_task where failed_at is not null;
      end if;
    end $$`.execute(db);
  await sql`drop table outbox_task`.execute(db);
}
