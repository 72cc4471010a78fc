import { EXAMPLES as fixtures, goodRequest } from '@manoboard/contract/docs/examples';
import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { badRequests } from './bad-requests.ts';
import { isAccepted } from './call-schemas.ts';

const calls = Object.entries(api) as [ApiName, Call][];

it.each(calls)('%s has a good request that its schemas accept', (name, call) => {
  const { params, query, body } = goodRequest(name, fixtures);
  if (call.params) expect(isAccepted(call.params, params)).toBe(true);
  if (call.body) expect(isAccepted(call.body, body)).toBe(true);
  if (call.query) expect(isAccepted(call.query, query)).toBe(true);
});

it.each(calls)('%s has bad requests for its path, its session and, if it writes, its body', (name, call) => {
  const kinds = new Set(
    fc.sample(badRequests(name, fixtures), { seed: 1, numRuns: 300 }).map(({ kind }) => kind),
  );
  expect(kinds).toContain('method');
  expect(kinds).toContain('path');
  if (call.who === 'user') expect(kinds).toContain('cookie');
  if (call.method !== 'GET')
    for (const kind of ['broken', 'type', 'cross-site']) expect(kinds).toContain(kind);
  if (call.params) expect(kinds).toContain('param');
  if (call.query) expect(kinds).toContain('query');
  if (call.body) expect(kinds).toContain(call.form ? 'form' : 'body');
});
