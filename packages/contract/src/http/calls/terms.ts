import * as z from 'zod/mini';
import { LocaleName } from '../../nouns/account.ts';
import { Terms } from '../../nouns/terms.ts';
import { call, errorResponses } from '../call.ts';

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
