import { inboxCalls } from '@manoboard/contract/http/calls/inbox';
import { read } from '../../lib/http.ts';

const REFRESH_MS = 5 * 60_000;

export const inboxQuery = {
  queryKey: ['inbox'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(inboxCalls.inbox, signal),
  refetchInterval: REFRESH_MS,
  staleTime: 30_000,
  /** Pages without the stream refetch when the user returns. */
  refetchOnWindowFocus: true,
};
