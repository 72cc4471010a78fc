import { deviceDataCalls } from '@manoboard/contract/device/device-data.calls';
import { readQuery } from '../../../lib/http/read-query.ts';

export const stateQuery = (id: string) =>
  readQuery(['device-state', id], deviceDataCalls.deviceState, { params: { id } });
