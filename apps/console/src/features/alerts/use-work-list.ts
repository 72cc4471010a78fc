import { alertCalls } from '@manoboard/contract/http/calls/alerts';
import { fleetCalls } from '@manoboard/contract/http/calls/fleet';
import type { Alert } from '@manoboard/contract/nouns/alert';
import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import type { LockOut } from '@manoboard/contract/nouns/lock-out';
import { type WorkGroup, type WorkReason, workGroup } from '@manoboard/domain/alerts/work-group';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { serverNowS } from '../../lib/clock.ts';
import { read, request } from '../../lib/http.ts';
import { useAlerts } from './use-alerts.ts';

/** One thing that needs a person. */
export interface WorkEntry {
  key: string;
  group: WorkGroup;
  deviceId: string;
  name: string;
  /** Unix seconds; nothing for a device that never sent a message. */
  sinceS: number | null;
  address: string | null;
  owner: { name: string; phone_number: string | null } | null;
  /** An alert, or the state of the device. */
  about: Alert | 'offline' | 'locked_out';
  /** R5.10 */
  tag: LockOut | null;
}

const DEVICES_INTERVAL_MS = 60_000;
const OPEN_ALERTS = {};

const devicesQuery = (reason: 'offline' | 'locked_out') => ({
  queryKey: ['fleet', 'work', reason],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(fleetCalls.fleet, signal, {
      query: {
        limit: '200',
        ...(reason === 'offline' ? { state: 'offline' as const } : { locked_out: 'true' as const }),
      },
    }),
  refetchInterval: DEVICES_INTERVAL_MS,
  refetchOnWindowFocus: true,
});

const alertEntry = (alert: Alert, group: WorkGroup): WorkEntry => ({
  key: `alert-${alert.id}`,
  group,
  deviceId: alert.id_dev,
  name: alert.alias?.trim() || alert.id_dev,
  sinceS: alert.timestamp,
  address: alert.address,
  owner: alert.owner,
  about: alert,
  tag: null,
});

function deviceEntry(device: FleetDevice, kind: 'offline' | 'locked_out', nowS: number): WorkEntry {
  const { id_dev, alias, last_contact, address, owner, lock_out } = device;
  const sinceS = kind === 'offline' ? last_contact : (lock_out?.since ?? null);
  const ageS = sinceS === null ? 0 : nowS - sinceS;
  return {
    key: `${kind}-${id_dev}`,
    group: workGroup({ kind }, ageS),
    deviceId: id_dev,
    name: alias?.trim() || id_dev,
    sinceS,
    address,
    owner: owner && { name: `${owner.name} ${owner.surname}`, phone_number: owner.phone_number },
    about: kind,
    tag: kind === 'locked_out' ? lock_out : null,
  };
}

/** R7.4: open alerts and devices that need a person. An alert keeps its group until the list is loaded again. */
export function useWorkList() {
  const list = useAlerts(OPEN_ALERTS);
  const [offline, lockedOut] = useQueries({ queries: [devicesQuery('offline'), devicesQuery('locked_out')] });
  const groups = useRef(new Map<number, WorkGroup>());
  const entries = useMemo(() => {
    const nowS = serverNowS();
    const groupOf = ({ id, severity, cleared_timestamp, timestamp }: Alert) => {
      const reason: WorkReason = { kind: 'alert', severity, isLasting: cleared_timestamp === null };
      const group = groups.current.get(id) ?? workGroup(reason, nowS - timestamp);
      groups.current.set(id, group);
      return group;
    };
    return [
      ...list.rows.map((alert) => alertEntry(alert, groupOf(alert))),
      ...(offline.data?.items ?? []).map((device) => deviceEntry(device, 'offline', nowS)),
      ...(lockedOut.data?.items ?? []).map((device) => deviceEntry(device, 'locked_out', nowS)),
    ];
  }, [list.rows, offline.data, lockedOut.data]);
  return {
    list,
    entries,
    haveDevicesFailed: offline.isError || lockedOut.isError,
    showNew() {
      groups.current.clear();
      list.showNew();
    },
  };
}

export const takeAlert = (id: number) => request(alertCalls.takeAlert, { params: { id: `${id}` } });
export const releaseAlert = (id: number) => request(alertCalls.releaseAlert, { params: { id: `${id}` } });
