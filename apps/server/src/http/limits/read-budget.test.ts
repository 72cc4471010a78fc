import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '../problem-error.ts';
import { ClientLeftError } from './client-left.ts';
import { createExports, EXPORT_LIMITS } from './exports.ts';
import { createReadBudget, type ReadLimits } from './read-budget.ts';

const LIMITS: ReadLimits = {
  perUser: 2,
  maxWaiting: 2,
  waitMs: 60_000,
  pointsPerMinute: 6000,
  unitsPerSecond: 4,
};
const aRequest = () => ({ socket: new Socket(), raw: {} }) as unknown as FastifyRequest;

function aBudget(change: Partial<Parameters<typeof createReadBudget>[0]> = {}) {
  let nowMs = 0;
  const refused: string[] = [];
  const budget = createReadBudget({
    ...LIMITS,
    now: () => nowMs,
    ...change,
    refused: (limit) => refused.push(limit),
  });
  /** Reads that are computed now, by their name; `end` ends one. */
  const running = new Map<string, () => void>();
  const read = (userId: number, name: string, points = 1, request = aRequest()) =>
    budget.read(userId, request, points, async () => {
      await new Promise<void>((end) => running.set(name, end));
      running.delete(name);
      return name;
    });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { budget, refused, running, read, wait };
}
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the read was admitted'),
    (error: unknown) => (error instanceof ProblemError ? error.body : error),
  );
/** Lets promises settle that depend on nothing else. */
const settle = () => new Promise((done) => setImmediate(done));

it('two reads of a user are computed at once; further ones wait, then are refused with the time to retry', async () => {
  const { running, read, refused } = aBudget();
  const reads = ['a', 'b', 'c', 'd'].map((name) => read(1, name));
  await settle();
  expect([...running.keys()]).toEqual(['a', 'b']);
  expect(await problemOf(read(1, 'e'))).toEqual({ detail: 'TOO_MANY_REQUESTS', retry_after: 2 });
  expect(refused).toEqual(['reads_per_user']);
  const other = read(2, 'other');
  await settle();
  expect([...running.keys()]).toEqual(['a', 'b', 'other']);
  running.get('a')?.();
  await settle();
  expect([...running.keys()]).toEqual(['b', 'other', 'c']);
  for (const name of ['b', 'c', 'other', 'd']) {
    running.get(name)?.();
    await settle();
  }
  expect(await Promise.all([...reads, other])).toEqual(['a', 'b', 'c', 'd', 'other']);
});

it('a client that disconnects while it waits frees its place', async () => {
  const { running, read, refused } = aBudget({ maxWaiting: 1 });
  const reads = [read(1, 'a'), read(1, 'b')];
  const leaving = aRequest();
  const left = read(1, 'left', 1, leaving);
  await settle();
  leaving.socket.destroy();
  expect(await problemOf(left)).toBeInstanceOf(ClientLeftError);
  expect(refused).toEqual([]);
  reads.push(read(1, 'c'));
  for (const name of ['a', 'b', 'c']) {
    await settle();
    running.get(name)?.();
  }
  expect(await Promise.all(reads)).toEqual(['a', 'b', 'c']);
});

it('the points of a minute are shared by all reads of a user; the refusal says when there are enough', async () => {
  const { budget, read, running, wait, refused } = aBudget();
  const first = read(1, 'large', 5000);
  await settle();
  running.get('large')?.();
  await first;
  expect(await problemOf(read(1, 'graph', 3000))).toEqual({ detail: 'TOO_MANY_REQUESTS', retry_after: 20 });
  expect(refused).toEqual(['points_per_minute']);
  expect(budget.trySpend(1, 1)).toBe(false);
  expect(budget.trySpend(2, 1)).toBe(true);
  wait(20_000);
  const second = read(1, 'graph', 3000);
  await settle();
  running.get('graph')?.();
  expect(await second).toBe('graph');
});

it('a read of more points than a minute has takes all of them instead of being refused for ever', async () => {
  const { read, running } = aBudget();
  const all = read(1, 'all', 1_000_000);
  await settle();
  running.get('all')?.();
  expect(await all).toBe('all');
  expect(await problemOf(read(1, 'next', 60))).toEqual({ detail: 'TOO_MANY_REQUESTS', retry_after: 1 });
});

it('an export waits for a place with each slice, keeps none while its client reads, and leaves points to graphs', async () => {
  const { budget, read, running } = aBudget();
  const limits = { ...EXPORT_LIMITS, perUser: 2, atOnce: 2, pointsOf: () => 2000, restPerBusy: 0 };
  const start = createExports(limits, budget);
  let made = 0;
  const file = await start(1, aRequest(), async function* () {
    for (;;) yield `${++made}`;
  });
  const graphs = [read(1, 'a'), read(1, 'b')];
  file.read();
  await settle();
  expect(made).toBe(0);
  running.get('a')?.();
  running.get('b')?.();
  await Promise.all(graphs);
  const parts: string[] = [];
  await new Promise<void>((done) => file.on('data', (part) => parts.push(String(part)) === 2 && done()));
  // 2,000 of 6,000 points are left: less than the half that belongs to graphs.
  await settle();
  expect(budget.trySpend(1, 1)).toBe(false);
  const graph = read(1, 'c', 1900);
  await settle();
  expect([...running.keys()]).toEqual(['c']);
  running.get('c')?.();
  await graph;
  file.destroy();
});

it('S12 lists of a user wait for their units after a burst; those of another user do not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { budget, refused } = aBudget({ waitMs: 2500, now: () => performance.now() });
  const done: string[] = [];
  const spend = (userId: number, name: string, units: number) =>
    budget.spendUnits(userId, units).then(
      () => done.push(name),
      () => done.push(`${name} refused`),
    );
  for (const name of ['a', 'b', 'c', 'd']) void spend(1, name, 10);
  void spend(2, 'other', 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['a', 'b', 'd refused', 'other']);
  await vi.advanceTimersByTimeAsync(2500);
  expect(done.at(-1)).toBe('c');
  expect(refused).toEqual(['lists_per_second']);
});
