import type { WaterState } from '@manoboard/contract/device/water';
import {
  type FleetCounts,
  type FleetCsvQuery,
  type FleetDevice,
  FleetFilters,
  type FleetPage,
  type FleetQuery,
} from '@manoboard/contract/fleet/fleet';
import { readPage } from '@manoboard/contract/http/paging';
import { isOutdated } from '@manoboard/domain/firmware/version';
import { pumpReason } from '@manoboard/domain/pump/attention';
import { pumpLook } from '@manoboard/domain/pump/pump-look';
import { waterState } from '@manoboard/domain/pump/water-state';
import * as z from 'zod/mini';
import { createCsv } from '../../base/csv.ts';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ActivityWing } from '../activity/index.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { CommandsWing } from '../commands/index.ts';
import type { FirmwareWing } from '../firmware/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import {
  type BoardVersion,
  countMatches,
  type FleetFilter,
  findOrder,
  type LivePumps,
  listBoardVersions,
  listRows,
} from './fleet.repo.ts';
import { fleetHead, fleetLine } from './fleet-csv.ts';

export interface FleetNeeds {
  telemetry: TelemetryWing;
  settings: SettingsWing;
  commands: CommandsWing;
  alerts: AlertsWing;
  activity: ActivityWing;
  firmware: FirmwareWing;
}

const CSV_SLICE = 500;

const isTrue = (text: 'true' | 'false' | undefined) => text && text === 'true';

const filterOf = (query: FleetFilters & Pick<FleetCsvQuery, 'device_id'>): FleetFilter => {
  const {
    q = '',
    state,
    outdated,
    locked_out,
    needs_person,
    label,
    group,
    system,
    sort,
    order,
    near,
  } = query;
  const [lat, lon] = near?.split(',').map(Number) ?? [];
  return {
    words: q.split(/\s+/).filter((word) => word !== ''),
    state,
    isOutdated: isTrue(outdated),
    isLockedOut: isTrue(locked_out),
    needsPerson: isTrue(needs_person),
    labelIds: [label, group].flatMap((id) => (id === undefined ? [] : Number(id))),
    systemId: system === undefined ? undefined : Number(system),
    deviceIds: query.device_id,
    sort: sort ?? 'state',
    order: order ?? 'asc',
    near: lat === undefined || lon === undefined ? undefined : { lat, lon },
  };
};

/** A stored filter may be of another version. */
const readFilter = (search: string): FleetFilter | undefined => {
  const { data } = z.safeParse(FleetFilters, Object.fromEntries(new URLSearchParams(search)));
  return data && filterOf(data);
};

/**
 * R7.2: the list of all devices. Pump states are in the server's memory, all else is in the database: each request sends
 * the states of all devices as parameters, and the database searches, counts and sorts.
 */
