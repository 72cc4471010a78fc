import { commandCalls } from '@manoboard/contract/calls/commands';
import { config } from '../../lib/config.ts';
import { read } from '../../lib/http.ts';

export const activityKey = (deviceId: string) => ['activity', deviceId];

export const activityQuery = (deviceId: string, limit: number) => ({
  queryKey: [...activityKey(deviceId), limit],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(commandCalls.activity, signal, { params: { id: deviceId }, query: { limit: String(limit) } }),
});

export const csvHref = (deviceId: string) =>
  config.api_base + commandCalls.activityCsv.path.replace('{id}', encodeURIComponent(deviceId));
