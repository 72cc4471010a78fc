import { aRelease } from '@manoboard/testkit/signed-firmware';
import { expect, it } from 'vitest';
import { createChunkCache } from './chunk-cache.ts';

const { manifest } = aRelease().head;

function aCache(mostBytes: number) {
  const asked: string[] = [];
  const store = { isDown: false };
  const cache = createChunkCache(async (id, offset, length) => {
    asked.push(`${id} ${offset} ${length}`);
    if (store.isDown) throw new Error('no database');
    return new Uint8Array(length);
  }, mostBytes);
  return { asked, store, get: (n: number) => cache.get(manifest, n) };
}

it('R4.2 a hundred boards that ask for one chunk at once read it once', async () => {
  const { asked, get } = aCache(10_000);
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(4)));
  expect(asked).toEqual(['test-1.5.0 4096 904']);
  expect(answers.every(({ length }) => length === 904)).toBe(true);
});

it('keeps those asked for last, within its limit', async () => {
  const { asked, get } = aCache(2048);
  for (const n of [0, 1, 0, 2, 0, 1]) await get(n);
  expect(asked.map((words) => Number(words.split(' ')[1]) / 1024)).toEqual([0, 1, 2, 1]);
});

it('what could not be read is read again, and counts nothing', async () => {
  const { asked, store, get } = aCache(2048);
  store.isDown = true;
  for (let i = 0; i < 5; i++) await expect(get(0)).rejects.toThrow('no database');
  store.isDown = false;
  await get(0);
  await get(1);
  await get(0);
  expect(asked).toHaveLength(7);
});
