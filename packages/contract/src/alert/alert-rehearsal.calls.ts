import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { RehearsalRequest } from './alert-rehearsal.ts';

export const alertRehearsalCalls = {
  rehearseAlertRule: call({
    method: 'POST',
    path: '/devices/{id}/alert-rehearsals',
    who: 'user',
    action: 'see',
    summary:
      'What an alert rule would have raised with other numbers, from stored frames, as lines of JSON: `{"progress": 0.4}`, and at the end `{"result": …}`',
    params: z.strictObject({ id: DeviceId }),
    body: RehearsalRequest,
    file: 'application/x-ndjson',
    answers: { 200: z.string(), ...errorResponses(401, 404, 422, 429) },
  }),
};
