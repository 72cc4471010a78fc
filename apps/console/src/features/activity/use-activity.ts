import type { Activity } from '@manoboard/contract/activity';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { activityKey, activityQuery, onCommand } from './api.ts';
import { mergeCommand } from './merge-command.ts';

const PAGE = 10;
/** As many as the server gives at once; the table of all of them goes further. */
const MOST = 200;

/** R5.6: the newest first, with every step as it happens. */
export function useActivity(deviceId: string) {
  const queryClient = useQueryClient();
  const [limit, setLimit] = useState(PAGE);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...activityQuery(deviceId, limit),
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    const queryKey = activityKey(deviceId);
    return onCommand(deviceId, (told) => {
      queryClient.setQueriesData<Activity>({ queryKey }, (known) => known && mergeCommand(known, told));
    });
  }, [deviceId, queryClient]);

  return {
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    entries: data?.items.slice(0, limit) ?? [],
    hasOlder: data !== undefined && data.total > limit && limit < MOST,
    isLoadingOlder: isPlaceholderData,
    showOlder: () => setLimit(Math.min(MOST, limit * 2)),
    retry: () => void refetch(),
  };
}
