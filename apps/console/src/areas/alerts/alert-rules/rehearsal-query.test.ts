import type { Rehearsal, RehearsalRequest } from '@manoboard/contract/alert/alert-rehearsal';
import { expect, it, vi } from 'vitest';
import { rehearsalQuery } from './rehearsal-query.ts';

const numbers = { numbers: { perHour: 20 }, count: 0, only_here: 0, alerts: [] };
const result: Rehearsal = {
  kind: 'short_cycling',
  vary: 'perHour',
  frames: 2,
  others: [],
  from: 1,
  to: 2,
  days: [],
  today: numbers,
  changed: numbers,
};
const request: RehearsalRequest = { kind: 'short_cycling', days: 30, zone: 'UTC' };
const last = `${JSON.stringify({ result })}\n`;

it.each([
  ['each line is a part of its own', ['{"progress":0.5}\n', '{"progress":1}\n', last]],
  ['all lines are one part', [`{"progress":0.5}\n{"progress":1}\n${last}`]],
  ['a part ends within a line', ['{"progress":0.5}\n{"prog', `ress":1}\n${last.slice(0, 9)}`, last.slice(9)]],
  ['the last line has no end', ['{"progress":0.5}\n{"progress":1}\n', last.trim()]],
])('the result of a rehearsal is read when %s', async (_case, parts) => {
  const stream = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(stream, { status: 200 }));
  const shares: number[] = [];
  const query = rehearsalQuery('MNB-000001', request, (share) => shares.push(share));
  expect(await query.queryFn({ signal: new AbortController().signal })).toEqual(result);
  expect(shares.at(-1)).toBe(1);
  vi.unstubAllGlobals();
});
