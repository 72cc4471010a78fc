import { aRelease } from '@manoboard/testkit/signed-firmware';
import { expect, it } from 'vitest';
import { createChunkCache } from './chunk-cache.ts';

const { manifest } = aRelease().head;

function aCache(maxBytes: number) {
  const reads: string[] = [];
  const store = { isDown: false };
  const cache = createChunkCache(async (id, offset, length) => {
    reads.push(`${id} ${offset} ${length}`);
    if (store.isDown) throw new Error('no database');
    return new Uint8Array(length);
  }, maxBytes);
  return { reads, store, get: (n: number) => cache.get(manifest, n) };
}

it('R4.2 a hundred concurrent requests for one chunk cause one read', async () => {
  const { reads, get } = aCache(10_000);
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(4)));
  expect(reads).toEqual(['test-1.5.0 4096 904']);
  expect(answers.every(({ length }) => length === 904)).toBe(true);
});

it('the cache evicts the least recently used chunks beyond its limit', async () => {
  const { reads, get } = aCache(2048);
  for (const n of [0, 1, 0, 2, 0, 1]) await get(n);
  expect(reads.map((read) => Number(read.split(' ')[1]) / 1024)).toEqual([0, 1, 2, 1]);
});

it('a failed read is not cached and does not count towards the limit', async () => {
  const { reads, store, get } = aCache(2048);
  store.isDown = true;
  for (let i = 0; i < 5; i++) await expect(get(0)).rejects.toThrow('no database');
  store.isDown = false;
  await get(0);
  await get(1);
  await get(0);
  expect(reads).toHaveLength(7);
});

it('a failed read does not remove the chunk that was loaded after its eviction', async () => {
  let fail: (error: Error) => void = () => {};
  const reads: number[] = [];
  const cache = createChunkCache(async (_id, offset, length) => {
    reads.push(offset);
    if (reads.length === 1)
      await new Promise((_, reject) => {
        fail = reject;
      });
    return new Uint8Array(length);
  }, 1024);
  const failing = cache.get(manifest, 0);
  await cache.get(manifest, 1);
  await cache.get(manifest, 0);
  fail(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  await cache.get(manifest, 0);
  expect(reads).toEqual([0, 1024, 0]);
});
