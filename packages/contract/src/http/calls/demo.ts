import * as z from 'zod/mini';
import { DemoMail } from '../../nouns/demo-mail.ts';
import { call, errorResponses } from '../call.ts';

export const demoCalls = {
  demoMails: call({
    method: 'GET',
    path: '/demo/mails',
    who: 'anyone',
    summary: 'The latest mails of the demo, newest first; 404 outside the demo',
    answers: { 200: z.array(DemoMail), ...errorResponses(404) },
  }),
};
