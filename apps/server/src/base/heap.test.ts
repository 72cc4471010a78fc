import { expect, it } from 'vitest';
import { heapGrowth } from './heap.ts';

it.each([
  ['below 2 GB the heap may grow by half of what lives', 1.9, 50],
  ['from 2 GB on it may double', 2, 100],
])('%s', (_title, gigabytes, percent) => expect(heapGrowth(gigabytes * 2 ** 30)).toBe(percent));
