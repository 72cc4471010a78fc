import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryFolder } from './memory-folder.mjs';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'memory-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

it.skipIf(process.platform === 'win32')('the folder of a run is open to every user, as /tmp', () => {
  const folder = createMemoryFolder(parent, 1);
  expect(folder).toBe(join(parent, `mnb-${process.pid}`));
  expect(statSync(folder ?? '').mode & 0o7777).toBe(0o1777);
});

it('the folder of a run that was killed is removed, others stay', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const names = [`mnb-${ended}`, `mnb-${process.ppid}`, 'mnb-of-somebody', 'other'];
  for (const name of names) mkdirSync(join(parent, name));
  createMemoryFolder(parent, 1);
  expect(names.filter((name) => existsSync(join(parent, name)))).toEqual(names.slice(1));
});

it('there is none without enough free memory or without the parent folder', () => {
  expect(createMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(createMemoryFolder(join(parent, 'missing'), 1)).toBeUndefined();
});
