import { QueryClient } from '@tanstack/react-query';
import { HttpProblem } from '../lib/http-problem.ts';
import { session } from '../lib/session.ts';
import { invalidateQueriesOnLiveEvents } from './query-invalidation.ts';

/** Worth a second try: no answer at all, a read that a change of route cut off, a server that is starting. */
const isPassing = (error: Error) =>
  error instanceof HttpProblem
    ? error.code === 'NETWORK' || error.code === 'UNAVAILABLE'
    : error.name === 'AbortError';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 2 && isPassing(error), refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

invalidateQueriesOnLiveEvents(queryClient);

/**
 * R1.5: clear the cache on logout. A query that is still shown would be kept for another five minutes when its page
 * unmounts, so its time is set to 0.
 */
function clearCache() {
  for (const query of queryClient.getQueryCache().getAll()) query.gcTime = 0;
  queryClient.clear();
}
session.onEnd(clearCache);

/** Pages that stay mounted until the login page has loaded may render once more and create empty queries. */
export const clearCacheAfterUnmount = () => void setTimeout(clearCache);
