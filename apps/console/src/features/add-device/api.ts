import { deviceAccessCalls } from '@manoboard/contract/http/calls/device-access';
import type { Device } from '@manoboard/contract/nouns/device';
import type { AddDevice } from '@manoboard/contract/nouns/device-access';
import { request } from '../../lib/http.ts';

/** R4.1. Resolves with `undefined` when the session is over. */
export const addDevice = (added: AddDevice): Promise<Device | undefined> =>
  request(deviceAccessCalls.addDevice, { body: added });
