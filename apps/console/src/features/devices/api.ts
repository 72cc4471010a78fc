import { api, type Call } from '@manoboard/contract/api';
import { type Answer, request } from '../../lib/http.ts';

/** An expired session answers nothing and leads to the login; nothing is no list. */
async function list<C extends Call>(call: C, signal: AbortSignal): Promise<Answer<C>> {
  const answer = await request<Call>(call, { signal });
  if (answer === undefined) throw new Error('The session has ended');
  return answer as Answer<C>;
}

export const devicesQuery = {
  queryKey: ['devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => list(api.devices, signal),
};
export const fcDevicesQuery = {
  queryKey: ['fc-devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => list(api.fcDevices, signal),
};
