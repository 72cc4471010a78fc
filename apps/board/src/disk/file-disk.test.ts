import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readJson, replaceJson } from './disk.ts';
import { createFileDisk } from './file-disk.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'board-disk-'));

it('a replaced file is read back', () => {
  const disk = createFileDisk(join(folder(), 'new'));
  replaceJson(disk, 'x.json', { a: 1 });
  expect(readJson(disk, 'x.json')).toEqual({ a: 1 });
});

it('an unreadable file is logged and reads as undefined', () => {
  const dir = folder();
  mkdirSync(join(dir, 'x.json'));
  const reported: string[] = [];
  const disk = createFileDisk(dir, (path) => reported.push(path));
  expect(readJson(disk, 'x.json')).toBeUndefined();
  expect(readJson(disk, 'missing.json')).toBeUndefined();
  expect(reported).toEqual([join(dir, 'x.json')]);
});

it('a missing folder holds no files', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(createFileDisk(file).read('x')).toBeUndefined();
});
