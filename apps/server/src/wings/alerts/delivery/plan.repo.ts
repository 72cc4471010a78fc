import type {
  DeliveryChange,
  DeliveryChannel,
  DeliveryStep,
  NotificationSettings,
  Ways,
} from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { type RawBuilder, sql } from 'kysely';
import { mergeCalls, mergeWrites } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';

/** A change of an alert that people are notified of. */
export interface AlertChange {
  alertId: number;
  /** Null for an alert of the whole installation. */
  deviceKey: DeviceKey | null;
  kind: AlertKind;
  severity: AlertSeverity;
  change: DeliveryChange;
  /** Number of the occurrence, the present one by default; a new number delivers the change again (pump stopped again). */
  occurrence?: number;
  /** When an alert that is raised again was over. */
  clearedAt?: Date | null;
}

export interface Receiver {
  userId: number;
  isEmailConfirmed: boolean;
  settings: NotificationSettings | null;
}

export function receiverIds(step: DeliveryStep, deviceKey: DeviceKey | null, at: Date): RawBuilder<unknown> {
  const holders = sql`select user_id from ${liveAccess(at)} live where device_id = ${deviceKey}`;
  if (step === 'owner') return sql`${holders} and access = 'owner'`;
  if (step === 'delegates') return sql`${holders} and access = 'delegate'`;
  const role = step === 'technicians' ? 'Technician' : 'Super Seller';
  return sql`select user_id from user_role where role = ${role}`;
}

interface ReceiversOf {
  step: DeliveryStep;
  deviceKey: DeviceKey | null;
  at: Date;
}

/** Enabled accounts of the holders of these devices. */
const listHolders = async (tx: Db, deviceKeys: readonly DeviceKey[], at: Date) =>
  (
    await sql<Receiver & { deviceKey: DeviceKey; step: DeliveryStep }>`
      select live.device_id as "deviceKey", case access when 'owner' then 'owner' else 'delegates' end as step,
        app_user.id as "userId", email_confirmed_at is not null as "isEmailConfirmed", settings
      from ${liveAccess(at)} live
      join app_user on app_user.id = live.user_id and disabled_at is null and deleted_at is null
      left join notification_settings on notification_settings.user_id = app_user.id
      where live.device_id = any(${deviceKeys}::int[])
      order by app_user.id`.execute(tx)
  ).rows;

const listByRole = async (tx: Db, step: DeliveryStep, at: Date) =>
  (
    await sql<Receiver>`
      select app_user.id as "userId", email_confirmed_at is not null as "isEmailConfirmed", settings
      from app_user left join notification_settings on user_id = app_user.id
      where app_user.id in (${receiverIds(step, null, at)}) and disabled_at is null and deleted_at is null
      order by app_user.id`.execute(tx)
  ).rows;

const listMerged = mergeCalls(async (tx, wanted: readonly ReceiversOf[]): Promise<Receiver[][]> => {
  const found = new Map<string, Receiver[]>();
  const nameOf = ({ step, deviceKey }: Omit<ReceiversOf, 'at'>) =>
    step === 'owner' || step === 'delegates' ? `${step} ${deviceKey}` : step;
  const at = wanted[0]?.at ?? new Date(0);
  const keys = wanted.flatMap(({ step, deviceKey }) =>
    deviceKey !== null && (step === 'owner' || step === 'delegates') ? [deviceKey] : [],
  );
  if (keys.length > 0)
    for (const { deviceKey, step, ...receiver } of await listHolders(tx, keys, at)) {
      const name = nameOf({ step, deviceKey });
      found.set(name, [...(found.get(name) ?? []), receiver]);
    }
  for (const step of ['technicians', 'staff'] as const)
    if (wanted.some((item) => item.step === step)) found.set(step, await listByRole(tx, step, at));
  return wanted.map((item) => found.get(nameOf(item)) ?? []);
});

/** Enabled accounts only. Sellers are not linked to devices, so the technicians are all of them. */
export const listReceivers = (db: Db, step: DeliveryStep, deviceKey: DeviceKey | null, at: Date) =>
  listMerged(db, { step, deviceKey, at });

export interface NewDelivery {
  userId: number | null;
  step: DeliveryStep;
  channel: DeliveryChannel;
  target: { id: string; label: string };
}

type OfAlert = Pick<AlertChange, 'alertId' | 'change' | 'occurrence'>;

const insertMerged = mergeWrites(
  (tx, planned: readonly { of: OfAlert; deliveries: readonly NewDelivery[]; at: Date }[]) => {
    const rows = planned.flatMap(({ of: { alertId, change, occurrence = 1 }, deliveries, at }) =>
      deliveries.map(({ userId, step, channel, target }) => ({
        alert_id: alertId,
        change,
        occurrence,
        step,
        user_id: userId,
        channel,
        at,
        target_id: target.id,
        target_label: target.label,
      })),
    );
    return sql`
      insert into alert_delivery
        (alert_id, change, occurrence, step, user_id, channel, target_id, target_label, created_at, next_at)
      select alert_id, change, occurrence, step, user_id, channel, target_id, target_label, at, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        alert_id int, change text, occurrence int, step text, user_id int, channel text, target_id text,
        target_label text, at timestamptz)
      on conflict on constraint alert_delivery_once do nothing`.execute(tx);
  },
);

