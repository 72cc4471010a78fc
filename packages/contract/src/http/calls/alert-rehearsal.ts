import * as z from 'zod/mini';
import { RehearsalRequest } from '../../nouns/alert-rehearsal.ts';
import { DeviceId } from '../../nouns/text.ts';
import { call, errorResponses } from '../call.ts';

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
