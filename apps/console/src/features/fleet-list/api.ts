import { api, type Call } from '@manoboard/contract/api';
import { type Answer, request } from '../../lib/http.ts';

const ONLINE_INTERVAL_MS = 6000;

async function list<C extends Call>(call: C, signal: AbortSignal): Promise<Answer<C>> {
  const answer = await request<Call>(call, { signal });
  if (answer === undefined) throw new Error('The session has ended');
  return answer as Answer<C>;
}

export const convertersQuery = {
  queryKey: ['fleet', 'converters'],
  queryFn: ({ signal }: { signal: AbortSignal }) => list(api.fcDevices, signal),
};

/** R4.4: who is online is asked again and again; a failure leaves the last answer. */
export const onlineQuery = {
  queryKey: ['fleet', 'online'],
  queryFn: ({ signal }: { signal: AbortSignal }) => list(api.onlineDevices, signal),
  refetchInterval: ONLINE_INTERVAL_MS,
};