export function createFleet(core: Core, needs: FleetNeeds) {
  const { db, now } = core;
  const { telemetry, settings, commands, alerts, activity, firmware } = needs;
  const { lastData, presence, listKnown } = telemetry;

  /** The database takes all other devices for offline; the last contact of those matters only for its own order. */
  function readLive({ sort }: Pick<FleetFilter, 'sort'>): LivePumps {
    const nowS = now() / 1000;
    const live: LivePumps = { deviceIds: [], looks: [], lastContacts: [] };
    const { listOnline, listConnecting } = core.presence;
    for (const deviceId of sort === 'last_contact' ? listKnown() : [...listOnline(), ...listConnecting()]) {
      const { isOnline, isConnecting, lastSeenS } = presence(deviceId);
      live.deviceIds.push(deviceId);
      live.looks.push(isConnecting ? 'unknown' : pumpLook(lastData(deviceId), isOnline, nowS));
      live.lastContacts.push(lastSeenS);
    }
    return live;
  }

  const readOrder = (filter: FleetFilter, outdated: readonly BoardVersion[]) =>
    findOrder(db, readLive(filter), filter, { outdated, at: new Date(now()) });

  async function listOutdated(): Promise<BoardVersion[]> {
    const newest = await firmware.listNewest();
    if (newest.size === 0) return [];
    const boards = await listBoardVersions(db);
    return boards.filter(({ hw, version }) => isOutdated(version, newest.get(hw)));
  }

  async function listDevices(
    ids: readonly string[],
    outdated: readonly BoardVersion[],
  ): Promise<FleetDevice[]> {
    const rows = (await listRows(db, ids, { outdated, at: new Date(now()) })).map((row) => {
      const { isOnline, isConnecting, lastSeenS } = presence(row.id_dev);
      const last = lastData(row.id_dev);
      const state = isConnecting ? 'unknown' : pumpLook(last, isOnline, now() / 1000);
      return { ...row, isOnline, lastSeenS, last, state };
    });
    const stopped = rows.filter(({ state }) => state === 'stopped').map(({ key }) => key);
    const keys = rows.map(({ key }) => key);
    const [stops, switchOffs, urgent, tags, takers, workTakers] = await Promise.all([
      activity.listStops(stopped),
      commands.listSwitchOffs(stopped),
      alerts.listUrgent(keys),
      settings.lockOuts.list(ids, null),
      alerts.listAssignees(keys),
      alerts.listWorkAssignees(ids),
    ]);
    const tagOf = new Map(tags.map(({ device_id, lock_out }) => [device_id, lock_out]));
    return rows.map(
      ({ key, email, name, surname, phone_number, last, isOnline, lastSeenS, facts, ...row }) => {
        const nowS = now() / 1000;
        const reason = pumpReason(row.state, last, stops.get(key), nowS);
        const stoppedBy = reason?.kind === 'protection' ? reason.code : null;
        const switchedOff = switchOffs.get(key) ?? null;
        const alert = urgent.get(key);
        const tag = tagOf.get(row.id_dev) ?? null;
        return {
          ...row,
          ...(facts && { facts }),
          owner: email === null ? null : { name, surname, email, phone_number },
          reason,
          water: waterState({ last, look: row.state, nowS, stoppedBy, switchedOff, tag, alert }),
          switched_off: switchedOff,
          alert: alert?.title ?? null,
          last_contact: lastSeenS,
          is_online: isOnline,
          lock_out: tag,
          assignee: takers.get(key) ?? workTakers.get(row.id_dev) ?? null,
        };
      },
    );
  }

  return {
    async list({ limit: wanted, ids: withIds, ...filters }: FleetQuery): Promise<FleetPage> {
      const { limit } = readPage({ limit: wanted });
      const outdated = await listOutdated();
      const { ids, ranks, counts } = await readOrder(filterOf(filters), outdated);
      return {
        items: await listDevices(ids.slice(0, limit), outdated),
        total: ids.length,
        counts,
        ...(isTrue(withIds) && { ids, ranks }),
      };
    },

    rows: async (deviceIds: readonly string[]) => listDevices([...new Set(deviceIds)], await listOutdated()),

    /** R9.1: of these devices, but for those without a converter. */
    async watersOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, WaterState>> {
      const rows = await listDevices(deviceIds, []);
      return new Map(rows.flatMap(({ id_dev, water }) => (water ? [[id_dev, water]] : [])));
    },

    /** For tabs of stored filters. */
    async counts(searches: readonly string[]): Promise<FleetCounts> {
      const filters = searches.map(readFilter);
      const known = filters.filter((filter) => filter !== undefined);
      const facts = { outdated: await listOutdated(), at: new Date(now()) };
      const totals = await countMatches(db, readLive({ sort: 'state' }), known, facts);
      return { totals: filters.map((filter) => (filter ? (totals[known.indexOf(filter)] ?? null) : null)) };
    },

    /** In slices; the order is that of the start, the values are read with each slice. */
    async *csv(user: SessionUser, filters: FleetCsvQuery): AsyncGenerator<string> {
      const csv = createCsv(await core.preferencesOf(user), filters);
      const outdated = await listOutdated();
      const { ids } = await readOrder(filterOf(filters), outdated);
      yield fleetHead(csv);
      for (let start = 0; start < ids.length; start += CSV_SLICE)
        yield (await listDevices(ids.slice(start, start + CSV_SLICE), outdated))
          .map((device) => fleetLine(csv, device))
          .join('');
    },
  };
}
export type Fleet = ReturnType<typeof createFleet>;
