import type { Device, FcDevice } from '@manoboard/contract/device';
import type { LockOut } from '@manoboard/contract/lock-out';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveLink } from '../../lib/live/use-live.ts';
import { devicesQuery, fcDevicesQuery } from './api.ts';

/** A device as the pages know it. */
export interface KnownDevice {
  id: string;
  name: string;
  version: string | null;
  /** R6.4: its converter, as far as that is known. */
  fcId: string | null;
  fcType: string | null;
  /** The name that its owner gave it. */
  alias: string | null;
  relation: 'owner' | 'delegate' | 'none';
  /** R5.10: as the list says; its end may have passed. */
  lockOut?: LockOut | undefined;
  /** False for a device that staff opened without having it in their list. */
  isOwn: boolean;
}

export interface DeviceList {
  state: 'loading' | 'failed' | 'ready';
  devices: KnownDevice[];
  /** By ID, own or not; nothing means that it does not exist or may not be seen. */
  find: (id: string) => KnownDevice | undefined;
  retry: () => void;
  /** What was given up is gone before the server's list says so. */
  drop: (id: string) => void;
  isRefreshing: boolean;
  /** What is shown is what was known before. */
  didRefreshFail: boolean;
}

function converterOf(id: string, converters: FcDevice[]) {
  const found = converters.find((converter) => converter.owner_dev_id === id);
  return { fcId: found?.id ?? null, fcType: found?.fc_type ?? null };
}

const toKnown = (device: Device, converters: FcDevice[]): KnownDevice => ({
  id: device.id_dev,
  name: device.alias?.trim() || device.id_dev,
  version: device.version,
  ...converterOf(device.id_dev, converters),
  alias: device.alias,
  relation: device.access,
  lockOut: device.lock_out,
  isOwn: true,
});

/** R7.2: the server lists every converter to staff, so a board that one of them belongs to can be opened. */
function toForeign(id: string, converters: FcDevice[]): KnownDevice | undefined {
  const converter = converterOf(id, converters);
  if (converter.fcId === null) return undefined;
  return { id, name: id, version: null, ...converter, alias: null, relation: 'none', isOwn: false };
}

export function useDevices(): DeviceList {
  const queryClient = useQueryClient();
  const own = useQuery(devicesQuery);
  const converters = useQuery(fcDevicesQuery);
  const refresh = () => {
    void own.refetch();
    void converters.refetch();
  };

  const known = converters.data ?? [];
  const devices = (own.data ?? []).map((device) => toKnown(device, known));
  const isReady = own.data !== undefined && !converters.isPending;
  return {
    state: isReady ? 'ready' : own.isError ? 'failed' : 'loading',
    devices,
    // Whose it is, only the own list can tell.
    find: (id) => devices.find((device) => device.id === id) ?? (own.data && toForeign(id, known)),
    retry: refresh,
    drop(id) {
      queryClient.setQueryData<Device[]>(devicesQuery.queryKey, (had) =>
        had?.filter(({ id_dev }) => id_dev !== id),
      );
      refresh();
    },
    isRefreshing: own.isFetching || converters.isFetching,
    didRefreshFail: own.isRefetchError,
  };
}

/**
 * The device that a page is about: the one that is named, else the first. That one stays while it is in the list,
 * wherever a new name or a new device puts it: nobody's finger is to find another pump under it.
 */
export function useChosen(list: DeviceList, named: string | undefined) {
  const [kept, keep] = useState<string>();
  const first = (list.devices.find(({ id }) => id === kept) ?? list.devices[0])?.id;
  if (first !== kept) keep(first);
  const wanted = named ?? first;
  const chosen = wanted === undefined ? undefined : list.find(wanted);
  useLiveLink(chosen?.isOwn === false ? chosen.id : undefined);
  return { wanted, chosen };
}
