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
