import type { VersionCount, VersionDevicesQuery } from '@manoboard/contract/firmware/firmware-release';
import type { PageRequest } from '@manoboard/contract/http/paging';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { selectUpdates } from './update.repo.ts';

export const countVersions = (db: Db): Promise<VersionCount[]> =>
  db
    .selectFrom('device')
    .select(['version', 'hw'])
    .select(sql<number>`count(*)::int`.as('devices'))
    .groupBy(['version', 'hw'])
    .execute();

/** An empty value finds rows without one. */
const isReported = (column: 'version' | 'hw', value: string) =>
  sql<boolean>`coalesce(device.${sql.ref(column)}, '') = ${value}`;

function selectDevices(db: Db, { version, hw }: Pick<VersionDevicesQuery, 'version' | 'hw'>) {
  return db
    .selectFrom('device')
    .$if(version !== undefined, (query) => query.where(isReported('version', version ?? '')))
    .$if(hw !== undefined, (query) => query.where(isReported('hw', hw ?? '')));
}

export const listDevicesOf = (db: Db, { limit, offset, ...filter }: PageRequest & VersionFilter) =>
  selectDevices(db, filter)
    .select(['id_dev', 'alias'])
    .select((eb) =>
      eb
        .selectFrom('user_device')
        .innerJoin('app_user', 'app_user.id', 'user_id')
        .whereRef('device_id', '=', 'device.id')
        .where('access', '=', 'owner')
        .select(sql<string>`app_user.name || ' ' || app_user.surname`.as('name'))
        .as('owner'),
    )
    .orderBy('id_dev')
    .limit(limit)
    .offset(offset)
    .execute();

export type VersionFilter = Pick<VersionDevicesQuery, 'version' | 'hw'>;

export const countDevicesOf = async (db: Db, filter: VersionFilter): Promise<number> =>
  Number(
    (
      await selectDevices(db, filter)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

export interface UpdatesFilter extends PageRequest {
  /** Both without it. */
  isEnded: boolean | undefined;
}

export const listFleetUpdates = (db: Db, { isEnded, limit, offset }: UpdatesFilter) =>
  selectUpdates(db)
    .innerJoin('device', 'device.id', 'device_id')
    .$if(isEnded !== undefined, (query) => query.where('ended_at', isEnded ? 'is not' : 'is', null))
    .select(['id_dev', 'alias'])
    .orderBy('firmware_update.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countFleetUpdates = async (db: Db, isEnded: boolean | undefined): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('firmware_update')
        .$if(isEnded !== undefined, (query) => query.where('ended_at', isEnded ? 'is not' : 'is', null))
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
