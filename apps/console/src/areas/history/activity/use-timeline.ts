import type { ActivityEntry, ActivityKind } from '@manoboard/contract/activity/activity';
import { activityCalls } from '@manoboard/contract/activity/activity.calls';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../lib/http/http.ts';

/** Filter groups; one group may contain several kinds. */
export const TIMELINE_GROUPS = {
  all: [],
  command: ['command'],
  config: ['config'],
  firmware: ['firmware'],
  access: ['access', 'owner', 'role'],
  name: ['name'],
  lock_out: ['lock_out'],
  visit: ['visit'],
  event: ['event', 'alert'],
} as const satisfies Record<string, readonly ActivityKind[]>;
export type TimelineGroup = keyof typeof TIMELINE_GROUPS;

const PAGE = '50';

/** The cursor of the entries of this second and all older ones; `~` sorts behind every ID. */
const cursorAt = (atS: number | undefined) => (atS === undefined ? undefined : `${atS * 1000 + 999}-~`);

/**
 * R5.7b: newest first, older entries page by page. New entries are hidden until the user shows them, so that no row
 * moves; known rows update in place. With `atS` the list begins at that moment.
 */
export function useTimeline(deviceId: string, group: TimelineGroup, atS?: number) {
  const kind = [...TIMELINE_GROUPS[group]];
  const query = useInfiniteQuery({
    queryKey: ['timeline', deviceId, group, atS],
    queryFn: ({ signal, pageParam }) =>
      read(activityCalls.activity, signal, {
        params: { id: deviceId },
        query: { limit: PAGE, kind, before: pageParam },
      }),
    initialPageParam: cursorAt(atS),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { data, error, isError, isPlaceholderData, refetch } = query;
  const all: ActivityEntry[] = data?.pages.flatMap(({ items }) => items) ?? [];
  const counts = data?.pages[0]?.counts;

  const [shown, setShown] = useState<{ group: TimelineGroup; until: number }>();
  const newest = all[0]?.at;
  if (newest !== undefined && !isPlaceholderData && shown?.group !== group)
    setShown({ group, until: newest });
  const until = shown?.group === group ? shown.until : Number.POSITIVE_INFINITY;
  const entries = all.filter(({ at }) => at <= until);

  return {
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    error,
    /** The last request failed; the entries may be stale. */
    hasFailed: isError && data !== undefined,
    isChanging: isPlaceholderData,
    entries,
    newCount: all.length - entries.length,
    showNew: () => newest !== undefined && setShown({ group, until: newest }),
    countOf: (name: TimelineGroup) =>
      counts &&
      (name === 'all' ? Object.keys(counts) : TIMELINE_GROUPS[name]).reduce(
        (sum, one) => sum + (counts[one as ActivityKind] ?? 0),
        0,
      ),
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    showOlder: () => void query.fetchNextPage(),
    retry: () => void refetch(),
  };
}