/** A target that was planned for this change and occurrence before, at an earlier step, is skipped. */
export const insertDeliveries = async (
  tx: Db,
  of: OfAlert,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<void> => {
  if (deliveries.length > 0) await insertMerged(tx, { of, deliveries, at });
};

export interface NewUnreached {
  userId: number;
  step: DeliveryStep;
  ways: Ways;
}

const insertUnreachedMerged = mergeCalls(
  async (tx, planned: readonly { of: OfAlert; unreached: readonly NewUnreached[]; at: Date }[]) => {
    const rows = planned.flatMap(({ of: { alertId, change, occurrence = 1 }, unreached, at }) =>
      unreached.map(({ userId, step, ways }) => ({
        alert_id: alertId,
        change,
        occurrence,
        user_id: userId,
        step,
        ways,
        at,
      })),
    );
    const { rows: inserted } = await sql<{ alertId: number; n: number }>`
      with inserted as (
        insert into alert_unreached (alert_id, change, occurrence, user_id, step, ways, created_at)
        select alert_id, change, occurrence, user_id, step, ways, at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
          alert_id int, change text, occurrence int, user_id int, step text, ways jsonb, at timestamptz)
        on conflict do nothing
        returning alert_id)
      select alert_id as "alertId", count(*)::int as n from inserted group by alert_id`.execute(tx);
    const counts = new Map(inserted.map(({ alertId, n }) => [alertId, n]));
    return planned.map(({ of }) => counts.get(of.alertId) ?? 0);
  },
);

/** Stores people whom no channel reaches; returns how many are new. */
export const insertUnreached = async (
  tx: Db,
  of: OfAlert,
  unreached: readonly NewUnreached[],
  at: Date,
): Promise<number> => (unreached.length === 0 ? 0 : insertUnreachedMerged(tx, { of, unreached, at }));

/**
 * The clearing goes to the targets that have received the alert, or may be receiving it now. Deliveries that wait for
 * their first attempt mention the clearing themselves.
 */
export const insertClearings = mergeWrites(
  (tx, cleared: readonly { alertId: number; at: Date; dueAt: Date }[]) =>
    sql`
      insert into alert_delivery
        (alert_id, change, occurrence, step, user_id, channel, target_id, target_label, created_at, next_at)
      select distinct on (d.alert_id, user_id, channel, target_id)
        d.alert_id, 'cleared', (select max(occurrence) from alert_delivery any_of where any_of.alert_id = d.alert_id),
        step, user_id, channel, target_id, target_label, r.at, r."dueAt"
      from jsonb_to_recordset(${JSON.stringify(cleared)}::jsonb) as r ("alertId" int, at timestamptz, "dueAt" timestamptz)
      join alert_delivery d on d.alert_id = r."alertId"
      where change <> 'cleared'
        and (state in ('sent', 'written', 'seen') or state = 'waiting' and message_key is not null)
      order by d.alert_id, user_id, channel, target_id, d.id
      on conflict on constraint alert_delivery_once do nothing`.execute(tx),
);

/**
 * Raisings to people that are not part of a message yet. Targets of the installation receive every alert; a clearing goes
 * to those who have received the alert.
 */
export const deleteUnsent = (tx: Db, alertId: number) =>
  tx
    .deleteFrom('alert_delivery')
    .where('alert_id', '=', alertId)
    .where('change', '<>', 'cleared')
    .where((eb) => eb.or([eb('user_id', 'is not', null), eb('step', '=', 'recipients')]))
    .where('state', 'in', ['waiting', 'held'])
    .where('message_key', 'is', null)
    .execute();

/** The alert is raised again before its clearing was sent. */
export const deleteClearing = mergeWrites((tx, alertIds: readonly number[]) =>
  tx
    .deleteFrom('alert_delivery')
    .where('alert_id', '=', sql<number>`any(${alertIds}::int[])`)
    .where('change', '=', 'cleared')
    .where('state', 'in', ['waiting', 'held'])
    .where('message_key', 'is', null)
    .execute(),
);

/**
 * The number of the occurrence that is told now: a new one if people were told that the alert is over, by its clearing or by
 * a message that was sent since then, since what they have received is not sent again.
 */
export const findOccurrence = mergeCalls(
  async (tx, alerts: readonly Pick<AlertChange, 'alertId' | 'clearedAt'>[]): Promise<number[]> => {
    const { rows } = await sql<{ alertId: number; occurrence: number }>`
      select alert_id as "alertId",
        max(occurrence + (change = 'cleared' or coalesce(sent_at >= "clearedAt", false))::int) as occurrence
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as r ("alertId" int, "clearedAt" timestamptz)
      join alert_delivery on alert_id = "alertId"
      where change <> 'cleared' or message_key is not null or state not in ('waiting', 'held')
      group by alert_id`.execute(tx);
    const occurrences = new Map(rows.map(({ alertId, occurrence }) => [alertId, occurrence]));
    return alerts.map(({ alertId }) => occurrences.get(alertId) ?? 1);
  },
);
