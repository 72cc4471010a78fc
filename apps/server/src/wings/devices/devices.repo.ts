import type { Device } from '@manoboard/contract/device/device';
import type { Place } from '@manoboard/contract/device/place';
import type { Info } from '@manoboard/contract/mqtt/topics';
import { type Relation, relationOf } from '@manoboard/domain/access/policy';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { deviceKeyOf } from '../../db/device-key.ts';
import { liveAccess } from '../../db/live-access.ts';
import type { Schema } from '../../db/schema.ts';
import { tenureStart } from '../../db/tenure.ts';
import type { Board } from '../../link/link.ts';
import { ownProfileOf } from '../converters/shipped-profiles.ts';

const heldBy = (db: Db, userId: number, at: Date) =>
  db
    .selectFrom(liveAccess(at).as('live'))
    .innerJoin('device', 'device.id', 'live.device_id')
    .where('user_id', '=', userId)
    .select(['id_dev', 'version', 'alias', 'access', 'level', 'place']);

/** Without what is not set. */
const toDevice = ({ level, place, ...device }: Omit<Device, 'place'> & { place: Place | null }): Device => ({
  ...device,
  ...(level !== 'full' && { level }),
  ...(place && { place }),
});

export const listDevices = async (db: Db, userId: number, at: Date): Promise<Device[]> =>
  (await heldBy(db, userId, at).orderBy(sql`coalesce(alias, id_dev)`).orderBy('id_dev').execute()).map(
    toDevice,
  );

export const getDevice = async (db: Db, userId: number, deviceKey: DeviceKey, at: Date): Promise<Device> =>
  toDevice(await heldBy(db, userId, at).where('device.id', '=', deviceKey).executeTakeFirstOrThrow());

/** Every device with the facts that label its metrics. */
export const listDeviceFacts = (db: Db) =>
  db
    .selectFrom('device')
    .select(['id_dev as deviceId', 'alias', 'fc_type as fcType', 'version'])
    .orderBy('id')
    .execute();

/** All devices, and those whose board is refused. */
export const countDevices = (db: Db) =>
  db
    .selectFrom('device')
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`count(blocked_at)::int`.as('blocked')])
    .executeTakeFirstOrThrow();

/** Restricts a query on `device` to devices of a user; `null` is all devices. */
const hasUser = (userId: number | null, at: Date) => (eb: ExpressionBuilder<Schema, 'device'>) =>
  userId === null
    ? eb.lit(true)
    : eb.exists(
        eb
          .selectFrom(liveAccess(at).as('live'))
          .whereRef('live.device_id', '=', 'device.id')
          .where('user_id', '=', userId),
      );

const isOneOf = (keys: readonly DeviceKey[]) => sql<boolean>`device.id = any(${keys}::integer[])`;

export const listIdsOf = async (db: Db, keys: readonly DeviceKey[]): Promise<string[]> =>
  (await db.selectFrom('device').where(isOneOf(keys)).select('id_dev').execute()).map(({ id_dev }) => id_dev);

/** What their places are called, else the addresses of the places; devices without a place are missing. */
export async function listPlaces(db: Db, keys: readonly DeviceKey[]): Promise<Map<DeviceKey, string>> {
  const rows = await db.selectFrom('device').where(isOneOf(keys)).select(['id', 'place']).execute();
  return new Map(
    rows.flatMap(({ id, place }) => {
      const text = place?.name || place?.address;
      return text ? [[id, text] as const] : [];
    }),
  );
}

