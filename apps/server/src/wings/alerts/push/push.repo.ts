import type { NewPushSubscription, OutgoingFailure } from '@manoboard/contract/alert/push-subscription';
import { sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** Stores the key unless one exists; the first of two servers that start at once wins. */
export async function storeKeyOnce(db: Db, { publicKey, privateKey }: KeyPair): Promise<void> {
  await db
    .insertInto('push_key')
    .values({ id: 1, public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findKey = (db: Db): Promise<KeyPair | undefined> =>
  db
    .selectFrom('push_key')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirst();

/** Subscriptions belong to a key. Returns how many browsers had one. */
export async function forgetPushKey(tx: Db): Promise<number> {
  await tx.deleteFrom('push_key').execute();
  const { numDeletedRows } = await tx.deleteFrom('push_subscription').executeTakeFirst();
  return Number(numDeletedRows);
}

const SHOWN = ['id', 'endpoint_hash', 'user_agent', 'created_at', 'sent_at', 'failed_at', 'failure'] as const;

export const listBrowsers = (db: Db, userId: number) =>
  db
    .selectFrom('push_subscription')
    .where('user_id', '=', userId)
    .select(SHOWN)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
export type BrowserRow = Awaited<ReturnType<typeof listBrowsers>>[number];

/** Browsers of a user whose account is enabled. */
export const listTargets = mergeCalls(async (db, userIds: readonly number[]) => {
  const rows = await db
    .selectFrom('push_subscription')
    .innerJoin('app_user', 'app_user.id', 'push_subscription.user_id')
    .where('user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where('disabled_at', 'is', null)
    .select(['push_subscription.id', 'user_id', 'user_agent as userAgent'])
    .orderBy('push_subscription.id')
    .execute();
  return userIds.map((userId) => rows.filter(({ user_id }) => user_id === userId));
});

interface NewBrowser {
  userId: number;
  sessionId: Buffer;
  subscription: NewPushSubscription;
  endpointHash: Buffer;
  userAgent: string | null;
  at: Date;
}

/** A browser that another user used before belongs to this user from now on. */
export function upsertBrowser(tx: Db, { userId, sessionId, subscription, ...browser }: NewBrowser) {
  const { endpoint, keys } = subscription;
  return tx
    .insertInto('push_subscription')
    .values((eb) => ({
      user_id: userId,
      // The session may have ended meanwhile.
      session_id: eb.selectFrom('session').where('session.id', '=', sessionId).select('session.id'),
      endpoint,
      endpoint_hash: browser.endpointHash,
      ...keys,
      user_agent: browser.userAgent,
      created_at: browser.at,
    }))
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        session_id: eb.ref('excluded.session_id'),
        ...keys,
        user_agent: eb.ref('excluded.user_agent'),
        failed_at: null,
        failure: null,
      })),
    )
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export async function deleteBrowser(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** With the roles of its user. */
export const findSubscription = (db: Db, id: number) =>
  db
    .selectFrom('push_subscription')
    .where('id', '=', id)
    .select((eb) => [
      'endpoint',
      'p256dh',
      'auth',
      eb
        .selectFrom('user_role')
        .whereRef('user_role.user_id', '=', 'push_subscription.user_id')
        .select(sql<string[]>`coalesce(array_agg(role), '{}')`.as('roles'))
        .$asScalar()
        .$notNull()
        .as('roles'),
    ])
    .executeTakeFirst();

/** For a subscription that its push service does not know any more. */
export const deleteSubscription = (db: Db, id: number) =>
  db.deleteFrom('push_subscription').where('id', '=', id).execute();

export const markSent = (db: Db, id: number, at: Date) =>
  db
    .updateTable('push_subscription')
    .where('id', '=', id)
    .set({ sent_at: at, failed_at: null, failure: null })
    .execute();

export const markFailed = (db: Db, id: number, failure: OutgoingFailure, at: Date) =>
  db.updateTable('push_subscription').where('id', '=', id).set({ failed_at: at, failure }).execute();

/** A browser that logs in again as the same user keeps its notifications. */
export const moveToSession = (tx: Db, { id, userId }: { id: Buffer; userId: number }, replaced: Buffer) =>
  tx
    .updateTable('push_subscription')
    .set({ session_id: id })
    .where('session_id', '=', replaced)
    .where('user_id', '=', userId)
    .execute();

/** For a new password: no session ends these. */
export const deleteWithoutSession = (tx: Db, userId: number) =>
  tx.deleteFrom('push_subscription').where('user_id', '=', userId).where('session_id', 'is', null).execute();

/**
 * Browsers with an expired session still get notifications: an alert must not be lost because its receiver has not
 * opened the console for a month.
 */
export const keepWithoutSession = (db: Db, now: Date) =>
  db
    .updateTable('push_subscription')
    .set({ session_id: null })
    .where('session_id', 'in', (eb) =>
      eb.selectFrom('session').where('expires_at', '<=', now).select('session.id'),
    )
    .execute();
