import type { EscalationSettings, NotificationSettings } from '@manoboard/contract/alert/alert-delivery';
import type { LadderStep } from '@manoboard/domain/alerts/delivery/ladder';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { isShelved } from '../../../db/shelved.ts';
import { receiverIds } from './plan.repo.ts';

const userName = (user: string) =>
  sql<string | null>`${sql.ref(`${user}.name`)} || ' ' || ${sql.ref(`${user}.surname`)}`;

export const listDeliveries = (db: Db, alertId: number) =>
  db
    .selectFrom('alert_delivery')
    .leftJoin('app_user as receiver', 'receiver.id', 'alert_delivery.user_id')
    .where('alert_id', '=', alertId)
    .selectAll('alert_delivery')
    .select(userName('receiver').as('receiverName'))
    .orderBy('alert_delivery.id')
    .execute();
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** The newest messages to a user. */
export const listOwnDeliveries = (db: Db, userId: number, most: number) =>
  db
    .selectFrom('alert_delivery')
    .innerJoin('alert', 'alert.id', 'alert_delivery.alert_id')
    .leftJoin('device', 'device.id', 'alert.device_id')
    .where('alert_delivery.user_id', '=', userId)
    .selectAll('alert_delivery')
    .select(['alert.kind', 'device.id_dev'])
    .orderBy('alert_delivery.id', 'desc')
    .limit(most)
    .execute();
export type OwnDeliveryRow = Awaited<ReturnType<typeof listOwnDeliveries>>[number];

export const listUnreached = (db: Db, alertId: number) =>
  db
    .selectFrom('alert_unreached')
    .innerJoin('app_user as receiver', 'receiver.id', 'alert_unreached.user_id')
    .where('alert_id', '=', alertId)
    .selectAll('alert_unreached')
    .select(userName('receiver').as('receiverName'))
    .orderBy('alert_unreached.created_at')
    .orderBy('alert_unreached.user_id')
    .execute();
export type UnreachedRow = Awaited<ReturnType<typeof listUnreached>>[number];

export const findSeverity = async (db: Db, alertId: number) =>
  (await db.selectFrom('alert').where('id', '=', alertId).select('severity').executeTakeFirst())?.severity;

/** How many people each step of the ladder has now. */
export async function countReceivers(
  db: Db,
  deviceKey: DeviceKey,
  at: Date,
): Promise<Record<LadderStep, number>> {
  const count = (step: LadderStep) => sql`(
    select count(*)::int from app_user
    where id in (${receiverIds(step, deviceKey, at)}) and disabled_at is null and deleted_at is null)`;
  const { rows } = await sql<Record<LadderStep, number>>`
    select ${count('owner')} as owner, ${count('delegates')} as delegates,
      ${count('technicians')} as technicians`.execute(db);
  return rows[0] ?? { owner: 0, delegates: 0, technicians: 0 };
}

/** Nothing if the ladder has ended, or the alert is cleared, resolved, taken or shelved. */
export const findNextStep = (db: Db, alertId: number, at: Date) =>
  db
    .selectFrom('alert_escalation')
    .innerJoin('alert', 'alert.id', 'alert_escalation.alert_id')
    .where('alert_id', '=', alertId)
    .where('cleared_at', 'is', null)
    .where('resolved_at', 'is', null)
    .where('assignee_id', 'is', null)
    .where(sql<boolean>`not ${isShelved(at)}`)
    .select(['step', 'due_at as dueAt'])
    .orderBy('due_at')
    .executeTakeFirst();

/** Returns nothing if the user has seen all of them before. */
export const markSeen = (db: Db, alertId: number, userId: number, at: Date) =>
  db
    .updateTable('alert_delivery')
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .where('state', '=', 'sent')
    .set({ state: 'seen', seen_at: at })
    .execute();

export const findNotifications = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .leftJoin('notification_settings', 'user_id', 'app_user.id')
    .where('app_user.id', '=', userId)
    .select(['settings', 'personalization'])
    .executeTakeFirstOrThrow();

export const upsertNotifications = (db: Db, userId: number, settings: NotificationSettings) =>
  db
    .insertInto('notification_settings')
    .values({ user_id: userId, settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings: JSON.stringify(settings) }))
    .execute();

/** What quiet hours hold back is judged again, by the new settings. */
export const releaseHeld = (db: Db, userId: number, at: Date) =>
  db
    .updateTable('alert_delivery')
    .where('user_id', '=', userId)
    .where('state', '=', 'held')
    .set({ next_at: at })
    .execute();

export const findEscalationChange = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('escalation_settings')
    .leftJoin('app_user as editor', 'editor.id', 'changed_by')
    .where('device_id', '=', deviceKey)
    .select(['settings', 'changed_at as changedAt', userName('editor').as('changedBy')])
    .executeTakeFirst();

export const upsertEscalation = (
  db: Db,
  deviceKey: DeviceKey,
  settings: EscalationSettings,
  userId: number,
  at: Date,
) => {
  const change = { settings: JSON.stringify(settings), changed_by: userId, changed_at: at };
  return db
    .insertInto('escalation_settings')
    .values({ device_id: deviceKey, ...change })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(change))
    .execute();
};
