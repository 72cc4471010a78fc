import { sql } from 'kysely';
import type { Db } from '../src/db/db.ts';
import { TASK_KINDS } from '../src/jobs/tasks.ts';

interface StoredTask {
  id: string;
  kind: string;
  key: string | null;
  payload: unknown;
  attempts: number;
  runAt: Date;
  error: string | null;
  isGivenUp: boolean;
}

/** Tasks of the outbox that are not done, and those that were given up, oldest first. */
export async function listTasks(db: Db): Promise<StoredTask[]> {
  const { rows } = await sql<StoredTask>`
    select job.id, task_identifier as kind, job.key, payload, job.attempts, job.run_at as "runAt",
      job.last_error as error, job.attempts >= job.max_attempts and job.locked_at is null as "isGivenUp"
    from graphile_worker.jobs job join graphile_worker._private_jobs using (id)
    where task_identifier = any(${TASK_KINDS}) order by job.id`.execute(db);
  return rows;
}

/** Makes waiting tasks due now, after this many attempts if given, and wakes the servers. */
export async function makeTasksDue(db: Db, attempts: number | null = null): Promise<void> {
  await sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = any(${TASK_KINDS})),
      run_at => now(), attempts => ${attempts}::integer)`.execute(db);
  await sql`select pg_notify('jobs:insert', '{"r":0,"count":1}')`.execute(db);
}
