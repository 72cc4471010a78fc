import type { Metrics } from '../../../base/metrics.ts';
import type { Db } from '../../../db/db.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Row } from '../../../db/tables/column-types.ts';

export async function insertRun(db: Db, serverId: string, startedAt: Date): Promise<number> {
  const { id } = await db
    .insertInto('backup_run')
    .values({ started_at: startedAt, server_id: serverId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Outcome = Partial<Omit<Row<Schema['backup_run']>, 'id' | 'started_at' | 'server_id'>>;

export const updateRun = (db: Db, id: number, outcome: Outcome) =>
  db.updateTable('backup_run').set(outcome).where('id', '=', id).execute();

export const deleteRun = (db: Db, id: number) => db.deleteFrom('backup_run').where('id', '=', id).execute();

const newest = (db: Db) => db.selectFrom('backup_run').selectAll().orderBy('started_at', 'desc').limit(1);

export const findLastSuccess = (db: Db) =>
  newest(db).where('finished_at', 'is not', null).where('error', 'is', null).executeTakeFirst();

export const findLastFinished = (db: Db) =>
  newest(db).where('finished_at', 'is not', null).executeTakeFirst();

const findLastChecked = (db: Db) =>
  db
    .selectFrom('backup_run')
    .selectAll()
    .where('checked_at', 'is not', null)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What became of backups after they were written. */
function watchCopies(db: Db, { watchValue }: Pick<Metrics, 'watchValue'>): void {
  watchValue(
    {
      name: 'manoboard_backup_last_copy_failed',
      help: '1 if BACKUP_COMMAND failed for the last scheduled backup, 0 if not',
    },
    async () => {
      const last = await findLastSuccess(db);
      return last?.copied_at ? Number(last.copy_error !== null) : undefined;
    },
  );
  watchValue(
    {
      name: 'manoboard_backup_last_check_timestamp_seconds',
      help: 'When a scheduled backup was last read again and compared with its checksums',
    },
    async () => {
      const last = await findLastChecked(db);
      return last?.checked_at ? last.checked_at.getTime() / 1000 : undefined;
    },
  );
  watchValue(
    { name: 'manoboard_backup_last_check_failed', help: '1 if that backup cannot be restored, 0 if it can' },
    async () => {
      const last = await findLastChecked(db);
      return last && Number(last.check_error !== null);
    },
  );
}

/**
 * For the operator: a backup that has not run is noticed by its age. Without scheduled backups (`everyHours`) nothing is known:
 * rows of a schedule that was given up would grow old.
 */
export function watchBackups(db: Db, metrics: Pick<Metrics, 'watchValue'>, everyHours?: number): void {
  const watchValue: Metrics['watchValue'] = (names, read) =>
    metrics.watchValue(names, async () => (everyHours === undefined ? undefined : read()));
  watchValue(
    { name: 'manoboard_backup_interval_seconds', help: 'Time between two scheduled backups' },
    async () => everyHours && everyHours * 3600,
  );
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
  watchCopies(db, { watchValue });
}
