import type { WorkKind } from '@manoboard/contract/alert/work';
import type { Place } from '@manoboard/contract/device/place';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { placeAddress } from '../../../db/place.ts';

/** IDs of the boards with a converter, as in the fleet list. */
export const listBoardIds = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('device')
      .where('fc_id', 'is not', null)
      .where('fc_type', 'is not', null)
      .select('id_dev')
      .execute()
  ).map(({ id_dev }) => id_dev);

export interface Contact {
  id_dev: string;
  alias: string | null;
  address: string | null;
  place: Place | null;
  ownerName: string | null;
  phone_number: string | null;
}

export const listContacts = (db: Db, deviceIds: readonly string[]): Promise<Contact[]> =>
  db
    .selectFrom('device')
    .leftJoin('user_device', (join) =>
      join.onRef('user_device.device_id', '=', 'device.id').on('user_device.access', '=', 'owner'),
    )
    .leftJoin('app_user', 'app_user.id', 'user_device.user_id')
    .where(sql<boolean>`id_dev = any(${deviceIds})`)
    .select(['id_dev', 'alias', 'phone_number', 'place'])
    .select(placeAddress('app_user.address').as('address'))
    .select(sql<string | null>`name || ' ' || surname`.as('ownerName'))
    .execute();

/** Assignments of past and present causes; `isOfCause` tells them apart. */
const assignments = (db: Db) =>
  db
    .selectFrom('work_assignee')
    .innerJoin('device', 'device.id', 'work_assignee.device_id')
    .innerJoin('app_user', 'app_user.id', 'work_assignee.user_id')
    .select(['id_dev as deviceId', 'kind', 'cause_id as causeId', 'user_id as userId'])
    .select('assigned_at as assignedAt')
    .select(sql<string>`name || ' ' || surname`.as('name'));

export type Assignment = Awaited<ReturnType<ReturnType<typeof assignments>['executeTakeFirstOrThrow']>>;

export const listAssignments = (db: Db, deviceIds: readonly string[]): Promise<Assignment[]> =>
  assignments(db).where(sql<boolean>`id_dev = any(${deviceIds})`).execute();

export const findAssignment = (
  db: Db,
  deviceKey: DeviceKey,
  kind: WorkKind,
): Promise<Assignment | undefined> =>
  assignments(db)
    .where('work_assignee.device_id', '=', deviceKey)
    .where('kind', '=', kind)
    .executeTakeFirst();

interface NewAssignment {
  deviceKey: DeviceKey;
  kind: WorkKind;
  causeId: number;
  /** When the cause began; nothing if unknown. */
  since: Date | undefined;
  userId: number;
  at: Date;
}

/**
 * The first taker of a cause wins; returns nothing for the others. An assignment of an earlier cause is replaced, as
 * `isOfCause` in the domain.
 */
export const upsertAssignment = (db: Db, { deviceKey, kind, causeId, since, userId, at }: NewAssignment) =>
  db
    .insertInto('work_assignee')
    .values({ device_id: deviceKey, kind, cause_id: causeId, user_id: userId, assigned_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'kind'])
        .doUpdateSet({ cause_id: causeId, user_id: userId, assigned_at: at })
        .where((eb) =>
          eb.or([
            eb('work_assignee.cause_id', '<>', causeId),
            ...(since ? [eb('work_assignee.assigned_at', '<', since)] : []),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst();

/** Returns nothing if another person is the assignee meanwhile. */
export const deleteAssignment = (db: Db, deviceKey: DeviceKey, kind: WorkKind, userId: number) =>
  db
    .deleteFrom('work_assignee')
    .where('device_id', '=', deviceKey)
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
