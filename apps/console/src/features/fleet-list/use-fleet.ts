import type { FcDevice } from '@manoboard/contract/nouns/device';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PumpStatus } from '../../device/device-view.ts';
import { foldText, searchWords } from '../../lib/search-text.ts';
import { convertersQuery, onlineQuery } from './api.ts';

export interface FleetRow extends FcDevice {
  status: PumpStatus;
}

/** R4.4: the list of online devices decides whether a device is online; without it the pump state is unknown. */
export function displayedPumpState(
  pump: FcDevice['pump'],
  isOnline: boolean | undefined,
  isStale: boolean,
): PumpStatus {
  if (isOnline === undefined) return 'unknown';
  if (isStale) return 'stale';
  if (!isOnline) return 'offline';
  // The device reconnected after the list was loaded.
  return pump === 'offline' ? 'unknown' : pump;
}

const searchTextOf = (row: FcDevice) =>
  foldText(
    [row.alias, row.owner_dev_id, row.id, row.fc_type, row.owner, row.version].filter(Boolean).join(' '),
  );

export function useFleet(search: string) {
  const converters = useQuery(convertersQuery);
  const online = useQuery(onlineQuery);
  const isStale = converters.isRefetchError || online.isRefetchError;
  const sorted = useMemo(
    () =>
      (converters.data ?? [])
        .map((row) => ({ row, text: searchTextOf(row) }))
        .sort((a, b) => a.row.id.localeCompare(b.row.id)),
    [converters.data],
  );
  const onlineIds = useMemo(() => online.data && new Set(online.data), [online.data]);
  const searchTerms = searchWords(search);
  const found = sorted.filter(({ text }) => searchTerms.every((term) => text.includes(term)));
  return {
    state: converters.data ? 'ready' : converters.isError ? 'failed' : 'loading',
    rows: found.map(
      ({ row }): FleetRow => ({
        ...row,
        status: displayedPumpState(row.pump, onlineIds?.has(row.owner_dev_id), isStale),
      }),
    ),
    count: sorted.length,
    /** `undefined` until the list of online devices is loaded. */
    onlineCount: onlineIds && sorted.filter(({ row }) => onlineIds.has(row.owner_dev_id)).length,
    retry: () => void converters.refetch(),
  };
}
