import type { BoardPump } from '@manoboard/contract/device/board-pump';
import type { DatedCard } from '@manoboard/domain/history/rollup';
import { cardInForce, type EnteredCard } from '@manoboard/domain/pump/pump-card';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

const author = sql<string | null>`app_user.name || ' ' || app_user.surname`.as('by');

/** The newest version of the entered values. */
export const findNewest = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('pump_card')
    .leftJoin('app_user', 'app_user.id', 'pump_card.user_id')
    .where('device_id', '=', deviceKey)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'values', 'origins', 'pump_card.created_at as createdAt', author])
    .executeTakeFirst();

/** All versions of the entered values, oldest first. */
export const listVersions = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('pump_card')
    .leftJoin('app_user', 'app_user.id', 'pump_card.user_id')
    .where('device_id', '=', deviceKey)
    .orderBy('version')
    .select(['version', 'values', 'pump_card.created_at as createdAt', author])
    .execute();

/** Entered values and those of the board, in the order of the devices. */
export async function listCards(db: Db, deviceKeys: readonly DeviceKey[]) {
  const { rows } = await sql<{ key: DeviceKey; board: BoardPump | null } & Partial<EnteredCard>>`
    select wanted.key, device.pump as board, newest.values
    from unnest(${deviceKeys}::int[]) wanted (key)
    join device on device.id = wanted.key
    left join lateral (
      select values from pump_card where device_id = wanted.key order by version desc limit 1
    ) newest on true`.execute(db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return deviceKeys.map((key) => {
    const row = byKey.get(key);
    return { entered: row?.values ?? {}, board: row?.board ?? {} };
  });
}

/** All cards of each device with the values of its board, oldest first; devices without a card are missing. */
export async function mapDatedCards(
  db: Db,
  deviceKeys: readonly DeviceKey[],
): Promise<Map<DeviceKey, DatedCard[]>> {
  const rows = await db
    .selectFrom('pump_card')
    .innerJoin('device', 'device.id', 'pump_card.device_id')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .orderBy('pump_card.version')
    .select(['device_id', 'values', 'pump_card.created_at', 'device.pump'])
    .execute();
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id);
  return new Map(
    [...byDevice].map(([deviceKey, versions]) => [
      deviceKey,
      versions.map(({ values, created_at, pump }) => ({
        fromMs: created_at.getTime(),
        values: cardInForce(values, pump ?? {}),
      })),
    ]),
  );
}

interface NewVersion extends EnteredCard {
  deviceKey: DeviceKey;
  version: number;
  userId: number;
  createdAt: Date;
}

export const insertVersion = (
  db: Db,
  { deviceKey, version, values, origins, userId, createdAt }: NewVersion,
) =>
  db
    .insertInto('pump_card')
    .values({
      device_id: deviceKey,
      version,
      values: JSON.stringify(values),
      origins: JSON.stringify(origins),
      user_id: userId,
      created_at: createdAt,
    })
    .execute();

/** What the board reports of its pump, and its capabilities. */
export const getBoard = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .select(['pump', 'capabilities'])
    .executeTakeFirstOrThrow();
