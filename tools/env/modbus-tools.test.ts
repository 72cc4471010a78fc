import { expect, it } from 'vitest';
import { missingTools } from './modbus-tools.mjs';

it('names the tools that are missing and the packages that bring them', () => {
  const missing = missingTools((test: string) => !test.includes('libmodbus') && !test.includes('socat'));
  expect(missing.map(({ name }) => name)).toEqual(['socat', 'libmodbus']);
  expect(missing.flatMap(({ packages }) => packages)).toEqual(['socat', 'libmodbus-dev', 'pkg-config']);
});

it('a machine that has them all misses nothing', () => {
  expect(missingTools(() => true)).toEqual([]);
});
