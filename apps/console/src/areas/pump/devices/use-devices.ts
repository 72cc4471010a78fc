import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { Device, FcDevice } from '@manoboard/contract/device/device';
import type { Place } from '@manoboard/contract/device/place';
import type { Relation } from '@manoboard/domain/access/policy';
import type { Converter } from '@manoboard/domain/fc/faults';
import { ambiguousFcIds } from '@manoboard/domain/telemetry/stats-poll';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { devicesQuery, fcDevicesQuery } from '../../../device/queries.ts';
import { relationTo } from '../../../device/use-rights.ts';
import type { ListedWater } from '../../../device/water.tsx';

/** A device of the lists that the server returns. */
export interface KnownDevice {
  id: string;
  /** The alias, else the ID. */
  name: string;
  version: string | null;
  /** R6.4: its converter; `null` while unknown. */
  fcId: string | null;
  /** No other device reports this converter ID, so requests can use it. */
  isFcIdUnique: boolean;
  converter: Converter;
  alias: string | null;
  /** Name of its owner; the server sends it to staff only. */
  owner: string | null;
  /** State of the pump when the list was loaded; the live store is newer for own devices. */
  pump: FcDevice['pump'] | null;
  /** The protection that stopped the pump, when the list was loaded. */
  stoppedBy: FcDevice['stopped_by'];
  /** Title of its alert that lasts. */
  alert: FcDevice['alert'];
  context: ListedWater;
  relation: Relation;
  /** R5.10: from the list; it may have expired. */
  lockOut?: LockOut | undefined;
  /** R4.17: where it is; unknown for devices of others. */
  place?: Place | undefined;
  /** False for a device that staff opened without having it in their list. */
  isOwn: boolean;
}

export interface DeviceList {
  state: 'loading' | 'failed' | 'ready';
  /** Why it failed. */
  error: unknown;
  devices: KnownDevice[];
  /** Own devices first, then all others that the user may operate. */
  choosable: KnownDevice[];
  /** By ID, own or not; `undefined` if it does not exist or access is denied. */
  find: (id: string) => KnownDevice | undefined;
  retry: () => void;
  /** Removes a device from the list before the server's list is loaded again. */
  drop: (id: string) => void;
  isRefreshing: boolean;
  /** The list is the last known one. */
  didRefreshFail: boolean;
}

const converterFacts = (converter: FcDevice | undefined, ambiguous: ReadonlySet<string>) => ({
  fcId: converter?.id ?? null,
  isFcIdUnique: converter !== undefined && !ambiguous.has(converter.id),
  converter: { fcType: converter?.fc_type ?? null, facts: converter?.facts },
  owner: converter?.owner ?? null,
  pump: converter?.pump ?? null,
  stoppedBy: converter?.stopped_by ?? null,
  alert: converter?.alert,
});

const contextOf = (converter: FcDevice | undefined, tag: LockOut | undefined): ListedWater => ({
  listed: converter?.water,
  stoppedBy: converter?.stopped_by,
  switchedOff: converter?.switched_off,
  tag,
  alert: converter?.alert && {
    title: converter.alert,
    severity: converter.alert_severity ?? 'warning',
    since: converter.alert_since,
  },
});

const toOwn = (
  device: Device,
  converter: FcDevice | undefined,
  ambiguous: ReadonlySet<string>,
): KnownDevice => ({
  id: device.id_dev,
  name: device.alias?.trim() || device.id_dev,
  version: device.version,
  alias: device.alias,
  ...converterFacts(converter, ambiguous),
  context: contextOf(converter, device.lock_out),
  relation: relationTo(device),
  lockOut: device.lock_out,
  place: device.place,
  isOwn: true,
});

/** R7.2: a device of another user, from the list of all converters that staff get. */
const toForeign = (converter: FcDevice, ambiguous: ReadonlySet<string>): KnownDevice => ({
  id: converter.owner_dev_id,
  name: converter.alias?.trim() || converter.owner_dev_id,
  version: converter.version,
  alias: converter.alias,
  ...converterFacts(converter, ambiguous),
  context: contextOf(converter, converter.lock_out),
  relation: 'none',
  lockOut: converter.lock_out,
  isOwn: false,
});

/** Staff may have thousands of devices: computed once per answer of the server. */
function indexDevices(own: readonly Device[] | undefined, converters: readonly FcDevice[]) {
  const ambiguous = ambiguousFcIds(converters);
  const byBoard = new Map(converters.map((converter) => [converter.owner_dev_id, converter]));
  const devices = (own ?? []).map((device) => toOwn(device, byBoard.get(device.id_dev), ambiguous));
  const ownIds = new Set(devices.map(({ id }) => id));
  // Only the own list shows which devices belong to others.
  const foreign = own
    ? converters
        .filter(({ owner_dev_id }) => !ownIds.has(owner_dev_id))
        .map((converter) => toForeign(converter, ambiguous))
    : [];
  const choosable = [...devices, ...foreign];
  return { devices, choosable, byId: new Map(choosable.map((device) => [device.id, device])) };
}

const NO_CONVERTERS: readonly FcDevice[] = [];
/** A list that was loaded with the page is not requested again by its parts; events of the server tell of changes. */
const FRESH_MS = 30_000;

export function useDevices(): DeviceList {
  const queryClient = useQueryClient();
  const own = useQuery({ ...devicesQuery, staleTime: FRESH_MS });
  const converters = useQuery({ ...fcDevicesQuery, staleTime: FRESH_MS });
  const refresh = () => {
    void own.refetch();
    void converters.refetch();
  };

  const known = converters.data ?? NO_CONVERTERS;
  const { devices, choosable, byId } = useMemo(() => indexDevices(own.data, known), [own.data, known]);
  const isReady = own.data !== undefined && !converters.isPending;
  return {
    state: isReady ? 'ready' : own.isError ? 'failed' : 'loading',
    error: own.error,
    devices,
    choosable,
    find: (id) => byId.get(id),
    retry: refresh,
    drop(id) {
      queryClient.setQueryData(devicesQuery.queryKey, (had) => had?.filter(({ id_dev }) => id_dev !== id));
      refresh();
    },
    isRefreshing: own.isFetching || converters.isFetching,
    didRefreshFail: own.isRefetchError,
  };
}
