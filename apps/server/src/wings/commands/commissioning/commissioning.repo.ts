import type { CommissioningStep } from '@manoboard/contract/device/commissioning';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

export type FrameSeconds = Pick<DeviceConfig, 'tele_s' | 'tele_idle_s'>;

const nameOf = (table: string) => sql<string>`${sql.ref(`${table}.year`)} || '-' ||
  lpad(${sql.ref(`${table}.number`)}::text, 4, '0')`;

const rows = (db: Db) =>
  db
    .selectFrom('commissioning')
    .innerJoin('app_user', 'app_user.id', 'commissioning.user_id')
    .leftJoin('commissioning as corrected', 'corrected.id', 'commissioning.corrects')
    .select(['commissioning.id', 'commissioning.device_id as deviceKey', 'commissioning.steps'])
    .select(['commissioning.card', 'commissioning.frames_before as framesBefore'])
    .select(['commissioning.taken_by as takenBy', 'commissioning.started_at as startedAt'])
    .select('commissioning.ended_at as endedAt')
    .select([
      nameOf('commissioning').as('number'),
      sql<string>`trim(app_user.name || ' ' || app_user.surname)`.as('by'),
      sql<string | null>`case when corrected.id is not null then ${nameOf('corrected')} end`.as('corrects'),
    ]);
export type CommissioningRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

export const listOf = (db: Db, deviceKey: DeviceKey): Promise<CommissioningRow[]> =>
  rows(db)
    .where('commissioning.device_id', '=', deviceKey)
    .orderBy('commissioning.started_at', 'desc')
    .execute();

export const findOpenOf = (db: Db, deviceKey: DeviceKey): Promise<CommissioningRow | undefined> =>
  rows(db)
    .where('commissioning.device_id', '=', deviceKey)
    .where('commissioning.ended_at', 'is', null)
    .executeTakeFirst();

export function findByNumber(
  db: Db,
  deviceKey: DeviceKey,
  name: string,
): Promise<CommissioningRow | undefined> {
  const [year, number] = name.split('-').map(Number);
  return rows(db)
    .where('commissioning.device_id', '=', deviceKey)
    .where('commissioning.year', '=', year ?? 0)
    .where('commissioning.number', '=', number ?? 0)
    .executeTakeFirst();
}

/** The newest finished commissioning that corrects this one. */
export const findCorrection = async (db: Db, id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('commissioning')
      .where('corrects', '=', id)
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .select(nameOf('commissioning').as('number'))
      .executeTakeFirst()
  )?.number ?? null;

interface NewRow {
  deviceKey: DeviceKey;
  userId: number;
  corrects: number | null;
  steps: CommissioningStep[];
  at: Date;
}

/** The caller holds the lock of numbers. */
export const insertRow = (db: Db, { deviceKey, userId, corrects, steps, at }: NewRow) => {
  const year = at.getUTCFullYear();
  return db
    .insertInto('commissioning')
    .values((eb) => ({
      device_id: deviceKey,
      user_id: userId,
      year,
      number: eb
        .selectFrom('commissioning as other')
        .where('other.year', '=', year)
        .select(sql<number>`coalesce(max(other.number), 0) + 1`.as('next')),
      corrects,
      steps: JSON.stringify(steps),
      card: null,
      frames_before: null,
      taken_by: null,
      started_at: at,
      changed_at: at,
      ended_at: null,
    }))
    .execute();
};

export const updateSteps = (db: Db, id: number, steps: CommissioningStep[], at: Date) =>
  db
    .updateTable('commissioning')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .set({ steps: JSON.stringify(steps), changed_at: at })
    .execute();

export const updateFramesBefore = (db: Db, id: number, before: FrameSeconds | null) =>
  db
    .updateTable('commissioning')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .set({ frames_before: before && JSON.stringify(before) })
    .execute();

export const markFinished = (db: Db, id: number, end: { takenBy: string; card: PumpValues; at: Date }) =>
  db
    .updateTable('commissioning')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .set({
      taken_by: end.takenBy,
      card: JSON.stringify(end.card),
      frames_before: null,
      changed_at: end.at,
      ended_at: end.at,
    })
    .execute();

export const deleteOpen = (db: Db, id: number) =>
  db.deleteFrom('commissioning').where('id', '=', id).where('ended_at', 'is', null).execute();

/** Open commissionings with the fast frame interval that are unused since this time. */
export const listIdle = (db: Db, before: Date) =>
  db
    .selectFrom('commissioning')
    .innerJoin('device', 'device.id', 'commissioning.device_id')
    .where('ended_at', 'is', null)
    .where('frames_before', 'is not', null)
    .where('changed_at', '<', before)
    .select(['commissioning.id', 'device.id as deviceKey', 'id_dev as deviceId'])
    .select('frames_before as framesBefore')
    .execute();
