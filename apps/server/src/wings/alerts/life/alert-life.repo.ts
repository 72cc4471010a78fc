import type { AlertCode, AlertKind } from '@manoboard/contract/alert/alert';
import type { AlertNumbers, AlertSeverity, RaisedAlert } from '@manoboard/domain/alerts/rules/kinds';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { isShelved } from '../../../db/shelved.ts';

interface NewAlert extends Omit<RaisedAlert, 'sinceMs'> {
  code: AlertCode;
  sinceAt?: Date | undefined;
  /** Set if the clearing arrived before the raising. */
  clearedAt?: Date;
  /** The event of the board that raised it; without it a rule did. */
  eventId?: string | undefined;
}

/** Returns nothing if one of this kind is open, or exists for this event. */
export const insertAlert = (db: Db, deviceKey: DeviceKey | null, alert: NewAlert) =>
  db
    .insertInto('alert')
    .values({
      device_id: deviceKey,
      event_id: alert.eventId ?? null,
      kind: alert.kind,
      code: alert.code,
      severity: alert.severity,
      raised_at: new Date(alert.atMs),
      since_at: alert.sinceAt ?? null,
      cleared_at: alert.clearedAt ?? null,
      numbers: JSON.stringify(alert.numbers),
      thresholds: JSON.stringify(alert.thresholds),
      is_by_rule: alert.eventId === undefined,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

const selectLocked = (db: Db, deviceKey: DeviceKey | null, kind: AlertKind) =>
  db
    .selectFrom('alert')
    .where(sql<boolean>`device_id is not distinct from ${deviceKey}`)
    .where('kind', '=', kind)
    .select(['id', 'severity', 'is_by_rule as isByRule', 'raised_at as raisedAt'])
    .select(['shelved_until as shelvedUntil', 'event_id as eventId', 'occurrences'])
    .$narrowType<{ severity: AlertSeverity }>()
    .forUpdate();

/** Locks it until the end of the transaction. */
export const findOpen = (db: Db, deviceKey: DeviceKey | null, kind: AlertKind) =>
  selectLocked(db, deviceKey, kind).where('cleared_at', 'is', null).executeTakeFirst();

/** The newest one that was raised before `at`, cleared since then and not resolved. */
export const findClearedSince = (
  db: Db,
  deviceKey: DeviceKey | null,
  kind: AlertKind,
  since: Date,
  at: Date,
) =>
  selectLocked(db, deviceKey, kind)
    .where('cleared_at', '>=', since)
    .where('raised_at', '<=', at)
    .where('resolved_at', 'is', null)
    .orderBy('raised_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What the sentence of an alert names besides its numbers. */
export const updateFacts = (
  db: Db,
  alertId: number,
  facts: { held_messages: number } | { other_boards: string[] },
) => db.updateTable('alert').where('id', '=', alertId).set(facts).execute();

/** Devices with an open alert of this kind. */
export const listOpenDevices = async (db: Db, kind: AlertKind): Promise<DeviceKey[]> =>
  (
    await db
      .selectFrom('alert')
      .where('kind', '=', kind)
      .where('cleared_at', 'is', null)
      .where('device_id', 'is not', null)
      .select('device_id')
      .$narrowType<{ device_id: DeviceKey }>()
      .execute()
  ).map(({ device_id }) => device_id);

interface AlertUpdate {
  severity?: AlertSeverity;
  numbers?: AlertNumbers;
  thresholds?: AlertNumbers;
  isByRule?: boolean;
  clearedAt?: Date | null;
  isAgain?: boolean;
}

/** Returns how often it was raised; undefined if nothing changes. */
export async function updateAlert(db: Db, id: number, change: AlertUpdate): Promise<number | undefined> {
  if (Object.keys(change).length === 0) return undefined;
  const { severity, numbers, thresholds, isByRule, clearedAt, isAgain } = change;
  const updated = await db
    .updateTable('alert')
    .where('id', '=', id)
    .set((eb) => ({
      ...(severity && { severity }),
      ...(numbers && { numbers: JSON.stringify(numbers) }),
      ...(thresholds && { thresholds: JSON.stringify(thresholds) }),
      ...(isByRule !== undefined && { is_by_rule: isByRule }),
      ...(clearedAt !== undefined && { cleared_at: clearedAt }),
      ...(isAgain && { occurrences: eb('occurrences', '+', 1) }),
    }))
    .returning('occurrences')
    .executeTakeFirst();
  return updated?.occurrences;
}

/** Open alerts of a device whose retry is planned: from now on a person has to start the pump. Returns their IDs. */
export async function endRetries(db: Db, deviceId: string): Promise<{ id: number; deviceKey: DeviceKey }[]> {
  const { rows } = await sql<{ id: number; deviceKey: DeviceKey }>`
    update alert set numbers = numbers || '{"retryAt": 0}'
    from device
    where device.id_dev = ${deviceId} and alert.device_id = device.id and alert.cleared_at is null
      and (alert.numbers ->> 'retryAt')::numeric > 0
    returning alert.id, device.id as "deviceKey"`.execute(db);
  return rows;
}

/** Ends the silence of alerts whose time is over; returns those whose condition lasts and that are not resolved. */
export async function endShelving(db: Db, at: Date) {
  const ended = await db
    .updateTable('alert')
    .where('shelved_until', '<=', at)
    .set({ shelved_until: null, shelved_by: null })
    .returning(['id', 'device_id as deviceKey', 'kind', 'code', 'severity', 'cleared_at as clearedAt'])
    .returning('resolved_at as resolvedAt')
    .$narrowType<{ severity: AlertSeverity }>()
    .execute();
  return ended.filter(({ clearedAt, resolvedAt }) => clearedAt === null && resolvedAt === null);
}

/** The alert of an event, if it has raised or joined one. */
export const findAlertOfEvent = async (db: Db, deviceKey: DeviceKey, eventId: string) =>
  (
    await db
      .selectFrom('board_event')
      .where('device_id', '=', deviceKey)
      .where('id', '=', eventId)
      .select('alert_id as alertId')
      .executeTakeFirst()
  )?.alertId ?? undefined;

/** The event holds the alert open; the first one gives it its measured values. */
export async function attachEvent(db: Db, deviceKey: DeviceKey, eventId: string, alertId: number) {
  await db
    .updateTable('board_event')
    .where('device_id', '=', deviceKey)
    .where('id', '=', eventId)
    .set({ alert_id: alertId })
    .execute();
  await db
    .updateTable('alert')
    .where('id', '=', alertId)
    .where('event_id', 'is', null)
    .set({ event_id: eventId })
    .execute();
}

export const findKind = async (db: Db, alertId: number) =>
  (await db.selectFrom('alert').where('id', '=', alertId).select('kind').executeTakeFirst())?.kind;

/** Whether an event of the board that is not cleared holds the alert open. */
export const isHeldByEvent = async (db: Db, deviceKey: DeviceKey | null, alertId: number): Promise<boolean> =>
  deviceKey !== null &&
  (await db
    .selectFrom('board_event')
    .where('device_id', '=', deviceKey)
    .where('cleared_at', 'is', null)
    .where('alert_id', '=', alertId)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Nothing if it is resolved, cleared or shelved. */
export const findLasting = (db: Db, alertId: number, at: Date) =>
  db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .where('resolved_at', 'is', null)
    .where('cleared_at', 'is', null)
    .where(sql<boolean>`not ${isShelved(at)}`)
    .select(['device_id as deviceKey', 'kind', 'severity'])
    .$narrowType<{ severity: AlertSeverity }>()
    .executeTakeFirst();

/** Gives open alerts back whose assignee cannot see them any more: their access, role or account has ended. */
export async function releaseLost(db: Db, at: Date): Promise<{ id: number; deviceId: string | null }[]> {
  const { rows } = await sql<{ id: number; deviceId: string | null }>`
    update alert set assignee_id = null, assigned_at = null
    where assignee_id is not null and resolved_at is null and not exists (
      select from app_user where app_user.id = assignee_id and disabled_at is null and deleted_at is null and (
        exists (select from user_role where user_role.user_id = assignee_id)
        or exists (select from ${liveAccess(at)} live where live.user_id = assignee_id and live.device_id = alert.device_id)))
    returning id, (select id_dev from device where device.id = alert.device_id) as "deviceId"`.execute(db);
  return rows;
}

/** The most urgent alert of each of these devices, or of all, that is open and whose condition lasts. */
export async function listMostUrgent(
  db: Db,
  deviceKeys: readonly DeviceKey[] | null,
  at: Date,
): Promise<{ deviceKey: DeviceKey; kind: AlertKind }[]> {
  const isWanted = deviceKeys ? sql`device_id = any(${deviceKeys}::integer[])` : sql`device_id is not null`;
  const { rows } = await sql<{ deviceKey: DeviceKey; kind: AlertKind }>`
    select distinct on (device_id) device_id as "deviceKey", kind from alert
    where ${isWanted} and resolved_at is null and cleared_at is null
      and not ${isShelved(at)}
    order by device_id, severity = 'alarm' desc, raised_at desc`.execute(db);
  return rows;
}

export const findDeviceId = async (db: Db, deviceKey: DeviceKey) =>
  (await db.selectFrom('device').where('id', '=', deviceKey).select('id_dev').executeTakeFirstOrThrow())
    .id_dev;
