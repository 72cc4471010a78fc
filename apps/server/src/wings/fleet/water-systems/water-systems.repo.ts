import type { NewWaterSystem } from '@manoboard/contract/device/water-system';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { tenureStart } from '../../../db/tenure.ts';

/** R4.3c: a pump that got another owner since it joined is in no system. */
const isOfTenure = sql<boolean>`joined_at > coalesce(${tenureStart('device.id')}, '-infinity')`;

const systems = (db: Db) =>
  db
    .selectFrom('water_system')
    .innerJoin('water_system_pump', 'system_id', 'water_system.id')
    .innerJoin('device', 'device.id', 'device_id')
    .where(isOfTenure)
    .select(['water_system.id', 'water_system.name', 'water_system.kind', 'id_dev', 'alias'])
    .select(sql<boolean>`${tenureStart('device.id')} is not null`.as('hasOwner'))
    .orderBy(sql`searchable(water_system.name)`)
    .orderBy('water_system.id')
    .orderBy('alias_order');

export type SystemPump = Awaited<ReturnType<ReturnType<typeof systems>['executeTakeFirstOrThrow']>>;

/** All pumps of a system, a row each. */
export const listPumps = (db: Db, systemId: number): Promise<SystemPump[]> =>
  systems(db).where('water_system.id', '=', systemId).execute();

/** All pumps of the systems that have one of these devices. */
export const listSystemsOf = (db: Db, deviceIds: readonly string[]): Promise<SystemPump[]> =>
  systems(db)
    .where('water_system.id', 'in', (eb) =>
      eb
        .selectFrom('water_system_pump')
        .innerJoin('device', 'device.id', 'device_id')
        .where(sql<boolean>`id_dev = any(${deviceIds}::text[])`)
        .where(isOfTenure)
        .select('system_id'),
    )
    .execute();

type Named = Pick<NewWaterSystem, 'name' | 'kind'>;

export const insertSystem = async (db: Db, { name, kind }: Named): Promise<number> =>
  (await db.insertInto('water_system').values({ name, kind }).returning('id').executeTakeFirstOrThrow()).id;

/** False if it does not exist any more. */
export const updateSystem = async (db: Db, id: number, { name, kind }: Named): Promise<boolean> =>
  (await db
    .updateTable('water_system')
    .where('id', '=', id)
    .set({ name, kind })
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const deleteSystem = (db: Db, id: number) =>
  db.deleteFrom('water_system').where('id', '=', id).execute();

/** The pumps leave their former systems; a system that lost its last pump is removed. */
export async function setPumps(tx: Db, systemId: number, deviceKeys: readonly DeviceKey[], at: Date) {
  await tx
    .deleteFrom('water_system_pump')
    .where('system_id', '=', systemId)
    .where(sql<boolean>`device_id <> all(${deviceKeys}::int[])`)
    .execute();
  await tx
    .insertInto('water_system_pump')
    .values(deviceKeys.map((device_id) => ({ device_id, system_id: systemId, joined_at: at })))
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ system_id: systemId, joined_at: at }),
    )
    .execute();
  await tx
    .deleteFrom('water_system')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('water_system_pump').whereRef('system_id', '=', 'water_system.id'))),
    )
    .execute();
}