/** The converters of a user's devices, of all devices, or of these; only all come with their owners. */
export const listConverters = (
  db: Db,
  userId: number | null,
  at: Date,
  keys?: readonly DeviceKey[] | undefined,
) =>
  db
    .selectFrom('device')
    .leftJoin('user_device as owning', (join) =>
      join
        .onRef('owning.device_id', '=', 'device.id')
        .on('owning.access', '=', 'owner')
        .on((eb) => eb.lit(userId === null)),
    )
    .leftJoin('app_user', 'app_user.id', 'owning.user_id')
    .leftJoin('converter_profile', 'converter_profile.hash', 'device.fc_profile')
    .where('fc_id', 'is not', null)
    .where('fc_type', 'is not', null)
    .where(keys ? isOneOf(keys) : hasUser(userId, at))
    .select([
      'device.id as deviceKey',
      'fc_id as id',
      'fc_type',
      'converter_profile.facts',
      'id_dev as owner_dev_id',
      'alias',
      'version',
      'fc_refusal',
      'fc_configured',
    ])
    .select(sql<string | null>`app_user.name || ' ' || app_user.surname`.as('owner'))
    .$narrowType<{ id: string; fc_type: string }>()
    // By code: the rules of a language take several times as long, and IDs have no letters that need them.
    .orderBy(sql`id_dev collate "C"`)
    .execute();

export const listDeviceIds = async (db: Db, userId: number, at: Date): Promise<string[]> =>
  (await db.selectFrom('device').where(hasUser(userId, at)).select('id_dev').orderBy('id_dev').execute()).map(
    (row) => row.id_dev,
  );

/** Those of these IDs, of boards or converters, that exist, as IDs of boards. */
export const listKnownIds = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('device')
      .where(
        sql<boolean>`id in (select ${deviceKeyOf(sql.ref('wanted.id'))} from unnest(${ids}::text[]) wanted (id))`,
      )
      .select('id_dev')
      .execute()
  ).map((row) => row.id_dev);

export interface DeviceAccess {
  deviceKey: DeviceKey;
  deviceId: string;
  relation: Relation;
  expiresAtS: number | null;
  /** R4.3c: start of the present tenure, for users with access to the device. */
  tenureStartS: number | null;
}

const withAccess = (db: Db, userId: number) =>
  db
    .selectFrom('device')
    .leftJoin('user_device', (join) =>
      join.onRef('user_device.device_id', '=', 'device.id').on('user_id', '=', userId),
    )
    .select(['device.id', 'id_dev', 'access', 'level', 'expires_at', 'user_device.created_at'])
    .select(tenureStart('device.id').as('tenure_start'));

type WithAccess = Awaited<ReturnType<ReturnType<typeof withAccess>['executeTakeFirst']>>;

function heldOf(row: WithAccess, at: Date): DeviceAccess | undefined {
  if (!row) return undefined;
  const expiresAtS = row.expires_at && row.expires_at.getTime() / 1000;
  const { access, level } = row;
  const relation = relationOf(
    access && level ? { access, level, expiresAtS } : undefined,
    at.getTime() / 1000,
  );
  const start = row.tenure_start ?? row.created_at;
  const tenureStartS = start && start.getTime() / 1000;
  return { deviceKey: row.id, deviceId: row.id_dev, relation, expiresAtS, tenureStartS };
}

/** By the board's ID or the converter's ID, with the user's access. */
export const findDevice = async (
  db: Db,
  userId: number,
  id: string,
  at: Date,
): Promise<DeviceAccess | undefined> =>
  heldOf(await withAccess(db, userId).where('device.id', '=', deviceKeyOf(id)).executeTakeFirst(), at);

/** With the times of the alert: an alert of a former tenure is hidden from the present owner. */
export async function findDeviceOfAlert(
  db: Db,
  userId: number,
  alertId: number,
  at: Date,
): Promise<(DeviceAccess & { startedAtS: number; endedAtS: number | null }) | undefined> {
  const row = await withAccess(db, userId)
    .innerJoin('alert', 'alert.device_id', 'device.id')
    .where('alert.id', '=', alertId)
    .select(['raised_at', 'cleared_at'])
    .executeTakeFirst();
  const held = heldOf(row, at);
  if (!row || !held) return undefined;
  const endedAtS = row.cleared_at && row.cleared_at.getTime() / 1000;
  return { ...held, startedAtS: row.raised_at.getTime() / 1000, endedAtS };
}

