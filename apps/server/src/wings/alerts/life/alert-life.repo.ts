import type { AlertCode } from '@manoboard/contract/alert/alert';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { AlertNumbers, AlertSeverity, RaisedAlert } from '@manoboard/domain/alerts/rules/kinds';
import { factsOf } from '@manoboard/domain/fc/faults';
import { type RawBuilder, sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
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

interface AlertOf {
  deviceKey: DeviceKey | null;
  kind: AlertKind;
}
const nameOf = ({ deviceKey, kind }: AlertOf) => `${deviceKey} ${kind}`;

/** Rows as one parameter: the text of a statement does not depend on their number. */
const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

const toRow = ({ deviceKey, ...alert }: NewAlert & AlertOf) => ({
  device_id: deviceKey,
  event_id: alert.eventId ?? null,
  kind: alert.kind,
  code: alert.code,
  severity: alert.severity,
  raised_at: new Date(alert.atMs),
  since_at: alert.sinceAt ?? null,
  cleared_at: alert.clearedAt ?? null,
  numbers: alert.numbers,
  thresholds: alert.thresholds,
  is_by_rule: alert.eventId === undefined,
});

/** In the order of devices, so that two servers do not wait for each other. */
const insertMerged = mergeCalls(async (tx, alerts: readonly (NewAlert & AlertOf)[]) => {
  const { rows } = await sql<AlertOf & { id: number }>`
    insert into alert (
      device_id, event_id, kind, code, severity, raised_at, since_at, cleared_at, numbers, thresholds, is_by_rule)
    select r.* from jsonb_to_recordset(${asJson(alerts.map(toRow))}) as r (
      device_id int, event_id text, kind text, code text, severity text, raised_at timestamptz,
      since_at timestamptz, cleared_at timestamptz, numbers jsonb, thresholds jsonb, is_by_rule boolean)
    order by r.device_id
    on conflict do nothing
    returning id, device_id as "deviceKey", kind`.execute(tx);
  const inserted = new Map(rows.map((row) => [nameOf(row), { id: row.id }]));
  return alerts.map((alert) => inserted.get(nameOf(alert)));
});

/** Returns nothing if one of this kind is open, or exists for this event. */
export const insertAlert = (db: Db, deviceKey: DeviceKey | null, alert: NewAlert) =>
  insertMerged(db, { ...alert, deviceKey });

interface LockedAlert extends AlertOf {
  id: number;
  severity: AlertSeverity;
  isByRule: boolean;
  raisedAt: Date;
  shelvedUntil: Date | null;
  eventId: string | null;
  occurrences: number;
  clearedAt: Date | null;
}
const LOCKED = sql`
  alert.id, alert.device_id as "deviceKey", alert.kind, severity, is_by_rule as "isByRule", raised_at as "raisedAt",
  shelved_until as "shelvedUntil", event_id as "eventId", occurrences,
  cleared_at as "clearedAt"`;

/** Runs the query for devices and for the installation, whose alerts have no device. */
async function listLocked<I extends AlertOf>(
  wanted: readonly I[],
  query: (items: readonly I[], isDevice: RawBuilder<boolean>) => Promise<{ rows: LockedAlert[] }>,
): Promise<(LockedAlert | undefined)[]> {
  const found = new Map<string, LockedAlert>();
  for (const [items, isDevice] of [
    [wanted.filter(({ deviceKey }) => deviceKey !== null), sql<boolean>`alert.device_id = wanted.device_id`],
    [wanted.filter(({ deviceKey }) => deviceKey === null), sql<boolean>`alert.device_id is null`],
  ] as const)
    if (items.length > 0) for (const row of (await query(items, isDevice)).rows) found.set(nameOf(row), row);
  return wanted.map((item) => found.get(nameOf(item)));
}

const findOpenMerged = mergeCalls((tx, wanted: readonly AlertOf[]) =>
  listLocked(wanted, (items, isDevice) =>
    sql<LockedAlert>`
      select ${LOCKED}
      from jsonb_to_recordset(${asJson(items.map(({ deviceKey, kind }) => ({ device_id: deviceKey, kind })))})
        as wanted (device_id int, kind text)
      join alert on ${isDevice} and alert.kind = wanted.kind
      where cleared_at is null
      order by alert.id
      for update of alert`.execute(tx),
  ),
);

/** Locks it until the end of the transaction. */
export const findOpen = (db: Db, deviceKey: DeviceKey | null, kind: AlertKind) =>
  findOpenMerged(db, { deviceKey, kind });

const findClearedMerged = mergeCalls((tx, wanted: readonly (AlertOf & { since: Date; at: Date })[]) =>
  listLocked(wanted, (items, isDevice) =>
    sql<LockedAlert>`
      select newest.*
      from jsonb_to_recordset(${asJson(items.map(({ deviceKey, ...item }) => ({ device_id: deviceKey, ...item })))})
        as wanted (device_id int, kind text, since timestamptz, at timestamptz)
      cross join lateral (
        select ${LOCKED} from alert
        where ${isDevice} and alert.kind = wanted.kind and cleared_at >= wanted.since and raised_at <= wanted.at
          and resolved_at is null
        order by raised_at desc limit 1
        for update) newest`.execute(tx),
  ),
);

/** The newest one that was raised before `at`, cleared since then and not resolved. */
export const findClearedSince = (
  db: Db,
  deviceKey: DeviceKey | null,
  kind: AlertKind,
  since: Date,
  at: Date,
) => findClearedMerged(db, { deviceKey, kind, since, at });

/** What the sentence of an alert names besides its numbers. */
export const updateFacts = (
  db: Db,
  alertId: number,
  facts: { held_messages: number } | { other_boards: string[] },
) => db.updateTable('alert').where('id', '=', alertId).set(facts).execute();

/** Devices with an open alert of this kind. */
export const listOpenDevices = (db: Db, kind: AlertKind) =>
  db
    .selectFrom('alert')
    .innerJoin('device', 'device.id', 'alert.device_id')
    .where('kind', '=', kind)
    .where('cleared_at', 'is', null)
    .select(['device.id as deviceKey', 'id_dev as deviceId'])
    .execute();

interface AlertUpdate {
  severity?: AlertSeverity;
  numbers?: AlertNumbers;
  thresholds?: AlertNumbers;
  isByRule?: boolean;
  clearedAt?: Date | null;
  isAgain?: boolean;
}

const updateMerged = mergeCalls(async (tx, changes: readonly (AlertUpdate & { id: number })[]) => {
  const rows = changes.map(({ id, severity, numbers, thresholds, isByRule, clearedAt, isAgain = false }) => ({
    id,
    severity,
    numbers,
    thresholds,
    is_by_rule: isByRule,
    is_again: isAgain,
    cleared_at: clearedAt,
    is_cleared_set: clearedAt !== undefined,
  }));
  const { rows: updated } = await sql<{ id: number; occurrences: number }>`
    update alert set
      severity = coalesce(r.severity, alert.severity),
      numbers = coalesce(r.numbers, alert.numbers),
      thresholds = coalesce(r.thresholds, alert.thresholds),
      is_by_rule = coalesce(r.is_by_rule, alert.is_by_rule),
      cleared_at = case when r.is_cleared_set then r.cleared_at else alert.cleared_at end,
      occurrences = alert.occurrences + r.is_again::int
    from jsonb_to_recordset(${asJson(rows)}) as r (
      id int, severity text, numbers jsonb, thresholds jsonb, is_by_rule boolean, is_again boolean,
      cleared_at timestamptz, is_cleared_set boolean)
    where alert.id = r.id
    returning alert.id, alert.occurrences`.execute(tx);
  const occurrences = new Map(updated.map((row) => [row.id, row.occurrences]));
  return changes.map(({ id }) => occurrences.get(id));
});

/** Returns how often it was raised; undefined if nothing changes. */
export const updateAlert = async (db: Db, id: number, change: AlertUpdate): Promise<number | undefined> =>
  Object.keys(change).length === 0 ? undefined : updateMerged(db, { ...change, id });

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

export const findKind = mergeCalls(
  async (db, alertIds: readonly number[]): Promise<(AlertKind | undefined)[]> => {
    const rows = await db
      .selectFrom('alert')
      .where('id', '=', sql<number>`any(${alertIds}::int[])`)
      .select(['id', 'kind'])
      .execute();
    const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
    return alertIds.map((id) => kinds.get(id));
  },
);

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

interface UrgentAlert {
  deviceKey: DeviceKey;
  kind: AlertKind;
  severity: AlertSeverity;
  raisedAt: Date;
}

/** The most urgent alert of each of these devices, or of all, that is open and whose condition lasts. */
export async function listMostUrgent(
  db: Db,
  deviceKeys: readonly DeviceKey[] | null,
  at: Date,
): Promise<UrgentAlert[]> {
  const isWanted = deviceKeys ? sql`device_id = any(${deviceKeys}::integer[])` : sql`device_id is not null`;
  const { rows } = await sql<UrgentAlert>`
    select distinct on (device_id) device_id as "deviceKey", kind, severity, raised_at as "raisedAt" from alert
    where ${isWanted} and resolved_at is null and cleared_at is null
      and not ${isShelved(at)}
    order by device_id, severity = 'alarm' desc, raised_at desc`.execute(db);
  return rows;
}

/** The faults of the device's converter, if its profile is known. */
export const findFaults = mergeCalls(async (db, deviceKeys: readonly DeviceKey[]) => {
  const devices = await db
    .selectFrom('device')
    .leftJoin('converter_profile', 'hash', 'fc_profile')
    .where('id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .select(['id', 'fc_type as fcType', 'facts'])
    .execute();
  const faults = new Map(devices.map(({ id, ...device }) => [id, factsOf(device)?.faults]));
  return deviceKeys.map((key) => faults.get(key));
});

export const findDeviceId = mergeCalls(async (db, deviceKeys: readonly DeviceKey[]) => {
  const rows = await db
    .selectFrom('device')
    .where('id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .select(['id', 'id_dev'])
    .execute();
  const ids = new Map(rows.map(({ id, id_dev }) => [id, id_dev]));
  return deviceKeys.map((key) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`device ${key} does not exist`);
    return id;
  });
});
