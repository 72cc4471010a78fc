import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export async function getDatabaseFacts(db: Db): Promise<{ version: string; size_bytes: number }> {
  const { rows } = await sql<{ version: string; size_bytes: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as size_bytes`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database returned no facts about itself');
  return facts;
}

export const findFirstRun = (db: Db) =>
  db
    .selectFrom('installation')
    .select([
      'mail_test_to as to',
      'mail_test_at as sentAt',
      'mail_opened_at as openedAt',
      'first_run_dismissed_at as dismissedAt',
    ])
    .executeTakeFirst();

/** Links of earlier test mails are void. */
export const updateTestMail = (db: Db, mail: { hash: Buffer; to: string; at: Date }) =>
  db
    .updateTable('installation')
    .set({ mail_test_hash: mail.hash, mail_test_to: mail.to, mail_test_at: mail.at, mail_opened_at: null })
    .execute();

/** Stores the first opening of the link. False if the link belongs to another mail. */
export async function markMailOpened(db: Db, hash: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set((eb) => ({ mail_opened_at: eb.fn.coalesce('mail_opened_at', eb.val(at)) }))
    .where('mail_test_hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export const markFirstRunDismissed = (db: Db, at: Date) =>
  db.updateTable('installation').set({ first_run_dismissed_at: at }).execute();

/** Counts boards; only those that have reported have a version. */
export async function countBoards(db: Db): Promise<{ enrolled: number; reported: number }> {
  const { rows } = await sql<{ enrolled: number; reported: number }>`
    select count(*)::int as enrolled, count(version)::int as reported from device`.execute(db);
  return rows[0] ?? { enrolled: 0, reported: 0 };
}