/** Whether it is an alert of the whole installation. */
export const isInstallationAlert = async (db: Db, alertId: number): Promise<boolean> =>
  (await db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .where('device_id', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** These boards with their secrets and owners, in this order; nothing for an ID that is unknown. */
export async function listBoards(db: Db, deviceIds: readonly string[]) {
  const rows = await db
    .selectFrom('device')
    .leftJoin('user_device', (join) =>
      join.onRef('user_device.device_id', '=', 'device.id').on('access', '=', 'owner'),
    )
    .leftJoin('secret_renewal', 'secret_renewal.device_id', 'device.id')
    .where('id_dev', '=', sql<string>`any(${deviceIds}::text[])`)
    .select([
      'device.id as deviceKey',
      'id_dev as deviceId',
      'device.secret_hash as secretHash',
      'secret_renewal.secret_hash as newSecretHash',
      'blocked_at as blockedAt',
      'user_id as ownerId',
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.deviceId, row]));
  return deviceIds.map((deviceId) => byId.get(deviceId));
}

/** The converter that the board named last. */
/** What the board reported of its converter and its pump. */
export const getReported = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .select(['fc_id as fcId', 'fc_type as fcType', 'fc_profile as fcProfile', 'pump'])
    .executeTakeFirstOrThrow();

/** All boards that name this converter. */
export const listNaming = (db: Db, fcId: string): Promise<Board[]> =>
  db
    .selectFrom('device')
    .where('fc_id', '=', fcId)
    .select(['id as deviceKey', 'id_dev as deviceId'])
    .orderBy('id')
    .execute();

export interface BoardInfo {
  deviceKey: DeviceKey;
  info: Info;
}

const infoRow = ({ deviceKey, info: { version, hw, fc, wifi, cap, pump } }: BoardInfo) => ({
  id: deviceKey,
  version,
  hw,
  fc_id: fc.id,
  fc_type: fc.fc_type,
  fc_profile: ownProfileOf(fc),
  fc_ident: fc.ident,
  fc_unit: fc.unit,
  fc_refusal: fc.refused?.reason ?? null,
  fc_configured: fc.refused?.configured ?? null,
  wifi_rssi: wifi?.rssi ?? null,
  is_wifi_secured: wifi?.secured === undefined ? null : wifi.secured === 1,
  capabilities: cap,
  pump: pump ?? null,
});

/** Updates the boards whose stored converter and pump are unchanged; returns their keys. Sorted locks avoid deadlocks. */
export async function updateKnownInfo(db: Db, boards: readonly BoardInfo[]): Promise<ReadonlySet<number>> {
  const rows = [...new Map(boards.map((board) => [board.deviceKey, infoRow(board)])).values()];
  const updated = await sql<{ id: number }>`
    with named as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as named (
        id int, version text, hw text, fc_id text, fc_type text, fc_profile text, fc_ident int, fc_unit smallint,
        fc_refusal text, fc_configured text, wifi_rssi real, is_wifi_secured boolean, capabilities jsonb, pump jsonb)
    ), locked as (
      select device.id from device join named using (id)
      where device.fc_id = named.fc_id and device.fc_type = named.fc_type
        and device.fc_profile is not distinct from named.fc_profile and device.pump is not distinct from named.pump
      order by device.id for no key update of device
    )
    update device set version = named.version, hw = named.hw, fc_ident = named.fc_ident,
      fc_unit = named.fc_unit, fc_refusal = named.fc_refusal, fc_configured = named.fc_configured,
      wifi_rssi = named.wifi_rssi, is_wifi_secured = named.is_wifi_secured,
      capabilities = named.capabilities
    from named, locked where device.id = named.id and device.id = locked.id and device.fc_id = named.fc_id
    returning device.id`.execute(db);
  return new Set(updated.rows.map(({ id }) => id));
}

export const updateInfo = (db: Db, board: BoardInfo, at: Date) => {
  const { id, capabilities, pump, ...row } = infoRow(board);
  return db
    .updateTable('device')
    .where('id', '=', id)
    .set({
      ...row,
      fc_since: sql`case when fc_id = ${row.fc_id} then fc_since when fc_id is null then created_at else ${at} end`,
      capabilities: sql`${JSON.stringify(capabilities)}::jsonb`,
      pump: pump && JSON.stringify(pump),
    })
    .execute();
};
