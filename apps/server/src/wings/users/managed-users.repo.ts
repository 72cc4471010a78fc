import type { Role } from '@manoboard/contract/account/account';
import type { AccountState, UserCounts, UserSort } from '@manoboard/contract/account/staff';
import type { PageRequest } from '@manoboard/contract/http/paging';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { liveAccess } from '../../db/live-access.ts';
import type { Schema } from '../../db/schema.ts';
import { holds } from '../../db/search.ts';

export interface UsersQuery extends PageRequest {
  search: string;
  role: Role | undefined;
  state: AccountState | undefined;
  sort: UserSort;
  order: 'asc' | 'desc';
  at: Date;
}

/** Matches a user's own texts, or a device that they hold. A search for one letter matches almost every row, so the first page fills without an index. */
function isFound({ search, at }: UsersQuery) {
  const themself = holds(sql`app_user.search_text`, search);
  const byDevice = sql`
    select user_id from ${liveAccess(at)} live join device on device.id = device_id
    where ${holds(sql`device.search_text`, search)}`;
  return search.length < 2
    ? sql<boolean>`(${themself} or app_user.id in (${byDevice}))`
    : sql<boolean>`app_user.id in (select id from app_user where ${themself} union ${byDevice})`;
}

const selectUsers = (db: Db, filter: UsersQuery) =>
  db
    .selectFrom('app_user')
    // Few rows, by an index of their own: the other indexes still answer without reading the table.
    .where('app_user.id', 'not in', (eb) =>
      eb.selectFrom('app_user as gone').where('gone.deleted_at', 'is not', null).select('gone.id'),
    )
    .$if(filter.search !== '', (query) => query.where(isFound(filter)))
    .$if(filter.role !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('user_role')
          .where('role', '=', filter.role ?? null)
          .select('user_id'),
      ),
    )
    .$if(filter.state === 'unconfirmed', (query) => query.where('email_confirmed_at', 'is', null))
    .$if(filter.state === 'disabled', (query) => query.where('disabled_at', 'is not', null));

/** Each sort order has an index. */
const KEYS = {
  email: 'email_order',
  name: 'name_order',
  surname: 'surname_order',
  created_at: 'created_at',
} as const satisfies Record<UserSort, string>;

const columns = (eb: ExpressionBuilder<Schema, 'app_user'>) =>
  [
    'id',
    'email',
    'name',
    'surname',
    'phone_number',
    'address',
    'notes',
    'created_at',
    'disabled_at',
    sql<boolean>`email_confirmed_at is not null`.as('email_confirmed'),
    eb
      .selectFrom('session')
      .whereRef('user_id', '=', 'app_user.id')
      .select(({ fn }) => fn.max('last_used_at').as('at'))
      .as('last_seen_at'),
    eb
      .selectFrom('user_role')
      .whereRef('user_id', '=', 'app_user.id')
      .select(sql<Role[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
      .as('permissions'),
  ] as const;

/** Skips rows by the index alone, without reading them. */
export const pageOfUsers = (db: Db, filter: UsersQuery) =>
  db
    .selectFrom('app_user')
    .where(
      'id',
      'in',
      selectUsers(db, filter)
        .select('id')
        .orderBy(KEYS[filter.sort], filter.order)
        .orderBy('id', filter.order)
        .limit(filter.limit)
        .offset(filter.offset),
    )
    .select(columns)
    .orderBy(KEYS[filter.sort], filter.order)
    .orderBy('id', filter.order);

export const listUsers = (db: Db, filter: UsersQuery) => pageOfUsers(db, filter).execute();

export const totalOfUsers = (db: Db, filter: UsersQuery) =>
  selectUsers(db, filter).select((eb) => eb.fn.countAll().as('count'));

export const countUsers = async (db: Db, filter: UsersQuery): Promise<number> =>
  Number((await totalOfUsers(db, filter).executeTakeFirstOrThrow()).count);

export async function getUserCounts(db: Db): Promise<UserCounts> {
  const { rows } = await sql<UserCounts>`
    select
      count(*)::int as all,
      (select count(distinct user_id) from user_role)::int as staff,
      (count(*) filter (where email_confirmed_at is null))::int as unconfirmed,
      (count(*) filter (where disabled_at is not null))::int as disabled,
      (
        select json_build_object(
          'Super Seller', count(*) filter (where role = 'Super Seller'),
          'Seller', count(*) filter (where role = 'Seller'),
          'Technician', count(*) filter (where role = 'Technician')
        ) from user_role
      ) as roles
    from app_user where deleted_at is null`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a count without a row');
  return counts;
}

export const findManaged = (db: Db, id: number) =>
  db
    .selectFrom('app_user')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(columns)
    .executeTakeFirst();
export type UserRow = NonNullable<Awaited<ReturnType<typeof findManaged>>>;

interface HeldDevice {
  user_id: number;
  id_dev: string;
  alias: string | null;
  fc_id: string | null;
  access: 'owner' | 'delegate';
  expires_at: Date | null;
  device_count: number;
}

/** The first devices of each user: found ones, then own ones, then the others. */
export const listHeld = async (
  db: Db,
  userIds: readonly number[],
  { search, most, at }: { search: string; most: number; at: Date },
): Promise<HeldDevice[]> =>
  (
    await sql<HeldDevice>`
      select * from (
        select
          user_id, id_dev, alias, fc_id, access, expires_at,
          (count(*) over (partition by user_id))::int as device_count,
          row_number() over (
            partition by user_id
            order by strpos(device.search_text, searchable(${search})) > 0 desc, access desc, id_dev
          ) as place
        from ${liveAccess(at)} live join device on device.id = device_id
        where user_id = any(${userIds})
      ) held
      where place <= ${most}
      order by user_id, place`.execute(db)
  ).rows;

/** The last use of a session since the access began: what came before does not concern the owner. */
export const listLastVisits = (db: Db, deviceKey: DeviceKey, at: Date) =>
  db
    .selectFrom(liveAccess(at).as('live'))
    .innerJoin('session', (join) =>
      join
        .onRef('session.user_id', '=', 'live.user_id')
        .on(sql<boolean>`session.last_used_at >= coalesce(live.created_at, '-infinity')`),
    )
    .where('live.device_id', '=', deviceKey)
    .where('live.access', '=', 'delegate')
    .groupBy('live.user_id')
    .select(({ fn }) => ['live.user_id as userId', fn.max('session.last_used_at').as('at')])
    .execute();
