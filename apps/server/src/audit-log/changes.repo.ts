import type { DeviceChange, FieldChange } from '@manoboard/contract/activity/device-change';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { liveAccess } from '../db/live-access.ts';
import type { DeviceChangeTable } from '../db/tables/device-tables.ts';

type NewRow = Omit<Insertable<DeviceChangeTable>, 'fields' | 'steps'> & { fields: FieldChange[] };

export const insertChange = async (db: Db, row: NewRow): Promise<string> =>
  (
    await db
      .insertInto('device_change')
      .values({ ...row, fields: JSON.stringify(row.fields) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export interface ChangeEnd {
  status: Exclude<DeviceChange['status'], 'pending'>;
  reason?: string | null;
}

/** False if the change has ended before: the first end counts. */
export async function markChangeEnded(db: Db, id: string, end: ChangeEnd, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('device_change')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .set({ status: end.status, reason: end.reason ?? null, finished_at: at })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the step is stored already: boards repeat their reports. */
export async function appendStep(db: Db, id: string, step: string, at: Date): Promise<boolean> {
  const added = JSON.stringify([{ at: at.getTime() / 1000, step }]);
  const row = await db
    .updateTable('device_change')
    .where('id', '=', id)
    .where(sql<boolean>`not steps @> ${added}::jsonb`)
    .set({ steps: sql<string>`steps || ${added}::jsonb` })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface HeldDevice {
  deviceKey: DeviceKey;
  deviceId: string;
}

export const listHeldBy = (db: Db, userId: number, at: Date): Promise<HeldDevice[]> =>
  db
    .selectFrom(liveAccess(at).as('live'))
    .innerJoin('device', 'device.id', 'live.device_id')
    .where('user_id', '=', userId)
    .select(['device.id as deviceKey', 'id_dev as deviceId'])
    .orderBy('device.id')
    .execute();

const seconds = (date: Date) => date.getTime() / 1000;
const fullName = (name: string, surname: string | null) => `${name} ${surname ?? ''}`.trim();

/** With the current names of the users. */
export async function listChanges(db: Db, ids: readonly string[]): Promise<DeviceChange[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('device_change as change')
    .innerJoin('device', 'device.id', 'change.device_id')
    .leftJoin('app_user as author', 'author.id', 'change.user_id')
    .leftJoin('app_user as person', 'person.id', 'change.person_id')
    .where('change.id', 'in', ids)
    .selectAll('change')
    .select(['id_dev', 'author.name as author_name', 'author.surname as author_surname'])
    .select(['person.name as person_name', 'person.surname as person_surname'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device_id: row.id_dev,
    kind: row.kind,
    action: row.action,
    by:
      row.user_id !== null && row.author_name !== null
        ? { user_id: row.user_id, name: fullName(row.author_name, row.author_surname), role: row.role }
        : null,
    person:
      row.person_id !== null && row.person_name !== null
        ? { user_id: row.person_id, name: fullName(row.person_name, row.person_surname) }
        : null,
    fields: row.fields,
    status: row.status,
    reason: row.reason,
    steps: row.steps,
    created_at: seconds(row.created_at),
    finished_at: row.finished_at && seconds(row.finished_at),
  }));
}
