import type { Db } from '../../../db/db.ts';

export const findFactorReset = (db: Db, userId: number) =>
  db
    .selectFrom('factor_reset')
    .where('user_id', '=', userId)
    .select('reset_at as resetAt')
    .executeTakeFirst();

/** A pending reset keeps its time. */
export const insertFactorReset = async (
  tx: Db,
  reset: { userId: number; askedBy: number; resetAt: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('factor_reset')
    .values({ user_id: reset.userId, asked_by: reset.askedBy, reset_at: reset.resetAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The token of the link that cancels the reset; an earlier one is void. False if it is over. */
export const setCancelToken = async (db: Db, userId: number, tokenHash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('factor_reset')
    .set({ token_hash: tokenHash })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deleteFactorReset = (tx: Db, userId: number) =>
  tx
    .deleteFrom('factor_reset')
    .where('user_id', '=', userId)
    .returning('user_id as userId')
    .executeTakeFirst();

export const deleteFactorResetByToken = (tx: Db, tokenHash: Buffer) =>
  tx
    .deleteFrom('factor_reset')
    .where('token_hash', '=', tokenHash)
    .returning('user_id as userId')
    .executeTakeFirst();

/** One due reset; two servers take different ones. */
export const takeDueReset = (tx: Db, now: Date) =>
  tx
    .deleteFrom('factor_reset')
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('factor_reset')
        .where('reset_at', '<=', now)
        .select('user_id')
        .orderBy('reset_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['user_id as userId', 'asked_by as askedBy'])
    .executeTakeFirst();
