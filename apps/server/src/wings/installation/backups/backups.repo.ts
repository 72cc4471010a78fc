import type { Metrics } from '../../../base/metrics.ts';
import type { Db } from '../../../db/db.ts';

export async function insertRun(db: Db, startedAt: Date): Promise<number> {
  const { id } = await db
    .insertInto('backup_run')
    .values({ started_at: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Outcome {
  finished_at: Date;
  file?: string;
  size_bytes?: number;
  error?: string;
}

export const finishRun = (db: Db, id: number, outcome: Outcome) =>
  db.updateTable('backup_run').set(outcome).where('id', '=', id).execute();

export const deleteRun = (db: Db, id: number) => db.deleteFrom('backup_run').where('id', '=', id).execute();

const newest = (db: Db) => db.selectFrom('backup_run').selectAll().orderBy('started_at', 'desc').limit(1);

export const findLastSuccess = (db: Db) =>
  newest(db).where('finished_at', 'is not', null).where('error', 'is', null).executeTakeFirst();

export const findLastFinished = (db: Db) =>
  newest(db).where('finished_at', 'is not', null).executeTakeFirst();

/** For the operator: a backup that has not run is noticed by its age. */
export function watchBackups(db: Db, { watchValue }: Pick<Metrics, 'watchValue'>): void {
  watchValue(
    {
      name: 'manoboard_backup_last_success_timestamp_seconds',
      help: 'End of the last scheduled backup that succeeded',
    },
    async () => {
      const last = await findLastSuccess(db);
      return last?.finished_at ? last.finished_at.getTime() / 1000 : undefined;
    },
  );
  watchValue(
    {
      name: 'manoboard_backup_last_success_size_bytes',
      help: 'Size of the last scheduled backup that succeeded',
    },
    async () => (await findLastSuccess(db))?.size_bytes ?? undefined,
  );
  watchValue(
    { name: 'manoboard_backup_last_failed', help: '1 if the last scheduled backup failed, 0 if not' },
    async () => {
      const last = await findLastFinished(db);
      return last && Number(last.error !== null);
    },
  );
}
