import type { Label, LabelKind, ListedLabel } from '@manoboard/contract/fleet/label';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

export const listLabels = (db: Db): Promise<ListedLabel[]> =>
  db
    .selectFrom('label')
    .leftJoin('device_label', 'label_id', 'label.id')
    .select(['label.id', 'label.kind', 'name'])
    .select(sql<number>`count(device_id)::int`.as('devices'))
    .groupBy('label.id')
    .orderBy('name_key')
    .execute();

export const countLabels = async (db: Db): Promise<number> =>
  (await db.selectFrom('label').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow())
    .count;

/** Returns nothing if the name exists. */
export const insertLabel = (db: Db, kind: LabelKind, name: string, at: Date): Promise<Label | undefined> =>
  db
    .insertInto('label')
    .values({ kind, name, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'kind', 'name'])
    .executeTakeFirst();

/** Whether another label of the kind has the name. */
export const isNameUsed = async (db: Db, { id, kind }: Label, name: string): Promise<boolean> =>
  (await db
    .selectFrom('label')
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where(sql<boolean>`name_key = searchable(${name})`)
    .select('id')
    .executeTakeFirst()) !== undefined;

export const renameLabel = (db: Db, id: number, name: string) =>
  db.updateTable('label').where('id', '=', id).set({ name }).execute();

export const deleteLabel = (db: Db, id: number) => db.deleteFrom('label').where('id', '=', id).execute();

/** Locks the label until the end of the transaction, so that it is not removed meanwhile. */
export const lockLabel = (tx: Db, id: number): Promise<Label | undefined> =>
  tx.selectFrom('label').where('id', '=', id).select(['id', 'kind', 'name']).forUpdate().executeTakeFirst();

/** A device leaves its former group. */
export async function attachLabel(tx: Db, { id, kind }: Label, deviceKeys: readonly DeviceKey[]) {
  const onConflict =
    kind === 'group' ? sql`(group_of) do update set label_id = excluded.label_id` : sql`do nothing`;
  await sql`
    insert into device_label (label_id, device_id, kind)
    select ${id}, id, ${kind} from device where id = any(${deviceKeys}::int[])
    on conflict ${onConflict}`.execute(tx);
}

export const detachLabel = (tx: Db, labelId: number, deviceKeys: readonly DeviceKey[]) =>
  tx
    .deleteFrom('device_label')
    .where('label_id', '=', labelId)
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .execute();
