import type { NotificationSettings, Ways } from '@manoboard/contract/alert/alert-delivery';
import type { LadderStep } from '@manoboard/domain/alerts/delivery/ladder';
import type { ReachFacts } from '@manoboard/domain/alerts/delivery/reach';
import { type RawBuilder, sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { receiverIds } from './plan.repo.ts';

/** Columns of `ReachFacts`, selected from `app_user`. */
const facts = sql`
  email_confirmed_at is not null as "isEmailConfirmed",
  (select count(*)::int from push_subscription where push_subscription.user_id = app_user.id) as browsers,
  (select count(*)::int from webhook where webhook.user_id = app_user.id) as webhooks,
  settings`;

const enabledUsers = sql`
  app_user left join notification_settings on notification_settings.user_id = app_user.id
  where disabled_at is null and deleted_at is null`;

export interface ReachedPerson extends ReachFacts {
  userId: number;
  name: string;
  email: string;
  settings: NotificationSettings | null;
}

const selectPeople = (ids: RawBuilder<unknown>, most: number) => sql<ReachedPerson>`
  select app_user.id as "userId", name || ' ' || surname as name, email, ${facts}
  from ${enabledUsers} and app_user.id in (${ids}) order by app_user.id limit ${most}`;

/** The people of a step, now. */
export async function listPeople(
  db: Db,
  step: LadderStep,
  deviceKey: DeviceKey,
  at: Date,
  most: number,
): Promise<ReachedPerson[]> {
  return (await selectPeople(receiverIds(step, deviceKey, at), most).execute(db)).rows;
}

/** Enabled accounts of these steps, each once. */
export async function countPeople(
  db: Db,
  steps: readonly LadderStep[],
  deviceKey: DeviceKey,
  at: Date,
): Promise<number> {
  const ids = sql.join(
    steps.map((step) => sql`(${receiverIds(step, deviceKey, at)})`),
    sql` union `,
  );
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${enabledUsers} and app_user.id in (${ids})`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findPerson(db: Db, userId: number): Promise<ReachedPerson | undefined> {
  return (await selectPeople(sql`select ${userId}::int`, 1).execute(db)).rows[0];
}

/** R4.3d: nothing without a confirmed address. */
export const findAddress = mergeCalls(
  async (db, userIds: readonly number[]): Promise<(string | undefined)[]> => {
    const rows = await db
      .selectFrom('app_user')
      .where('id', '=', sql<number>`any(${userIds}::int[])`)
      .where('email_confirmed_at', 'is not', null)
      .where('disabled_at', 'is', null)
      .where('deleted_at', 'is', null)
      .select(['id', 'email'])
      .execute();
    const emails = new Map(rows.map(({ id, email }) => [id, email]));
    return userIds.map((id) => emails.get(id));
  },
);

export const holdsDevice = async (db: Db, userId: number, at: Date): Promise<boolean> =>
  (await sql`select from ${liveAccess(at)} live where user_id = ${userId} limit 1`.execute(db)).rows.length >
  0;

export interface OwnerGroup {
  facts: ReachFacts;
  count: number;
  /** The first owners of the group. */
  owners: { name: string; email: string }[];
}

/** Owners of devices, grouped by what decides how alarms reach them: a few dozen groups, however many owners. */
export async function listOwnerGroups(db: Db, at: Date, mostOwners: number): Promise<OwnerGroup[]> {
  interface Row extends Omit<ReachFacts, 'settings'>, Omit<OwnerGroup, 'facts'> {
    alarm: NotificationSettings['matrix']['alarm'] | null;
  }
  const { rows } = await sql<Row>`
    with owner as (
      select app_user.id, name || ' ' || surname as name, email,
        email_confirmed_at is not null as confirmed, settings -> 'matrix' -> 'alarm' as alarm,
        exists (select from push_subscription where push_subscription.user_id = app_user.id)::int as browsers,
        exists (select from webhook where webhook.user_id = app_user.id)::int as webhooks
      from ${enabledUsers}
        and app_user.id in (select user_id from ${liveAccess(at)} live where access = 'owner')
    )
    select confirmed as "isEmailConfirmed", browsers, webhooks, alarm, count(*)::int as count,
      (array_agg(jsonb_build_object('name', name, 'email', email) order by id))[1:${mostOwners}] as owners
    from owner group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ alarm, count, owners, ...rest }) => ({
    facts: { ...rest, settings: alarm && { matrix: { alarm, warning: alarm } } },
    count,
    owners,
  }));
}

const UNWANTED: Ways = { mail: 'off', push: 'off', webhook: 'off' };

/** Open alarms of devices that reached nobody; not those of people who want none. */
export async function countUndelivered(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alert
    where cleared_at is null and resolved_at is null and severity = 'alarm' and device_id is not null
      and exists (
        select from alert_unreached u where u.alert_id = alert.id and u.ways <> ${JSON.stringify(UNWANTED)}::jsonb)
      and not exists (
        select from alert_delivery d where d.alert_id = alert.id and d.state in ('sent', 'seen'))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Since when the mail server accepts no mails of alerts; nothing if none waits for another attempt. */
export const findMailFailure = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('alert_delivery')
      .where('channel', '=', 'mail')
      .where('state', '=', 'waiting')
      .where('reason', 'is not', null)
      .select((eb) => eb.fn.min<Date | null>('created_at').as('since'))
      .executeTakeFirst()
  )?.since ?? null;

export const countInstallationWebhooks = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('webhook')
      .where('user_id', 'is', null)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirst()
  )?.n ?? 0;
