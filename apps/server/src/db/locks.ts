import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { DeviceKey } from './device-key.ts';

/**
 * Every lock that a transaction waits for. All of them last until its end. A transaction that takes several takes them
 * in the order of this file, so that no two transactions wait for each other (deadlock). Claims of due rows are not
 * here: they use `for update skip locked` and wait for nothing.
 */

/** The frame partitions: creating and dropping them, on all servers. */
export const lockFramePartitions = (tx: Db) => lockName(tx, 'frame partitions');

/** Packing frames of closed days, on all servers. */
export const lockFrameCompression = (tx: Db) => lockName(tx, 'frame compression');

/** The drain of the outbox, on all servers: two drains at a time would mix the order of events. */
export const lockOutboxDrain = (tx: Db) => lockName(tx, 'outbox drain');

/** Reports of the servers and the alert that they hold open, on all servers. */
export const lockOutage = (tx: Db) => lockName(tx, 'outage');

/** Forming messages of alert deliveries, on all servers: two at a time would split a digest. */
export const lockAlertDeliveries = (tx: Db) => lockName(tx, 'alert deliveries');

/** Opening alerts of a device and kind again, on all servers: one of them is open at a time. */
export const lockAlertsOfKind = (tx: Db, deviceKey: DeviceKey | null, kind: string) =>
  lockName(tx, `alerts ${deviceKey} ${kind}`);

/** The first Super Seller, on all servers. */
export const lockSetup = (tx: Db) => lockName(tx, 'setup');

/** The numbers of commissionings, on all servers: reports of a year are numbered without gaps by concurrent starts. */
export const lockCommissioningNumbers = (tx: Db) => lockName(tx, 'commissioning numbers');

/** A user's roles, and changes that depend on them. */
export const lockUser = (tx: Db, userId: number) =>
  tx.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow();

/**
 * The role rows of all Super Sellers; returns those with an enabled account. The accounts are read after the lock: of two
 * that are removed or disabled at once, the second transaction sees what is left.
 */
export async function lockSuperSellers(tx: Db): Promise<number[]> {
  const locked = await tx
    .selectFrom('user_role')
    .where('role', '=', 'Super Seller')
    .select('user_id')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  const enabled = await tx
    .selectFrom('app_user')
    .where('id', '=', sql<number>`any(${locked.map(({ user_id }) => user_id)}::integer[])`)
    .where('disabled_at', 'is', null)
    .select('id')
    .execute();
  return enabled.map(({ id }) => id);
}

/** One device: its holders, lock-out tag, configuration, and the admission of commands. */
export const lockDevice = (tx: Db, deviceKey: DeviceKey) =>
  tx
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .select(['fc_type as fcType', 'fc_profile as fcProfile', 'fc_refusal as fcRefusal', 'capabilities'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** The devices to which a user has this access, in the order of their keys. */
const lockDevicesOf = (tx: Db, userId: number, access: readonly ('owner' | 'delegate')[]) =>
  tx
    .selectFrom('device')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('user_device')
        .where('user_id', '=', userId)
        .where('access', 'in', access)
        .select('device_id'),
    )
    .select(['id as deviceKey', 'id_dev as deviceId'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const lockDelegatedDevices = async (tx: Db, userId: number): Promise<DeviceKey[]> =>
  (await lockDevicesOf(tx, userId, ['delegate'])).map(({ deviceKey }) => deviceKey);

/** Own and delegated devices, also those whose access has expired. */
export const lockHeldDevices = (tx: Db, userId: number) => lockDevicesOf(tx, userId, ['owner', 'delegate']);

/** The boards that report these converters. Sorted, so that two callers do not deadlock. */
export async function lockConverters(tx: Db, fcIds: readonly string[]): Promise<void> {
  for (const fcId of [...new Set(fcIds)].sort()) await lockName(tx, `fc ${fcId}`);
}

const lockName = (tx: Db, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
