import * as z from 'zod/mini';
import { LocaleName } from '../account.ts';
import { call, no } from '../call.ts';
import { Terms } from '../terms.ts';

export const termsCalls = {
  terms: call({
    method: 'GET',
    path: '/terms/{locale}',
    who: 'anyone',
    summary: 'Terms of use in one language',
    params: z.strictObject({ locale: LocaleName }),
    answers: { 200: Terms, ...no(422) },
  }),
};
