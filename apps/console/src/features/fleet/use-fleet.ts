import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FleetFilters, type ReadPage, readFleet } from './api.ts';
import { isOutOfPlace, itemsOf, rowsOf } from './fleet-items.ts';

/** States and counts of the first page; the rows on the screen are live besides. */
const REFRESH_MS = 15_000;
const RETRY_MS = 6000;
/** The way back from a device finds the loaded rows. */
const KEPT_MS = 600_000;

/**
 * The loaded rows keep their order, so that no row moves under a finger. The first page is polled beside them: it
 * updates counts and states in place and shows which devices belong elsewhere; `sortAgain` shows the new order.
 */
export function useFleet(filters: FleetFilters) {
  const queryClient = useQueryClient();
  const listKey = ['fleet', filters];
  const list = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ signal, pageParam }) => readFleet(filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  const firstPage = list.data?.pages[0];
  /** The rows of the previous filters are shown until those of the new ones arrive. */
  const isChanging = list.isPlaceholderData;
  const fresh = useQuery({
    queryKey: ['fleet-first-page', filters],
    queryFn: ({ signal }) => readFleet(filters, undefined, signal),
    enabled: firstPage !== undefined && !isChanging,
    ...(firstPage && !isChanging && { initialData: firstPage, initialDataUpdatedAt: firstPage.readAtMs }),
    staleTime: REFRESH_MS,
    gcTime: KEPT_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : REFRESH_MS),
    refetchOnWindowFocus: 'always',
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => rowsOf(pages ?? [], fresh.data), [pages, fresh.data]);
  const total = fresh.data?.total ?? firstPage?.total ?? 0;
  const hasMore = list.hasNextPage;
  const items = useMemo(() => itemsOf(rows, filters, { total, hasMore }), [rows, filters, total, hasMore]);
  /** Devices that the poll reports elsewhere: changed, or new in the first page. */
  const moved = useMemo(() => {
    const known = new Map(rows.map((row) => [row.id_dev, row]));
    const elsewhere = fresh.data?.items.filter(({ id_dev, state }) => {
      const row = known.get(id_dev);
      return !row || isOutOfPlace(row, state);
    });
    return new Set(elsewhere?.map(({ id_dev }) => id_dev));
  }, [rows, fresh.data]);

  async function sortAgain() {
    const { data } = await fresh.refetch();
    if (data) {
      queryClient.setQueryData<InfiniteData<ReadPage, string | undefined>>(listKey, {
        pages: [data],
        pageParams: [undefined],
      });
    }
  }
  return {
    state: firstPage ? ('ready' as const) : list.isError ? ('failed' as const) : ('loading' as const),
    isChanging,
    rows,
    items,
    total,
    counts: fresh.data?.counts ?? firstPage?.counts,
    moved,
    /** The last poll failed: the list shows the state of `readAtMs`. */
    hasFailed: fresh.isError,
    readAtMs: fresh.data?.readAtMs ?? firstPage?.readAtMs ?? 0,
    hasMoreFailed: list.isFetchNextPageError,
    loadMore: () => {
      if (hasMore && !list.isFetchingNextPage) void list.fetchNextPage();
    },
    retry: () => void (firstPage ? fresh.refetch() : list.refetch()),
    sortAgain,
  };
}
export type Fleet = ReturnType<typeof useFleet>;
