import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DemoMail } from './demo-mail.ts';

export const demoCalls = {
  demoMails: call({
    method: 'GET',
    path: '/demo/mails',
    who: 'anyone',
    summary: 'The latest mails of the demo, newest first; 404 outside the demo',
    answers: { 200: z.array(DemoMail), ...errorResponses(404) },
  }),
};
