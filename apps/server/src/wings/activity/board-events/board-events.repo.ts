import { type AnyEvent, BoardEventCode } from '@manoboard/contract/mqtt/event';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

interface NewEvent {
  deviceKey: DeviceKey;
  event: AnyEvent;
  at: Date;
  receivedAt: Date;
}

/** One row per occurrence: raising and clearing arrive in any order and repeatedly. The reading is that of the raising. */
export const upsertEvent = mergeCalls(async (db, events: readonly NewEvent[]) => {
  const rows = events.map(({ deviceKey, event: { id, code, sev, d, st }, at, receivedAt }) => ({
    device_id: deviceKey,
    id,
    code,
    severity: sev,
    reading: d,
    received_at: receivedAt,
    ...(st === 'raised' && { raised_at: at }),
    // A start is over as soon as it has happened.
    ...((st === 'cleared' || code === 'STARTED') && { cleared_at: at }),
  }));
  const { rows: stored } = await sql<{ deviceKey: DeviceKey; id: string; clearedAt: Date | null }>`
    insert into board_event (device_id, id, code, severity, reading, received_at, raised_at, cleared_at)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      device_id int, id text, code text, severity text, reading jsonb, received_at timestamptz,
      raised_at timestamptz, cleared_at timestamptz)
    order by r.device_id
    on conflict (device_id, id) do update set
      raised_at = coalesce(excluded.raised_at, board_event.raised_at),
      cleared_at = coalesce(excluded.cleared_at, board_event.cleared_at),
      reading = case when excluded.raised_at is null then board_event.reading else excluded.reading end
    returning device_id as "deviceKey", id, cleared_at as "clearedAt"`.execute(db);
  const cleared = new Map(stored.map(({ deviceKey, id, clearedAt }) => [`${deviceKey} ${id}`, clearedAt]));
  return events.map(({ deviceKey, event }) => ({
    clearedAt: cleared.get(`${deviceKey} ${event.id}`) ?? null,
  }));
});

/** Occurrences with unknown codes that a device has sent since then, beside this one. */
export const countUnknown = async (db: Db, deviceKey: DeviceKey, id: string, since: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('board_event')
        .where('device_id', '=', deviceKey)
        .where('id', '!=', id)
        .where('code', 'not in', BoardEventCode.options)
        .where('received_at', '>', since)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

/** The newest of these codes that is raised and not cleared, of each device. */
export const listRaised = (db: Db, deviceKeys: readonly DeviceKey[], codes: readonly ProtectionCode[]) =>
  db
    .selectFrom('board_event')
    .distinctOn('device_id')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .where('code', 'in', codes)
    .where('raised_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .orderBy('device_id')
    .orderBy('received_at', 'desc')
    .select(['device_id as deviceKey', 'code'])
    .$narrowType<{ code: ProtectionCode }>()
    .execute();

export const listEvents = (db: Db, deviceKey: DeviceKey, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('board_event')
        .where('device_id', '=', deviceKey)
        .where('id', 'in', ids)
        .select(['id', 'code', 'severity', 'raised_at', 'cleared_at', 'reading'])
        .execute();
