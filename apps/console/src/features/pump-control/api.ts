import { commandCalls } from '@manoboard/contract/calls/commands';
import { request } from '../../lib/http.ts';

/** No signal: a command that was sent is never taken back by leaving the page (R2.8). */
export const sendStartStop = (deviceId: string, value: boolean) =>
  request(commandCalls.startStop, { params: { deviceId }, body: { what: 'start-stop', value } });
