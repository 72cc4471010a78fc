import type { FcDevice } from '@manoboard/contract/device';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { convertersQuery, onlineQuery } from './api.ts';

export interface FleetRow extends FcDevice {
  /** Nothing while the server has not said. */
  isOnline: boolean | undefined;
}

const matches = (row: FcDevice, wanted: string) =>
  [row.id, row.fc_type, row.owner_dev_id].some((text) => text.toLowerCase().includes(wanted));

export function useFleet(search: string) {
  const converters = useQuery(convertersQuery);
  const online = useQuery(onlineQuery);
  const rows = useMemo(() => {
    const ids = online.data && new Set(online.data);
    const all: FleetRow[] = (converters.data ?? []).map((row) => ({
      ...row,
      isOnline: ids?.has(row.owner_dev_id),
    }));
    return all.sort((a, b) => a.id.localeCompare(b.id));
  }, [converters.data, online.data]);
  const wanted = search.trim().toLowerCase();
  return {
    state: converters.data ? 'ready' : converters.isError ? 'failed' : 'loading',
    rows: wanted === '' ? rows : rows.filter((row) => matches(row, wanted)),
    count: rows.length,
    /** Nothing while the server has not said. */
    onlineCount: online.data && rows.filter((row) => row.isOnline).length,
    retry: () => void converters.refetch(),
  };
}
