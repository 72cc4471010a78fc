import { waitFor } from '@manoboard/testkit/wait-for';
import { expect, it, vi } from 'vitest';
import { batchCalls, createBatchQueue, mergeCalls, QueueStoppedError } from './batch-calls.ts';
import type { Db } from './db.ts';

/** A statement that the test ends. */
function heldStatement(limits = { maxBatch: 3, gapMs: 1 }) {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const call = batchCalls<number, number>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    batches.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
    return promise;
  }, limits);
  return { call, batches };
}

it('a single call runs at once', async () => {
  const { call, batches } = heldStatement();
  const answer = call(1);
  batches[0]?.end();
  expect(await answer).toBe(10);
});

it('calls that arrive while a batch runs become the next batches, of a bounded size', async () => {
  const { call, batches } = heldStatement();
  const answers = Promise.all([1, 2, 3, 4, 5].map(call));
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  for (let n = 0; n < 3; n++) {
    const batch = await waitFor(() => batches[n], { what: `batch ${n}` });
    batch.end();
  }
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]]);
  expect(await answers).toEqual([10, 20, 30, 40, 50]);
});

it('a failed batch fails its own calls, and the next one runs', async () => {
  const { call, batches } = heldStatement();
  const failed = expect(call(1)).rejects.toThrow('away');
  const later = call(2);
  batches[0]?.fail(new Error('away'));
  await failed;
  (await waitFor(() => batches[1], { what: 'the next batch' })).end();
  expect(await later).toBe(20);
});

it('sequential calls begin at least the gap apart, so that more can join a batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { call, batches } = heldStatement({ maxBatch: 3, gapMs: 20 });
  const first = call(1);
  batches[0]?.end();
  await first;
  const answers = Promise.all([call(2), call(3)]);
  vi.advanceTimersByTime(19);
  expect(batches).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(batches[1]?.items).toEqual([2, 3]);
  batches[1]?.end();
  expect(await answers).toEqual([20, 30]);
  vi.useRealTimers();
});

it('concurrent calls of one transaction are one statement per step; other transactions have their own', async () => {
  const statements: [string, readonly number[]][] = [];
  const add = mergeCalls(async (tx, items: readonly number[]) => {
    statements.push([(tx as unknown as { name: string }).name, items]);
    return items.map((item) => item + 10);
  });
  const [one, other] = [{ name: 'one' }, { name: 'other' }] as unknown as [Db, Db];
  const twice = async (tx: Db, item: number) => add(tx, await add(tx, item));
  expect(await Promise.all([twice(one, 1), twice(one, 2), twice(other, 3)])).toEqual([21, 22, 23]);
  expect(statements).toEqual([
    ['one', [1, 2]],
    ['other', [3]],
    ['one', [11, 12]],
    ['other', [13]],
  ]);
});

/** A queue with one lane; `fail` contains the items that cannot be stored. */
function heldQueue(fail: readonly number[] = []) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const queue = createBatchQueue({
    maxBatch: 3,
    lanes: 1,
    async run(items: readonly number[]) {
      batches.push(items);
      await new Promise<void>((end) => ends.push(end));
      if (items.some((item) => fail.includes(item))) throw new Error('not stored');
      return items.map(String);
    },
    isUrgent: (item) => item >= 100,
  });
  const endNext = async () => (await waitFor(() => ends.shift(), { what: 'a batch' }))();
  return { queue, batches, endNext };
}

it('an item alone runs at once; those that wait are batches, urgent ones first', async () => {
  const { queue, batches, endNext } = heldQueue();
  const all = Promise.all([1, 2, 3, 100, 4].map(queue.add));
  expect(batches).toEqual([[1]]);
  for (let n = 0; n < 3; n++) await endNext();
  expect(await all).toEqual(['1', '2', '3', '100', '4']);
  expect(batches).toEqual([[1], [100, 2, 3], [4]]);
});

it('an item that cannot be stored fails alone, the others of its batch are stored', async () => {
  const { queue, batches, endNext } = heldQueue([3]);
  const all = Promise.allSettled([1, 2, 3, 4].map(queue.add));
  for (let n = 0; n < 5; n++) await endNext();
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(batches).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
});

it('before a stop the items beyond one batch fail, the most urgent are run', async () => {
  const { queue, batches, endNext } = heldQueue();
  const all = Promise.allSettled([1, 2, 3, 4, 100].map(queue.add));
  queue.shed();
  const late = expect(queue.add(5)).rejects.toThrow(QueueStoppedError);
  for (let n = 0; n < 2; n++) await endNext();
  expect((await all).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  ]);
  await late;
  expect(batches).toEqual([[1], [100, 2, 3]]);
});
