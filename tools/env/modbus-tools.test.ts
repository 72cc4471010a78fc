import { expect, it } from 'vitest';
import { missingTools } from './modbus-tools.mjs';

it('names the missing tools and their packages', () => {
  const missing = missingTools((test: string) => !test.includes('libmodbus') && !test.includes('socat'));
  expect(missing.map(({ name }) => name)).toEqual(['socat', 'libmodbus']);
  expect(missing.flatMap(({ packages }) => packages)).toEqual(['socat', 'libmodbus-dev', 'pkg-config']);
});

it('returns nothing if all tools are installed', () => {
  expect(missingTools(() => true)).toEqual([]);
});
