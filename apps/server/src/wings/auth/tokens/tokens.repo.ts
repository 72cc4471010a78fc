import { MAX_TOKENS, type TokenRefusal } from '@manoboard/contract/token/token';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { heldIds, liveAccess } from '../../../db/live-access.ts';

/** Columns of a token; its list has only devices that the user still holds. */
const shown = (at: Date) =>
  [
    ...(['id', 'name', 'created_at', 'expires_at', 'last_used_at', 'last_network'] as const),
    heldIds(at, 'api_token', 'switch_ids').as('switch_devices'),
    sql<
      string[] | null
    >`(select array_agg(id_dev order by id_dev) from device where device.id = any(api_token.watch_ids))`.as(
      'watch_devices',
    ),
  ] as const;

const ofUser = (db: Db, userId: number) => db.selectFrom('api_token').where('user_id', '=', userId);

export const listTokens = (db: Db, userId: number, at: Date) =>
  ofUser(db, userId).select(shown(at)).orderBy('created_at').orderBy('id').execute();
export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

/** Why this user may not add a token now. */
export async function refuseNewToken(db: Db, userId: number, at: Date): Promise<TokenRefusal | null> {
  const { isConfirmed, tokens } = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select([
      sql<boolean>`email_confirmed_at is not null`.as('isConfirmed'),
      ofUser(db, userId)
        .where('expires_at', '>', at)
        .select(sql<number>`count(*)::integer`.as('count'))
        .$asScalar()
        .$notNull()
        .as('tokens'),
    ])
    .executeTakeFirstOrThrow();
  if (!isConfirmed) return 'EMAIL_UNCONFIRMED';
  return tokens >= MAX_TOKENS ? 'TOO_MANY_INTEGRATIONS' : null;
}

interface NewRow {
  userId: number;
  name: string;
  switchKeys: readonly DeviceKey[];
  watchKeys?: readonly DeviceKey[] | undefined;
  tokenHash: Buffer;
  at: Date;
  expiresAt: Date;
}

export const insertToken = (
  tx: Db,
  { userId, name, switchKeys, watchKeys, tokenHash, at, expiresAt }: NewRow,
) =>
  tx
    .insertInto('api_token')
    .values({
      user_id: userId,
      name,
      token_hash: tokenHash,
      switch_ids: [...switchKeys],
      ...(watchKeys && { watch_ids: [...watchKeys] }),
      created_at: at,
      expires_at: expiresAt,
    })
    .returning(shown(at))
    .executeTakeFirstOrThrow();

const REMOVED = ['id as tokenId', sql<boolean>`cardinality(switch_ids) > 0`.as('canSwitch')] as const;

export const deleteToken = (tx: Db, userId: number, id: number) =>
  tx
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(REMOVED)
    .executeTakeFirst();

export const deleteTokensOf = (tx: Db, userId: number) =>
  tx.deleteFrom('api_token').where('user_id', '=', userId).returning(REMOVED).execute();

export const listTokenIds = async (db: Db, userId: number): Promise<number[]> =>
  (await ofUser(db, userId).select('id').execute()).map(({ id }) => id);

/** A token in force, of an enabled account with a confirmed e-mail. */
export const findToken = (db: Db, tokenHash: Buffer, at: Date) =>
  db
    .selectFrom('api_token')
    .innerJoin('app_user', 'app_user.id', 'api_token.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .where('disabled_at', 'is', null)
    .where('email_confirmed_at', 'is not', null)
    .select((eb) => [
      'api_token.id',
      'api_token.user_id as userId',
      'api_token.name',
      'switch_ids as switchKeys',
      'watch_ids as watchKeys',
      // In the order of the wall.
      sql<DeviceKey[]>`array(
        select chosen.id from unnest(watch_ids) with ordinality chosen (id, place)
        join ${liveAccess(at)} live on live.device_id = chosen.id and live.user_id = api_token.user_id
        order by chosen.place)`.as('heldWatchKeys'),
      'last_used_at as lastUsedAt',
      eb
        .selectFrom('user_role')
        .whereRef('user_role.user_id', '=', 'api_token.user_id')
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
        .$asScalar()
        .$notNull()
        .as('roles'),
      eb
        .exists(
          eb
            .selectFrom('second_factor')
            .whereRef('second_factor.user_id', '=', 'api_token.user_id')
            .where('confirmed_at', 'is not', null)
            .select('second_factor.id'),
        )
        .as('hasFactor'),
    ])
    .$narrowType<{ switchKeys: DeviceKey[]; watchKeys: DeviceKey[] | null }>()
    .executeTakeFirst();

/** The condition on `before` makes concurrent requests write once. */
export const markTokenUsed = (db: Db, id: number, use: { at: Date; network: string; before: Date }) =>
  db
    .updateTable('api_token')
    .set({ last_used_at: use.at, last_network: use.network })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', use.before)]))
    .execute();

/** Lookups compare the end with the clock; expired tokens are shown until then. */
export const deleteExpiredTokens = (db: Db, before: Date) =>
  db.deleteFrom('api_token').where('expires_at', '<=', before).execute();
