import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FirstPage, type FleetFilters, readFirstPage, readOrder } from './api.ts';
import { createPlaceCheck, itemsOf } from './fleet-items.ts';
import { KEPT_MS, pollOptions } from './use-rows.ts';

const EMPTY = { ids: [], ranks: [] };

/** The order of all devices. */
const orderQuery = (filters: FleetFilters) => ({
  queryKey: ['fleet', filters],
  queryFn: ({ signal }: { signal: AbortSignal }) => readOrder(filters, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: KEPT_MS,
  // Not compared with the previous order: 10,000 IDs.
  structuralSharing: false,
});

/**
 * The order of all devices is read once and kept, so that no row moves under a finger and any server continues it. The
 * first page is polled beside it: it updates the counts and shows which devices belong elsewhere; `sortAgain` shows the
 * new order.
 */
export function useFleet(filters: FleetFilters) {
  const queryClient = useQueryClient();
  const list = useQuery({ ...orderQuery(filters), placeholderData: keepPreviousData });
  const order = list.data;
  /** The rows of the previous filters are shown until those of the new ones arrive. */
  const isChanging = list.isPlaceholderData;
  const firstPageKey = ['fleet-first-page', filters];
  const fresh = useQuery<FirstPage>({
    queryKey: firstPageKey,
    queryFn: ({ signal }) => readFirstPage(filters, signal),
    enabled: order !== undefined && !isChanging,
    ...(order && !isChanging && { initialData: order, initialDataUpdatedAt: order.readAtMs }),
    ...pollOptions,
  });
  const items = useMemo(() => itemsOf(order ?? EMPTY, filters), [order, filters]);
  const isOutOfPlace = useMemo(
    () => (order ? createPlaceCheck(order, filters) : () => false),
    [order, filters],
  );
  /** Devices that the poll reports elsewhere: changed, or new in the first page. */
  const moved = useMemo(() => {
    const elsewhere = fresh.data?.items.filter((item) => isOutOfPlace(item, item.state));
    return new Set(elsewhere?.map(({ id_dev }) => id_dev));
  }, [isOutOfPlace, fresh.data]);

  /** Whether the new order is shown; after a failure the old one stays. */
  async function sortAgain(): Promise<boolean> {
    const { data, isSuccess } = await list.refetch();
    if (isSuccess) queryClient.setQueryData(firstPageKey, data);
    return isSuccess;
  }
  function retry() {
    if (list.isError || !order) void sortAgain();
    else void fresh.refetch();
  }
  return {
    state: order ? ('ready' as const) : list.isError ? ('failed' as const) : ('loading' as const),
    error: list.error,
    isChanging,
    order,
    items,
    counts: fresh.data?.counts ?? order?.counts,
    moved,
    isOutOfPlace,
    /** The last poll or the new order failed: the list shows the state of `readAtMs`. */
    hasFailed: fresh.isError || (list.isError && order !== undefined),
    readAtMs: fresh.data?.readAtMs ?? order?.readAtMs ?? 0,
    retry,
    sortAgain,
  };
}
export type Fleet = ReturnType<typeof useFleet>;
