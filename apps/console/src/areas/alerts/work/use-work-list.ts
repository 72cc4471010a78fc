import type { Alert } from '@manoboard/contract/alert/alert';
import type { Assignee } from '@manoboard/contract/alert/assignee';
import type { WorkDevice, WorkDevices, WorkKind } from '@manoboard/contract/alert/work';
import { workCalls } from '@manoboard/contract/alert/work.calls';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { Place } from '@manoboard/contract/device/place';
import { type WorkGroup, type WorkReason, workGroup } from '@manoboard/domain/alerts/work-group';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { readQuery } from '../../../lib/http/read-query.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { useAlerts } from '../list/use-alerts.ts';
import { deviceNameOf } from '../one/alert-facts.ts';

interface Subject {
  key: string;
  group: WorkGroup;
  deviceId: string;
  name: string;
  /** Unix seconds; nothing for a device that never sent a message. */
  sinceS: number | null;
  address: string | null;
  place: Place | null | undefined;
  owner: { name: string; phone_number: string | null } | null;
  assignee: Assignee | null;
}
/** One thing that needs a person: an alert, or the state of a device. */
export type WorkEntry = Subject &
  ({ kind: 'alert'; alert: Alert } | { kind: WorkKind; alert?: undefined; lockOut: LockOut | null });

const DEVICES_INTERVAL_MS = 60_000;
const OPEN_ALERTS = {};

/** Live events report assignments and tags; the poll finds devices that went offline. */
const devicesQuery = {
  ...readQuery(['work-devices'], workCalls.workDevices),
  refetchInterval: DEVICES_INTERVAL_MS,
  refetchOnWindowFocus: true,
};

/** The entry of an alert. */
export const alertEntry = (alert: Alert, group: WorkGroup): WorkEntry => ({
  key: `alert-${alert.id}`,
  kind: 'alert',
  group,
  // Empty for an alert of the whole installation.
  deviceId: alert.id_dev ?? '',
  name: deviceNameOf(alert),
  sinceS: alert.timestamp,
  address: alert.address,
  place: alert.place,
  owner: alert.owner,
  assignee: alert.assignee,
  alert,
});

function deviceEntry(device: WorkDevice, nowS: number): WorkEntry {
  const { kind, id_dev, alias, since, address, place, owner, lock_out, assignee } = device;
  return {
    key: `${kind}-${id_dev}`,
    kind,
    group: workGroup({ kind }, since === null ? 0 : nowS - since),
    deviceId: id_dev,
    name: alias?.trim() || id_dev,
    sinceS: since,
    address,
    place,
    owner,
    assignee,
    lockOut: lock_out,
  };
}

/** R7.4: open alerts and devices that need a person. An alert keeps its group until the list is loaded again. */
export function useWorkList() {
  const queryClient = useQueryClient();
  const list = useAlerts(OPEN_ALERTS);
  const devices = useQuery(devicesQuery);
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
      ...(devices.data?.items ?? []).map((device) => deviceEntry(device, nowS)),
    ];
  }, [list.rows, devices.data]);
  const { data } = devices;
  return {
    list,
    entries,
    /** Devices beyond the limit of the server. */
    hiddenDevices: data ? data.total - data.items.length : 0,
    haveDevicesFailed: devices.isError,
    retry() {
      list.retry();
      if (devices.isError) void devices.refetch();
    },
    showNew() {
      groups.current.clear();
      list.showNew();
    },
    /** Displays the assignee that the server returned. */
    setAssignee(entry: WorkEntry, assignee: Assignee | null) {
      if (entry.kind === 'alert') list.replace({ ...entry.alert, assignee });
      const isSame = ({ kind, id_dev }: WorkDevice) => kind === entry.kind && id_dev === entry.deviceId;
      queryClient.setQueryData<WorkDevices>(
        devicesQuery.queryKey,
        (known) =>
          known && {
            ...known,
            items: known.items.map((device) => (isSame(device) ? { ...device, assignee } : device)),
          },
      );
    },
    reloadDevices: () => void devices.refetch(),
  };
}
export type WorkItems = ReturnType<typeof useWorkList>;
