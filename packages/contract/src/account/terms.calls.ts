import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { LocaleName } from './account.ts';
import { Terms } from './terms.ts';

export const termsCalls = {
  terms: call({
    method: 'GET',
    path: '/terms/{locale}',
    who: 'anyone',
    summary: 'Terms of use in one language',
    params: z.strictObject({ locale: LocaleName }),
    answers: { 200: Terms, ...errorResponses(422) },
  }),
};
