import { readPage } from '@manoboard/contract/http/paging';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { FleetCsvQuery, FleetDevice, FleetPage, FleetQuery } from '@manoboard/contract/nouns/fleet';
import { isOutdated } from '@manoboard/domain/firmware/version';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { pumpReason } from '@manoboard/domain/pump/attention';
import { pumpLook } from '@manoboard/domain/pump/pump-look';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Presence } from '../../state/presence.ts';
import {
  type BoardVersion,
  type FleetFilter,
  findOrder,
  type LivePumps,
  listBoardVersions,
  listRows,
} from './fleet.repo.ts';
import { fleetHead, fleetLine } from './fleet-csv.ts';
import { createOrders, readCursor, writeCursor } from './fleet-orders.ts';

interface Neighbours {
  db: Db;
  now: () => number;
  telemetry: {
    listKnown: () => Iterable<string>;
    lastData: (deviceId: string) => LastData;
    presence: (deviceId: string) => Presence;
  };
  listOnline: () => string[];
  /** The protection that stopped each of these pumps; pumps without one are missing. */
  listStops: (deviceKeys: readonly DeviceKey[]) => Promise<ReadonlyMap<number, ProtectionCode>>;
  /** By hardware. */
  listNewestVersions: () => Promise<ReadonlyMap<string, string>>;
}

const CSV_SLICE = 500;

const isTrue = (text: 'true' | 'false' | undefined) => text && text === 'true';

const filterOf = ({ q = '', state, outdated, locked_out, sort, order }: FleetCsvQuery): FleetFilter => ({
  words: q.split(/\s+/).filter((word) => word !== ''),
  state,
  isOutdated: isTrue(outdated),
  isLockedOut: isTrue(locked_out),
  sort: sort ?? 'state',
  order: order ?? 'asc',
});

/**
 * R7.2: the list of all devices. Pump states are in the server's memory, all else is in the database: each request sends
 * the states of all devices as parameters, and the database searches, counts and sorts.
 */
export function createFleet(neighbours: Neighbours) {
  const { db, now, telemetry, listOnline, listStops, listNewestVersions } = neighbours;
  const { lastData, presence, listKnown } = telemetry;
  const orders = createOrders();

  /** The database takes all other devices for offline; the last contact of those matters only for its own order. */
  function readLive({ sort }: FleetFilter): LivePumps {
    const nowS = now() / 1000;
    const live: LivePumps = { deviceIds: [], looks: [], lastContacts: [] };
    for (const deviceId of sort === 'last_contact' ? listKnown() : listOnline()) {
      const { isOnline, lastSeenS } = presence(deviceId);
      live.deviceIds.push(deviceId);
      live.looks.push(pumpLook(lastData(deviceId), isOnline, nowS));
      live.lastContacts.push(lastSeenS);
    }
    return live;
  }

  const readOrder = (filter: FleetFilter, facts: Facts) => findOrder(db, readLive(filter), filter, facts);

  async function listOutdated(): Promise<BoardVersion[]> {
    const newest = await listNewestVersions();
    if (newest.size === 0) return [];
    const boards = await listBoardVersions(db);
    return boards.filter(({ hw, version }) => isOutdated(version, newest.get(hw)));
  }

  const readFacts = async () => ({ outdated: await listOutdated(), at: new Date(now()) });
  type Facts = Awaited<ReturnType<typeof readFacts>>;

  async function listDevices(keys: Iterable<number>, facts: Facts): Promise<FleetDevice[]> {
    const rows = (await listRows(db, [...keys], facts)).map((row) => {
      const { isOnline, lastSeenS } = presence(row.id_dev);
      const last = lastData(row.id_dev);
      return { ...row, isOnline, lastSeenS, last, state: pumpLook(last, isOnline, now() / 1000) };
    });
    const stopped = rows.filter(({ state }) => state === 'stopped').map(({ key }) => key);
    const stops = await listStops(stopped);
    return rows.map(
      ({ key, email, name, surname, phone_number, last, isOnline, lastSeenS, is_locked_out, ...row }) => ({
        ...row,
        owner: email === null ? null : { name, surname, email, phone_number },
        reason: pumpReason(row.state, last, stops.get(key), now() / 1000),
        last_contact: lastSeenS,
        is_online: isOnline,
        locked_out: is_locked_out,
      }),
    );
  }

  /** The order of the first page and the place in it; a new order if there is none or it is gone. */
  async function findPlace(userId: number, filter: FleetFilter, facts: Facts, cursor: string | undefined) {
    const from = cursor === undefined ? undefined : readCursor(cursor);
    const known = from && orders.find(from.orderId, userId, filter);
    if (from && known) return { ...known, orderId: from.orderId, offset: from.offset };
    const order = await readOrder(filter, facts);
    const last = from ? order.keys.indexOf(from.lastKey) : -1;
    return { ...order, orderId: undefined, offset: last >= 0 ? last + 1 : (from?.offset ?? 0) };
  }

  return {
    async list(user: SessionUser, { cursor, limit: wanted, ...filters }: FleetQuery): Promise<FleetPage> {
      const { limit } = readPage({ limit: wanted });
      const filter = filterOf(filters);
      const facts = await readFacts();
      const { keys, counts, orderId, offset } = await findPlace(user.id, filter, facts, cursor);
      const end = offset + limit;
      const nextCursor = () => {
        const id = orderId ?? orders.add({ keys, counts }, user.id, filter);
        return writeCursor({ orderId: id, offset: end, lastKey: keys[end - 1] ?? 0 });
      };
      return {
        items: await listDevices(keys.subarray(offset, end), facts),
        next: end < keys.length ? nextCursor() : null,
        total: keys.length,
        counts,
      };
    },

    /** In slices; the order is that of the start, the values are read with each slice. */
    async *csv(filters: FleetCsvQuery): AsyncGenerator<string> {
      const facts = await readFacts();
      const { keys } = await readOrder(filterOf(filters), facts);
      yield fleetHead;
      for (let start = 0; start < keys.length; start += CSV_SLICE)
        yield (await listDevices(keys.subarray(start, start + CSV_SLICE), facts)).map(fleetLine).join('');
    },
  };
}
export type Fleet = ReturnType<typeof createFleet>;
