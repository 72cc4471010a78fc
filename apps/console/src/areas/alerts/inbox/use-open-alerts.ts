import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { useQuery } from '@tanstack/react-query';
import { readQuery } from '../../../lib/http/read-query.ts';

const REFRESH_MS = 5 * 60_000;

/** Live events refetch it; pages without the stream refetch when the user returns. */
const openAlertsQuery = {
  ...readQuery(['open-alerts'], alertCalls.alerts, { query: { resolved: 'false', limit: '1' } }),
  refetchInterval: REFRESH_MS,
  staleTime: 30_000,
  refetchOnWindowFocus: true,
};

/** Open alerts of the devices that the user may see, without shelved ones; `undefined` while unknown. */
export function useOpenAlerts(): { all: number; alarms: number } | undefined {
  const { data, isError } = useQuery(openAlertsQuery);
  // An old number is not a live one.
  if (!data || isError) return undefined;
  const { alarm, warning, info } = data.open;
  return { all: alarm + warning + info, alarms: alarm };
}
