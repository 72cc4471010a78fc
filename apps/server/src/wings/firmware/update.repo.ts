import type { FirmwareUpdate, UpdateStatus } from '@manoboard/contract/firmware/firmware-release';
import type { OtaError } from '@manoboard/contract/mqtt/firmware';
import { tenureView, type VisibleFromS } from '@manoboard/domain/access/tenure';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { StoredUpdate } from '../../state/running-updates.ts';
import { fullName } from './release.repo.ts';

/** The columns of a device that decide which firmware fits it. */
export const getBoardFacts = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .select(['version', 'hw', 'capabilities'])
    .executeTakeFirstOrThrow();

export interface NewUpdate {
  deviceKey: DeviceKey;
  releaseId: string;
  fromVersion: string | null;
  startedAt: Date;
  startedBy: number;
}

/** Returns nothing if an update is running: the unique index decides between concurrent requests. */
export async function insertUpdate(db: Db, update: NewUpdate): Promise<number | undefined> {
  const row = await db
    .insertInto('firmware_update')
    .values({
      device_id: update.deviceKey,
      release_id: update.releaseId,
      from_version: update.fromVersion,
      status: 'waiting',
      started_at: update.startedAt,
      started_by: update.startedBy,
      changed_at: update.startedAt,
    })
    .onConflict((conflict) => conflict.column('device_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export const linkChange = (db: Db, id: number, changeId: string) =>
  db.updateTable('firmware_update').where('id', '=', id).set({ change_id: changeId }).execute();

/** The server continues with these after a restart, or with those of boards that another server had. */
export const listRunning = (db: Db, deviceKeys?: readonly DeviceKey[]): Promise<StoredUpdate[]> =>
  db
    .selectFrom('firmware_update')
    .$if(deviceKeys !== undefined, (query) =>
      query.where('firmware_update.device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`),
    )
    .innerJoin('device', 'device.id', 'device_id')
    .innerJoin('firmware_release', 'firmware_release.id', 'release_id')
    .leftJoin('device_change', 'device_change.id', 'change_id')
    .where('ended_at', 'is', null)
    .select([
      'firmware_update.id',
      'firmware_update.device_id as deviceKey',
      'id_dev as deviceId',
      'manifest',
      'firmware_update.status',
      'percent',
      'started_at as startedAt',
      'change_id as changeId',
      sql<number>`coalesce(jsonb_array_length(steps), 0)`.as('effects'),
    ])
    .execute();

export const markProgress = (db: Db, id: number, status: UpdateStatus, percent: number, at: Date) =>
  db
    .updateTable('firmware_update')
    .set({ status, percent, changed_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();

export interface Outcome {
  status: UpdateStatus;
  percent: number;
  error: OtaError | null;
  isSuccess: boolean;
}

/** False if the update has ended before: the first end counts. */
export async function markEnded(db: Db, id: number, outcome: Outcome, at: Date): Promise<boolean> {
  const { status, percent, error, isSuccess } = outcome;
  const row = await db
    .updateTable('firmware_update')
    .set({ status, percent, error, is_success: isSuccess, changed_at: at, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export const selectUpdates = (db: Db) =>
  db
    .selectFrom('firmware_update')
    .innerJoin('firmware_release', 'firmware_release.id', 'release_id')
    .leftJoin('app_user', 'app_user.id', 'started_by')
    .select([
      'firmware_update.id',
      'release_id',
      'firmware_release.version',
      'from_version',
      'firmware_update.status',
      'percent',
      'error',
    ])
    .select(['is_success', 'started_at', 'changed_at', 'ended_at'])
    .select(fullName.as('started_by'));

type Times = { started_at: Date; changed_at: Date; ended_at: Date | null };
/** Unix seconds instead of dates. */
export const toUpdate = <Row extends Times>(row: Row) => ({
  ...row,
  is_ended: row.ended_at !== null,
  started_at: seconds(row.started_at),
  changed_at: seconds(row.changed_at),
  ended_at: row.ended_at && seconds(row.ended_at),
});

/** R4.3c: hides an update that ended in a former tenure, and the name of the user if it began in one. */
export async function findLastUpdate(
  db: Db,
  deviceKey: DeviceKey,
  visibleFromS: VisibleFromS,
): Promise<FirmwareUpdate | null> {
  const row = await selectUpdates(db)
    .where('firmware_update.device_id', '=', deviceKey)
    .orderBy('firmware_update.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const times = {
    startedAtS: row.started_at.getTime() / 1000,
    endedAtS: row.ended_at && row.ended_at.getTime() / 1000,
  };
  const view = tenureView(times, visibleFromS);
  if (view === 'hidden') return null;
  return { ...toUpdate(row), started_by: view === 'whole' ? row.started_by : null };
}
