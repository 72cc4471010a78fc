import type { AlertCode } from '@manoboard/contract/alert/alert';
import type { Statistics } from '@manoboard/contract/history/statistics';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { tenureStart } from '../../../db/tenure.ts';

export interface Span {
  /** The holder whose devices count; `null` is every device. */
  userId: number | null;
  /** Ascending. */
  starts: readonly Date[];
  until: Date;
}

/** The devices that count, with the start of the present tenure (R4.3c). */
const devicesOf = ({ userId, until }: Span) =>
  userId === null
    ? sql`select id as device_id, '-infinity'::timestamptz as since from device`
    : sql`
        select live.device_id, coalesce(${tenureStart('live.device_id')}, live.created_at) as since
        from ${liveAccess(until)} as live where live.user_id = ${userId}`;

const isCounted = (at: string, { starts: [first], until }: Span) => {
  const column = sql.ref(at);
  return sql`${column} >= ${first}::timestamptz and ${column} <= ${until}::timestamptz and ${column} > since`;
};

export interface CountedDevice {
  deviceKey: DeviceKey;
  deviceId: string;
  /** R4.3c: the start of the tenure; null for staff, who see everything. */
  since: Date | null;
}

/** Listed devices that the user of the span may see, with the start of their access. */
export async function listCounted(
  db: Db,
  span: Span,
  deviceIds: readonly string[],
): Promise<CountedDevice[]> {
  const { rows } = await sql<CountedDevice>`
    select device.id as "deviceKey", id_dev as "deviceId", nullif(since, '-infinity') as since
    from (${devicesOf(span)}) counted
    join device on device.id = counted.device_id
    where id_dev = any(${deviceIds}::text[])
    order by id_dev`.execute(db);
  return rows;
}

export interface AlarmCount {
  deviceKey: DeviceKey;
  /** From 1. */
  period: number;
  count: number;
}

export async function countAlarms(
  db: Db,
  span: Span,
  deviceKeys: readonly DeviceKey[],
): Promise<AlarmCount[]> {
  const { rows } = await sql<AlarmCount>`
    select alert.device_id as "deviceKey",
      width_bucket(raised_at, ${span.starts}::timestamptz[]) as period, count(*)::int as count
    from (${devicesOf(span)}) counted
    join alert on alert.device_id = counted.device_id
    where alert.device_id = any(${deviceKeys}::int[]) and severity = 'alarm' and ${isCounted('raised_at', span)}
    group by alert.device_id, period`.execute(db);
  return rows;
}

export interface AlertCount {
  /** From 1. */
  period: number;
  code: AlertCode;
  severity: EventSeverity;
  raised: number;
  open: number;
}

export async function countAlerts(db: Db, span: Span): Promise<AlertCount[]> {
  const { rows } = await sql<AlertCount>`
    select
      width_bucket(raised_at, ${span.starts}::timestamptz[]) as period, code, severity,
      count(*)::int as raised, count(*) filter (where resolved_at is null)::int as open
    from (${devicesOf(span)}) counted
    join alert on alert.device_id = counted.device_id
    where ${isCounted('raised_at', span)}
    group by period, code, severity`.execute(db);
  return rows;
}

/**
 * Without register reads, and without attempts of strangers. Lateral: the index of commands starts with the device, so
 * each device reads only the span.
 */
export async function countCommands(db: Db, span: Span): Promise<Statistics['commands']> {
  const { rows } = await sql<Statistics['commands'][number]>`
    select op, status, count(*)::int as count
    from (${devicesOf(span)}) counted
    cross join lateral (
      select op, status from command
      where device_id = counted.device_id and ${isCounted('created_at', span)}
        and op <> 'reg_read' and problem is distinct from 'DEVICE_NOT_FOUND'
      offset 0
    ) sent
    group by op, status
    order by op, status`.execute(db);
  return rows;
}
