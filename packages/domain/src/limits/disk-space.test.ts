import { expect, it } from 'vitest';
import { diskSpace, worstSpace } from './disk-space.ts';

const GB = 1_000_000_000;
const LIMITS = { minPercent: 5, minMb: 500 };

it.each([
  ['60 % free', { freeBytes: 60 * GB, totalBytes: 100 * GB }, 'ok'],
  ['exactly 5 % free', { freeBytes: 5 * GB, totalBytes: 100 * GB }, 'ok'],
  ['less than 5 % free', { freeBytes: 4.9 * GB, totalBytes: 100 * GB }, 'low'],
  ['less than 500 MB free on a large disk', { freeBytes: 0.49 * GB, totalBytes: 100 * GB }, 'full'],
  ['less than 500 MB free on a small disk', { freeBytes: 0.49 * GB, totalBytes: 1 * GB }, 'full'],
  ['a file system without a reported size', { freeBytes: 1 * GB, totalBytes: 0 }, 'ok'],
] as const)('%s: %s is %s', (_case, space, expected) => expect(diskSpace(space, LIMITS)).toBe(expected));

it('the worst of several disks counts', () => {
  expect(worstSpace(['ok', 'full', 'low'])).toBe('full');
  expect(worstSpace([])).toBe('ok');
});
