import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiskSpace } from '@manoboard/contract/live';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskWatch, type ProbeDisk, probeDisk } from './disk-watch.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-watch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function watch(probe: ProbeDisk, folders: string[]) {
  const changes: DiskSpace[] = [];
  const disk = createDiskWatch({
    folders,
    limits: { minPercent: 5, minMb: 500 },
    probe,
    log: pino({ level: 'silent' }),
    onPoll: () => {},
    onChange: (space) => changes.push(space),
  });
  return { ...disk, changes };
}

it('reads the free space of a real folder and leaves no file there', async () => {
  const { freeBytes, totalBytes } = await probeDisk(folder, true);
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
  expect(await readdir(folder)).toEqual([]);
});

it('the fullest folder decides, a change is reported once, and a missing folder is skipped', async () => {
  const free: Record<string, number> = { '/data': 90e9, '/postgres': 90e9 };
  const probe: ProbeDisk = async (path) => {
    const freeBytes = free[path];
    if (freeBytes === undefined) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
    return { freeBytes, totalBytes: 100e9 };
  };
  const disk = watch(probe, ['/data', '/postgres', '/missing']);
  for (const postgres of [90e9, 4e9, 4e9, 100e6, 90e9]) {
    free['/postgres'] = postgres;
    await disk.poll();
  }
  expect(disk.changes).toEqual(['low', 'full', 'ok']);
});

it('a folder that cannot be written is full until a write succeeds, although its free space looks fine', async () => {
  const wishes: boolean[] = [];
  let isReadOnly = true;
  const disk = watch(
    async (_path, isWritten) => {
      wishes.push(isWritten);
      return { freeBytes: isWritten && isReadOnly ? 0 : 90e9, totalBytes: 100e9 };
    },
    [folder],
  );
  for (let polls = 0; polls < 5; polls++) await disk.poll();
  isReadOnly = false;
  for (let polls = 0; polls < 5; polls++) await disk.poll();
  expect(disk.changes).toEqual(['full', 'ok']);
  expect(wishes.filter(Boolean)).toHaveLength(6);
});

it('a disk that hangs gets one probe, and the last state stays', async () => {
  let probes = 0;
  const disk = watch(() => {
    probes++;
    return new Promise(() => {});
  }, [folder]);
  void disk.poll();
  void disk.poll();
  expect([probes, disk.space()]).toEqual([1, 'ok']);
});
