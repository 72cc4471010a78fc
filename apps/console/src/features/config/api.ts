import { deviceConfigCalls } from '@manoboard/contract/http/calls/device-config';
import type { NewConfig } from '@manoboard/contract/nouns/device-config-state';
import { read, request } from '../../lib/http.ts';

export const configQuery = (id: string) => ({
  queryKey: ['config', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceConfigCalls.config, signal, { params: { id } }),
});

/** Nothing when the session is over. */
export const saveConfig = (id: string, body: NewConfig) =>
  request(deviceConfigCalls.setConfig, { params: { id }, body });
