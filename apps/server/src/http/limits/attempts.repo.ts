import { ATTEMPTS_FORGOTTEN_AFTER_S } from '@manoboard/domain/limits/password-attempts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/**
 * Counts an attempt before its outcome is known, so parallel attempts count one by one. Returns when the next attempt
 * is accepted if this one is not; refused attempts do not count. A row from the future starts anew: the clock was
 * set back, and the row would refuse attempts until it catches up.
 */
export async function takeAttempt(
  db: Db,
  key: Buffer,
  delaysS: readonly number[],
  now: Date,
): Promise<Date | undefined> {
  const at = sql`${now}::timestamptz`;
  const forgotten = secondsBefore(now, ATTEMPTS_FORGOTTEN_AFTER_S);
  const { numAffectedRows } = await sql`
    insert into login_attempt as known (key, attempts, free_at, attempted_at)
    values (${key}, 1, ${at} + make_interval(secs => ${delaysS[0] ?? 0}), ${at})
    on conflict (key) do update set (attempts, free_at, attempted_at) = (
      select next.attempts, ${at} + make_interval(secs => (${delaysS}::integer[])[next.attempts]), ${at}
      from (select case
        when known.attempted_at > ${at} or known.attempted_at < ${forgotten} then 1
        else least(known.attempts + 1, ${delaysS.length})
      end as attempts) as next)
    where known.free_at <= ${at} or known.attempted_at > ${at}`.execute(db);
  if (numAffectedRows === 1n) return undefined;
  const row = await db
    .selectFrom('login_attempt')
    .where('key', '=', key)
    .select('free_at as freeAt')
    .executeTakeFirst();
  return row?.freeAt ?? now;
}

export const deleteAttempts = (db: Db, keys: readonly Buffer[]) =>
  db.deleteFrom('login_attempt').where('key', 'in', keys).execute();

export const deleteForgottenAttempts = (db: Db, now: Date) =>
  db
    .deleteFrom('login_attempt')
    .where('attempted_at', '<', secondsBefore(now, ATTEMPTS_FORGOTTEN_AFTER_S))
    .execute();
