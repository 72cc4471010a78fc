import type { Db } from './db.ts';

/**
 * Changes of a user's level come one after the other, and so does what depends on it. Who locks both, a user and a
 * device, locks the user first: then no two wait for each other.
 */
export const lockUser = (db: Db, userId: number) =>
  db.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow();
