import { waitFor } from '@manoboard/testkit/wait-for';
import { expect, it, vi } from 'vitest';
import { batchCalls } from './batch-calls.ts';

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
