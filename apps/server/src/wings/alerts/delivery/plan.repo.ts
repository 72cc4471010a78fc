import type { AlertKind } from '@manoboard/contract/alert/alert';
import type {
  DeliveryChange,
  DeliveryChannel,
  DeliveryStep,
  EscalationSettings,
  NotificationSettings,
  Ways,
} from '@manoboard/contract/alert/alert-delivery';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { isShelved } from '../../../db/shelved.ts';

/** A change of an alert that people are notified of. */
export interface AlertChange {
  alertId: number;
  /** Null for an alert of the whole installation. */
  deviceKey: DeviceKey | null;
  kind: AlertKind;
  severity: AlertSeverity;
  change: DeliveryChange;
  /** Number of the occurrence, 1 by default; a new number delivers the change again (pump stopped again). */
  occurrence?: number;
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

/** Enabled accounts only. Sellers are not linked to devices, so the technicians are all of them. */
export async function listReceivers(
  db: Db,
  step: DeliveryStep,
  deviceKey: DeviceKey | null,
  at: Date,
): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select app_user.id as "userId", email_confirmed_at is not null as "isEmailConfirmed", settings
    from app_user left join notification_settings on user_id = app_user.id
    where app_user.id in (${receiverIds(step, deviceKey, at)}) and disabled_at is null and deleted_at is null
    order by app_user.id`.execute(db);
  return rows;
}

export interface NewDelivery {
  userId: number | null;
  step: DeliveryStep;
  channel: DeliveryChannel;
  target: { id: string; label: string };
}

/** A target that was planned for this change and occurrence before, at an earlier step, is skipped. */
export async function insertDeliveries(
  tx: Db,
  { alertId, change, occurrence = 1 }: Pick<AlertChange, 'alertId' | 'change' | 'occurrence'>,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await tx
    .insertInto('alert_delivery')
    .values(
      deliveries.map(({ userId, step, channel, target }) => ({
        alert_id: alertId,
        change,
        occurrence,
        step,
        user_id: userId,
        channel,
        target_id: target.id,
        target_label: target.label,
        created_at: at,
        next_at: at,
      })),
    )
    .onConflict((conflict) => conflict.constraint('alert_delivery_once').doNothing())
    .execute();
}

export interface NewUnreached {
  userId: number;
  step: DeliveryStep;
  ways: Ways;
}

/** Stores people whom no channel reaches; returns the new ones. */
export async function insertUnreached(
  tx: Db,
  { alertId, change, occurrence = 1 }: Pick<AlertChange, 'alertId' | 'change' | 'occurrence'>,
  unreached: readonly NewUnreached[],
  at: Date,
): Promise<number> {
  if (unreached.length === 0) return 0;
  const inserted = await tx
    .insertInto('alert_unreached')
    .values(
      unreached.map(({ userId, step, ways }) => ({
        alert_id: alertId,
        change,
        occurrence,
        user_id: userId,
        step,
        ways: JSON.stringify(ways),
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return inserted.length;
}

/**
 * The clearing goes to the targets that have received the alert, or may be receiving it now. Deliveries that wait for
 * their first attempt mention the clearing themselves.
 */
export const insertClearings = (tx: Db, alertId: number, at: Date, dueAt: Date) =>
  sql`
    insert into alert_delivery
      (alert_id, change, occurrence, step, user_id, channel, target_id, target_label, created_at, next_at)
    select distinct on (user_id, channel, target_id)
      alert_id, 'cleared', (select max(occurrence) from alert_delivery where alert_id = ${alertId}), step, user_id, channel, target_id, target_label, ${at}::timestamptz, ${dueAt}::timestamptz
    from alert_delivery
    where alert_id = ${alertId} and change <> 'cleared'
      and (state in ('sent', 'written', 'seen') or state = 'waiting' and message_key is not null)
    order by user_id, channel, target_id, id
    on conflict on constraint alert_delivery_once do nothing`.execute(tx);

/**
 * Raisings to people that are not part of a message yet. Targets of the installation receive every alert; a clearing goes
 * to those who have received the alert.
 */
export const deleteUnsent = (tx: Db, alertId: number) =>
  tx
    .deleteFrom('alert_delivery')
    .where('alert_id', '=', alertId)
    .where('change', '<>', 'cleared')
    .where('user_id', 'is not', null)
    .where('state', 'in', ['waiting', 'held'])
    .where('message_key', 'is', null)
    .execute();

/** The alert is raised again before its clearing was sent. */
export const deleteClearing = (tx: Db, alertId: number) =>
  tx
    .deleteFrom('alert_delivery')
    .where('alert_id', '=', alertId)
    .where('change', '=', 'cleared')
    .where('state', 'in', ['waiting', 'held'])
    .where('message_key', 'is', null)
    .execute();

export const findEscalation = async (db: Db, deviceKey: DeviceKey): Promise<EscalationSettings | undefined> =>
  (
    await db
      .selectFrom('escalation_settings')
      .where('device_id', '=', deviceKey)
      .select('settings')
      .executeTakeFirst()
  )?.settings;

interface NewStep {
  alertId: number;
  step: DeliveryStep;
  occurrence: number;
  dueAt: Date;
}

/** Schedules a step; one that is already scheduled keeps its time. */
export const insertStep = (tx: Db, { alertId, step, occurrence, dueAt }: NewStep) =>
  tx
    .insertInto('alert_escalation')
    .values({ alert_id: alertId, step, occurrence, due_at: dueAt })
    .onConflict((conflict) => conflict.columns(['alert_id', 'step']).doNothing())
    .execute();

/** Sets scheduled steps to the newest occurrence, so that their receivers get one message. */
export const renewSteps = (tx: Db, alertId: number, occurrence: number) =>
  tx.updateTable('alert_escalation').where('alert_id', '=', alertId).set({ occurrence }).execute();

export const deleteSteps = (tx: Db, alertId: number) =>
  tx.deleteFrom('alert_escalation').where('alert_id', '=', alertId).execute();

/** Takes the oldest step that is due; another server skips it until this transaction ends. */
export const takeDueStep = (tx: Db, at: Date) =>
  tx
    .deleteFrom('alert_escalation')
    .where(
      sql<boolean>`(alert_id, step) = (
        select alert_id, step from alert_escalation where due_at <= ${at}
        order by due_at limit 1 for update skip locked)`,
    )
    .returning(['alert_id as alertId', 'step', 'occurrence'])
    .executeTakeFirst();

/** Nothing if the alert is cleared, resolved, taken or shelved: then the ladder ends. */
export async function findUntaken(
  tx: Db,
  alertId: number,
  at: Date,
): Promise<Omit<AlertChange, 'change'> | undefined> {
  const { rows } = await sql<Omit<AlertChange, 'change'>>`
    select id as "alertId", device_id as "deviceKey", kind, severity from alert
    where id = ${alertId} and cleared_at is null and resolved_at is null and assignee_id is null
      and not ${isShelved(at)}`.execute(tx);
  return rows[0];
}
