import type { Alert } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLiveEvent } from '../../../device/live/live.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useHasNetwork } from '../../../lib/page/use-network.ts';

/** Everything that a page shows of one alert has this key, so that an event of the alert refetches all of it. */
export const alertKey = (id: number) => ['alert', id] as const;

const isMissing = (error: unknown) =>
  error instanceof HttpProblem && (error.status === 404 || error.status === 403 || error.status === 422);

const alertQuery = (id: number) =>
  readQuery([...alertKey(id), 'details'], alertCalls.alert, { params: { id: `${id}` } });

/** One alert, live. */
export function useAlert(id: number) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...alertQuery(id), refetchOnWindowFocus: true });
  const hasNetwork = useHasNetwork();
  useEffect(
    () =>
      onLiveEvent(({ event, data }) => {
        if (event === 'missed' || (event === 'alert' && data.alert_id === id))
          void queryClient.invalidateQueries(
            { queryKey: alertKey(id) },
            { cancelRefetch: event === 'alert' },
          );
      }),
    [queryClient, id],
  );
  const { data, error, isError, dataUpdatedAt, refetch } = query;
  return {
    state: isMissing(error)
      ? ('missing' as const)
      : data
        ? ('ready' as const)
        : isError
          ? ('failed' as const)
          : ('loading' as const),
    error,
    alert: data,
    /** When the data was loaded, if it could not be refreshed since. */
    staleSinceMs: data && (isError || !hasNetwork) ? dataUpdatedAt : undefined,
    retry: () => void refetch(),
    /** Shows the server's answer to an action of this user. */
    replace: (alert: Alert) =>
      queryClient.setQueryData(alertQuery(id).queryKey, (known) => known && { ...known, ...alert }),
  };
}
export type AlertState = ReturnType<typeof useAlert>;
