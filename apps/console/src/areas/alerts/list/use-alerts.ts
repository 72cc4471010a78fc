import type { Alert, AlertPage } from '@manoboard/contract/alert/alert';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { AlertFilter } from './alert-filter.ts';
import { loadAlerts, loadAlertsById, PAGE_ROWS } from './api.ts';
import { useAlertEvents } from './use-alert-events.ts';

const NONE: ReadonlySet<number> = new Set();

type Pages = InfiniteData<AlertPage>;
type Changed = Pick<AlertPage, 'items' | 'open' | 'shelved'>;

/** Changed rows keep their place, also if the filter no longer matches them. */
function withChanged(data: Pages | undefined, { items, open, shelved }: Changed) {
  if (!data) return data;
  const changed = new Map(items.map((alert) => [alert.id, alert]));
  const pages = data.pages.map((page) => ({
    ...page,
    open,
    shelved,
    items: page.items.map((alert) => changed.get(alert.id) ?? alert),
  }));
  return { ...data, pages };
}

/** A row can be on two pages if an alert with an older time arrives late. */
const rowsOf = (data: Pages | undefined): Alert[] => [
  ...new Map(data?.pages.flatMap(({ items }) => items).map((alert) => [alert.id, alert])).values(),
];

function* chunksOf(ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += PAGE_ROWS) yield ids.slice(at, at + PAGE_ROWS);
}

/** An answer in flight may be older than an event, and would replace what the event brings. */
const settled = async (queryClient: QueryClient, queryKey: QueryKey) =>
  queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);

/**
 * R7.4: the loaded rows, live. No row moves by itself: changes replace a row in its place, and new alerts are counted
 * until the user shows them.
 */
export function useAlerts(filter: AlertFilter) {
  const queryClient = useQueryClient();
  const queryKey = useMemo(() => ['alert-list', filter] as const, [filter]);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => loadAlerts(filter, signal, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Live events keep the rows up to date; a refetch would move them. They do not reach a page that is left.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const { data, isError, isPlaceholderData, refetch } = query;
  const rows = useMemo(() => rowsOf(data), [data]);
  const [news, setNews] = useState<{ key: typeof queryKey; ids: ReadonlySet<number> }>();
  const newIds = news?.key === queryKey ? news.ids : undefined;

  const apply = useCallback(
    (answer: AlertPage) => queryClient.setQueryData<Pages>(queryKey, (known) => withChanged(known, answer)),
    [queryClient, queryKey],
  );
  const hold = useCallback(
    (found: readonly Alert[]) => {
      const known = new Set(rowsOf(queryClient.getQueryData<Pages>(queryKey)).map(({ id }) => id));
      const ids = found.flatMap(({ id }) => (known.has(id) ? [] : [id]));
      if (ids.length === 0) return;
      setNews((before) => ({
        key: queryKey,
        ids: new Set([...(before?.key === queryKey ? before.ids : []), ...ids]),
      }));
    },
    [queryClient, queryKey],
  );

  const { hasFailed, retry } = useAlertEvents({
    changed: useCallback(
      async (ids, signal) => {
        await settled(queryClient, queryKey);
        const all = await loadAlertsById(ids, signal);
        const matching = await loadAlertsById(ids, signal, filter);
        apply(all);
        hold(matching.items);
      },
      [apply, hold, filter, queryClient, queryKey],
    ),
    missed: useCallback(
      async (signal) => {
        await settled(queryClient, queryKey);
        const known = queryClient.getQueryData<Pages>(queryKey);
        if (!known) return;
        for (const ids of chunksOf(rowsOf(known).map(({ id }) => id)))
          apply(await loadAlertsById(ids, signal));
        const head = await loadAlerts(filter, signal);
        apply(head);
        hold(head.items);
      },
      [apply, hold, filter, queryClient, queryKey],
    ),
  });

  /** Only the first page: a refetch of all loaded pages would take as many requests. */
  async function reload() {
    queryClient.setQueryData<Pages>(
      queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    );
    const { isSuccess } = await refetch();
    if (isSuccess) setNews(undefined);
  }

  return {
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    error: query.error,
    /** The last refresh failed; the rows may be stale. */
    isStale: hasFailed || query.isRefetchError,
    isChanging: isPlaceholderData,
    rows,
    total: data?.pages[0]?.total ?? 0,
    open: data?.pages[0]?.open,
    shelved: data?.pages[0]?.shelved,
    newIds: newIds ?? NONE,
    newCount: newIds?.size ?? 0,
    /** Replaces rows by the server's answer to an action of this user. */
    replace: (alert: Alert) =>
      queryClient.setQueriesData<Pages>({ queryKey: ['alert-list'] }, (known) =>
        known?.pages[0] ? withChanged(known, { ...known.pages[0], items: [alert] }) : known,
      ),
    showNew: () => void reload(),
    retry: () => {
      if (hasFailed) retry();
      if (isError) void reload();
    },
    older: {
      exists: query.hasNextPage && !isPlaceholderData,
      isLoading: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage(),
    },
  };
}
export type AlertList = ReturnType<typeof useAlerts>;
