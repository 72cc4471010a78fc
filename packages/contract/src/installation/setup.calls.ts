import * as z from 'zod/mini';
import { User } from '../account/account.ts';
import { FirstUser } from '../account/credentials.ts';
import { call, errorResponses } from '../http/call.ts';

/** First run of an installation: the first Super Seller. */
export const setupCalls = {
  setupState: call({
    method: 'GET',
    path: '/setup',
    who: 'anyone',
    summary: 'Whether the installation has no Super Seller yet',
    answers: { 200: z.object({ is_needed: z.boolean() }), ...errorResponses(429) },
  }),
  setUp: call({
    method: 'POST',
    path: '/setup',
    who: 'anyone',
    summary: 'Become the first Super Seller with the one-time code that the server printed at its start',
    body: FirstUser,
    answers: { 201: User, ...errorResponses(400, 409, 422, 429) },
  }),
};
