import { deviceConfigCalls } from '@manoboard/contract/http/calls/device-config';
import type { NewConfig } from '@manoboard/contract/nouns/device-config-state';
import { request } from '../../lib/http.ts';

/** Resolves with `undefined` when the session is over. */
export const saveConfig = (id: string, body: NewConfig) =>
  request(deviceConfigCalls.setConfig, { params: { id }, body });
