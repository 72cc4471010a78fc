import { sql } from 'kysely';
import { mergeCalls, mergeWrites } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

const findAlertOfMerged = mergeCalls(
  async (tx, events: readonly { device_id: DeviceKey; id: string }[]): Promise<(number | undefined)[]> => {
    const { rows } = await sql<{ deviceKey: DeviceKey; id: string; alertId: number | null }>`
      select event.device_id as "deviceKey", event.id, event.alert_id as "alertId"
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as r (device_id int, id text)
      join board_event event on event.device_id = r.device_id and event.id = r.id`.execute(tx);
    const found = new Map(rows.map(({ deviceKey, id, alertId }) => [`${deviceKey} ${id}`, alertId]));
    return events.map(({ device_id, id }) => found.get(`${device_id} ${id}`) ?? undefined);
  },
);

/** The alert of an event, if it has raised or joined one. */
export const findAlertOfEvent = (db: Db, deviceKey: DeviceKey, eventId: string) =>
  findAlertOfMerged(db, { device_id: deviceKey, id: eventId });

const attachMerged = mergeWrites(
  async (tx, events: readonly { device_id: DeviceKey; id: string; alert_id: number }[]) => {
    const rows = sql`${JSON.stringify(events)}::jsonb`;
    await sql`
      update board_event set alert_id = r.alert_id
      from jsonb_to_recordset(${rows}) as r (device_id int, id text, alert_id int)
      where board_event.device_id = r.device_id and board_event.id = r.id`.execute(tx);
    await sql`
      update alert set event_id = r.id
      from jsonb_to_recordset(${rows}) as r (id text, alert_id int)
      where alert.id = r.alert_id and alert.event_id is null`.execute(tx);
  },
);

/** The event holds the alert open; the first one gives it its measured values. */
export const attachEvent = (db: Db, deviceKey: DeviceKey, eventId: string, alertId: number) =>
  attachMerged(db, { device_id: deviceKey, id: eventId, alert_id: alertId });

const isHeldMerged = mergeCalls(async (tx, alerts: readonly { device_id: DeviceKey; id: number }[]) => {
  const { rows } = await sql<{ id: number }>`
    select distinct event.alert_id as id
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as r (device_id int, id int)
    join board_event event on event.device_id = r.device_id and event.alert_id = r.id
    where event.cleared_at is null`.execute(tx);
  const held = new Set(rows.map(({ id }) => id));
  return alerts.map(({ id }) => held.has(id));
});

/** Whether an event of the board that is not cleared holds the alert open. */
export const isHeldByEvent = async (db: Db, deviceKey: DeviceKey | null, alertId: number): Promise<boolean> =>
  deviceKey !== null && isHeldMerged(db, { device_id: deviceKey, id: alertId });
