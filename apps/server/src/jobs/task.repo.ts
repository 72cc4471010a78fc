import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { TASK_KINDS, type TaskKind } from './tasks.ts';

/** The pauses of graphile-worker are 3 s, 7 s, 20 s … 6 h: the last attempt is 22 hours after the first. */
const MAX_ATTEMPTS = 13;
/** Longer than a mail server may take (`mailer.ts`). */
const LEASE = '5 minutes';

/**
 * Runs once `tx` has committed. Replaces tasks of the same kind and key that wait for another attempt: after an outage one
 * mail is sent, not five.
 */
export async function insertTask(tx: Db, kind: TaskKind, key: string, payload: unknown): Promise<void> {
  const prefix = `${kind} ${key} `;
  await sql`
    select graphile_worker.remove_job(key) from graphile_worker.jobs
    where starts_with(key, ${prefix}) and last_error is not null and locked_at is null`.execute(tx);
  await sql`
    select from graphile_worker.add_job(${kind}, ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS},
      job_key => ${prefix + randomUUID()})`.execute(tx);
}

/** Inserts a job that failed for good, without its payload; the operator reads its `last_error`. */
export const insertGivenUp = (db: Db, kind: TaskKind, error: string) =>
  sql`
    select from graphile_worker.permanently_fail_jobs(
      array(select id from graphile_worker.add_job(${kind}, max_attempts => 1)), ${error})`.execute(db);

export const deleteGivenUp = (db: Db, until: Date) =>
  sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = any(${TASK_KINDS}) and attempts >= max_attempts and updated_at <= ${until}))`.execute(
    db,
  );

/** Tasks of a server that died are due again; graphile-worker itself waits 4 hours. */
export const unlockInterrupted = (db: Db) =>
  sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs
      where task_identifier = any(${TASK_KINDS}) and locked_at < now() - ${LEASE}::interval))`.execute(db);

export async function countTasks(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where attempts < max_attempts or locked_at is not null)::integer as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as failed
    from graphile_worker.jobs where task_identifier = any(${TASK_KINDS})`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

export async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql`select where to_regproc('graphile_worker.add_job') is not null`.execute(db);
  return rows.length > 0;
}
