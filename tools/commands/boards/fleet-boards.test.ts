import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureFleetBoards } from './boards.mjs';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { id_dev: string; secret: string }[];

it('ensureFleetBoards keeps existing secrets and adds the missing boards', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fleet-')), 'data', 'fleet-boards.json');
  ensureFleetBoards(file, 2);
  const [first, second] = read(file);
  ensureFleetBoards(file, 3);
  expect(read(file).slice(0, 2)).toEqual([first, second]);
  expect(read(file).map(({ id_dev }) => id_dev)).toEqual(['MNB-F00001', 'MNB-F00002', 'MNB-F00003']);
  expect(new Set(read(file).map(({ secret }) => secret)).size).toBe(3);
  ensureFleetBoards(file, 1);
  expect(read(file)).toHaveLength(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
