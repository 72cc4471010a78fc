import { expect, it } from 'vitest';
import { buffersMb } from './database.ts';

const GB = 2 ** 30;

it.each([
  ['a machine with 1 GB has the least cache', {}, GB, 48],
  ['a machine with 2 GB has more', {}, 2 * GB, 64],
  ['one with 16 GB has no more than that', {}, 16 * GB, 64],
  ['a large machine has the most', {}, 64 * GB, 128],
  ['the setting is used as it is', { POSTGRES_BUFFERS_MB: 1000 }, GB, 1000],
])('%s', (_case, settings, memory, expected) =>
  expect(buffersMb({ POSTGRES_BUFFERS_MB: undefined, ...settings }, memory)).toBe(expected),
);
