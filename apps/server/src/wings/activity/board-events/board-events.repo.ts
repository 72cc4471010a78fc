import type { Event } from '@manoboard/contract/mqtt/event';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

/** One row per occurrence: raising and clearing arrive in any order and repeatedly. The reading is that of the raising. */
export async function upsertEvent(
  db: Db,
  deviceKey: DeviceKey,
  event: Event,
  at: Date,
  receivedAt: Date,
): Promise<{ clearedAt: Date | null }> {
  const reading = JSON.stringify(event.d);
  const time = event.st === 'raised' ? { raised_at: at } : { cleared_at: at };
  return db
    .insertInto('board_event')
    .values({
      device_id: deviceKey,
      id: event.id,
      code: event.code,
      severity: event.sev,
      reading,
      received_at: receivedAt,
      ...time,
    })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'id']).doUpdateSet(event.st === 'raised' ? { ...time, reading } : time),
    )
    .returning('cleared_at as clearedAt')
    .executeTakeFirstOrThrow();
}

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
