import type { Activity } from '@manoboard/contract/activity/activity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activityKey, activityQuery, onCommand } from './api.ts';
import { mergeCommand } from './merge-command.ts';

/** The card shows the latest entries; the timeline shows all. */
const LATEST = 10;

/** R5.6: newest first; the stream updates the steps of a command. */
export function useActivity(deviceId: string) {
  const queryClient = useQueryClient();
  const { data, error, isError, refetch } = useQuery(activityQuery(deviceId, LATEST));

  useEffect(() => {
    const queryKey = activityKey(deviceId);
    return onCommand(deviceId, (command) => {
      queryClient.setQueriesData<Activity>(
        { queryKey },
        (activity) => activity && mergeCommand(activity, command),
      );
    });
  }, [deviceId, queryClient]);

  return {
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    error,
    entries: data?.items.slice(0, LATEST) ?? [],
    retry: () => void refetch(),
  };
}
