import { ATTEMPTS_FORGOTTEN_AFTER_S } from '@manoboard/domain/limits/password-attempts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/** Servers whose clocks differ by seconds do not start (`cluster/`): a row that is further ahead was written before a clock was set back. */
const CLOCKS_DIFFER_BY = sql`interval '1 minute'`;

/**
 * Counts an attempt before its outcome is known, so parallel attempts count one by one. Returns when the next attempt
 * is accepted if this one is not; refused attempts do not count. Of parallel attempts the earlier one often gets the row
 * lock later, and clocks of servers differ, so the time of a row never goes back. After a clock was set back, one attempt
 * is accepted at once, and still counts.
 */
export async function takeAttempt(
  db: Db,
  key: Buffer,
  delaysS: readonly number[],
  now: Date,
): Promise<Date | undefined> {
  const at = sql`${now}::timestamptz`;
  const forgotten = secondsBefore(now, ATTEMPTS_FORGOTTEN_AFTER_S);
  const isSetBack = sql`known.attempted_at > ${at} + ${CLOCKS_DIFFER_BY}`;
  const { numAffectedRows } = await sql`
    insert into login_attempt as known (key, attempts, free_at, attempted_at)
    values (${key}, 1, ${at} + make_interval(secs => ${delaysS[0] ?? 0}), ${at})
    on conflict (key) do update set (attempts, free_at, attempted_at) = (
      select next.attempts, next.at + make_interval(secs => (${delaysS}::integer[])[next.attempts]), next.at
      from (select
        case when known.attempted_at < ${forgotten} then 1
        else least(known.attempts + 1, ${delaysS.length}) end as attempts,
        case when ${isSetBack} then ${at} else greatest(known.attempted_at, ${at}) end as at) as next)
    where known.free_at <= greatest(known.attempted_at, ${at}) or ${isSetBack}`.execute(db);
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
