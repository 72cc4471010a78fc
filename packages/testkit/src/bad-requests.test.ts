import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { badRequests } from './bad-requests.ts';
import { takes } from './call-schemas.ts';
import { type Ground, goodRequest } from './good-requests.ts';

const ground: Ground = {
  deviceId: 'MNB-T0001',
  userId: 2,
  email: 'jan@example.com',
  alertId: 1,
  sessionId: '0'.repeat(64),
};
const calls = Object.entries(api) as [ApiName, Call][];

it.each(calls)('%s has a good request that its schemas accept', (name, call) => {
  const { params, body } = goodRequest(name, ground);
  if (call.params) expect(takes(call.params, params)).toBe(true);
  if (call.body) expect(takes(call.body, body)).toBe(true);
  if (call.query) expect(takes(call.query, {})).toBe(true);
});

it.each(calls)('%s has bad requests for its path, its session and, if it writes, its body', (name, call) => {
  const kinds = new Set(
    fc.sample(badRequests(name, ground), { seed: 1, numRuns: 300 }).map(({ kind }) => kind),
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
