import { api } from '@manoboard/contract/api';
import { request } from '../../lib/http.ts';

/** No signal: a command that was sent is never taken back by leaving the page (R2.8). */
export const sendStartStop = (deviceId: string, value: boolean) =>
  request(api.startStop, { params: { deviceId }, body: { what: 'start-stop', value } });
