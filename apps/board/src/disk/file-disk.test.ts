import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readJson, replaceJson } from './disk.ts';
import { createFileDisk } from './file-disk.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'board-disk-'));

it('what was replaced is read again', () => {
  const disk = createFileDisk(join(folder(), 'new'));
  replaceJson(disk, 'x.json', { a: 1 });
  expect(readJson(disk, 'x.json')).toEqual({ a: 1 });
});

it('a file that cannot be read is told, and is nothing', () => {
  const dir = folder();
  mkdirSync(join(dir, 'x.json'));
  const told: string[] = [];
  const disk = createFileDisk(dir, (path) => told.push(path));
  expect(readJson(disk, 'x.json')).toBeUndefined();
  expect(readJson(disk, 'missing.json')).toBeUndefined();
  expect(told).toEqual([join(dir, 'x.json')]);
});

it('a folder that is none holds nothing', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(createFileDisk(file).read('x')).toBeUndefined();
});
