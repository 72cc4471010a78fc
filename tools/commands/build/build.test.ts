import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOf } from './build.mjs';

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-hash-'));
  write('a.ts', 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a changed, added or renamed file changes the build hash', () => {
  const seen = new Set([hashOf([folder])]);
  write('a.ts', 'two');
  seen.add(hashOf([folder]));
  write('b.ts', '');
  seen.add(hashOf([folder]));
  rmSync(join(folder, 'b.ts'));
  write('c.ts', '');
  seen.add(hashOf([folder]));
  expect(seen.size).toBe(4);
});

it('a touched file, a test and a missing folder do not change the build hash', () => {
  const before = hashOf([folder]);
  utimesSync(join(folder, 'a.ts'), 1, 1);
  write('a.test.ts', 'a test is not built');
  expect(hashOf([folder, join(folder, 'nowhere')])).toBe(before);
});
