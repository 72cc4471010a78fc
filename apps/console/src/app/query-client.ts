import { QueryClient } from '@tanstack/react-query';
import { HttpProblem } from '../lib/http/http-problem.ts';
import { session } from '../lib/http/session.ts';
import { invalidateQueriesOnLiveEvents } from './query-invalidation.ts';

/** Seconds until a rate-limited read may be retried. */
const retryAfterS = (error: Error) => (error instanceof HttpProblem ? (error.problem?.retry_after ?? 0) : 0);

/** Errors worth a retry: no network, a read aborted by a route change, a server that is starting or limits reads. */
const isPassing = (error: Error) =>
  error instanceof HttpProblem
    ? error.code === 'NETWORK' || error.code === 'UNAVAILABLE' || retryAfterS(error) > 0
    : error.name === 'AbortError';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures, error) => 1000 * (retryAfterS(error) || 2 ** failures),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

invalidateQueriesOnLiveEvents(queryClient);

/**
 * R1.5: clears the cache on logout. `gcTime` 0, because a query that is still displayed would stay cached for five minutes
 * after its page unmounts.
 */
function clearCache() {
  for (const query of queryClient.getQueryCache().getAll()) query.gcTime = 0;
  queryClient.clear();
}
session.onEnd(clearCache);

/** Pages stay mounted until the login page has loaded, and may create empty queries after the logout. */
export const clearCacheAfterUnmount = () => void setTimeout(clearCache);
