import type { OtaError, OtaJob } from '@manoboard/contract/mqtt/firmware';
import type { FirmwareUpdate, UpdateStatus } from '@manoboard/contract/nouns/firmware-release';
import { tenureView, type VisibleFromS } from '@manoboard/domain/access/tenure';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { fullName } from './release.repo.ts';

/** What is known of a board that concerns its firmware. */
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

/** Nothing when one is running already: the index decides, whoever asked first. */
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

export interface RunningRow {
  id: number;
  deviceKey: DeviceKey;
  deviceId: string;
  manifest: OtaJob;
  status: UpdateStatus;
  percent: number;
  startedAt: Date;
  /** Its row in the timeline; none for one that began before there was a timeline. */
  changeId: string | null;
  /** How many effects of the update on the pump the timeline has. */
  effects: number;
}

/** A restart of the server goes on with these. */
export const listRunning = (db: Db): Promise<RunningRow[]> =>
  db
    .selectFrom('firmware_update')
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

/** Exactly one end; gives whether it was this one. */
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

/** R4.3c: an update that ended in a former tenure is none; one that lasted into this one has no name. */
export async function findLastUpdate(
  db: Db,
  deviceKey: DeviceKey,
  visibleFromS: VisibleFromS,
): Promise<FirmwareUpdate | null> {
  const row = await db
    .selectFrom('firmware_update')
    .innerJoin('firmware_release', 'firmware_release.id', 'release_id')
    .leftJoin('app_user', 'app_user.id', 'started_by')
    .where('device_id', '=', deviceKey)
    .select(['firmware_update.id', 'release_id', 'version', 'from_version', 'status', 'percent', 'error'])
    .select(['is_success', 'started_at', 'changed_at', 'ended_at'])
    .select(fullName.as('started_by'))
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
  return {
    ...row,
    started_by: view === 'whole' ? row.started_by : null,
    is_ended: row.ended_at !== null,
    started_at: seconds(row.started_at),
    changed_at: seconds(row.changed_at),
    ended_at: row.ended_at && seconds(row.ended_at),
  };
}
