import { expect, it } from 'vitest';
import { ProblemError } from './problem-error.ts';
import { shareLookups } from './shared-lookup.ts';

/** Lookups that the test ends. */
function start() {
  const begun: { key: string; end: PromiseWithResolvers<string> }[] = [];
  const find = shareLookups(
    (key: string) => {
      const end = Promise.withResolvers<string>();
      begun.push({ key, end });
      return end.promise;
    },
    (key) => key,
  );
  const end = (n: number) => begun[n]?.end ?? expect.fail(`lookup ${n} has not begun`);
  return { find, end, keys: () => begun.map(({ key }) => key) };
}

it('a hundred equal lookups run as two: the first, and one after it for all others', async () => {
  const { find, end, keys } = start();
  const first = find('a');
  const others = Array.from({ length: 99 }, () => find('a'));
  expect(keys()).toEqual(['a']);
  end(0).resolve('old');
  expect(await first).toBe('old');
  end(1).resolve('new');
  expect(new Set(await Promise.all(others))).toEqual(new Set(['new']));
  expect(keys()).toEqual(['a', 'a']);
});

it('different lookups run concurrently, and a lookup after the end starts a new one', async () => {
  const { find, end, keys } = start();
  const [a, b] = [find('a'), find('b')];
  end(1).resolve('b');
  expect(await b).toBe('b');
  end(0).resolve('a');
  await a;
  void find('a');
  expect(keys()).toEqual(['a', 'b', 'a']);
});

it('later callers repeat a refused lookup, but share a failure of the database', async () => {
  const { find, end, keys } = start();
  const [refused, later] = [find('a'), find('a')];
  end(0).reject(new ProblemError('DEVICE_NOT_FOUND'));
  await expect(refused).rejects.toThrow('DEVICE_NOT_FOUND');
  const latest = find('a');
  end(1).reject(new Error('away'));
  await expect(later).rejects.toThrow('away');
  await expect(latest).rejects.toThrow('away');
  const next = find('a');
  expect(keys()).toHaveLength(3);
  end(2).resolve('back');
  expect(await next).toBe('back');
});
