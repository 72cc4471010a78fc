import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { FAKE_START_MS, fakeClock } from '../test/fake-clock.ts';
import { ID_DEV } from '../test/parts.ts';
import { createPowerCutDisk } from '../test/power-cut-disk.ts';
import { countBoot, nextBoot as nextBootLogging } from './boot-counter.ts';
import type { Clock } from './clock.ts';

let logged: string[] = [];
beforeEach(() => {
  logged = [];
});
const nextBoot = (dir: string | undefined, deviceId: string, clock: Clock) =>
  nextBootLogging(dir, deviceId, clock, (sentence) => logged.push(sentence));
const folder = () => mkdtempSync(join(tmpdir(), 'board-'));

it('boot increases by one at every start, separately for each board', () => {
  const dir = join(folder(), 'new', 'state');
  const boots = [1, 2, 3].map(() => nextBoot(dir, ID_DEV, fakeClock()));
  expect(boots).toEqual([1, 2, 3]);
  expect(nextBoot(dir, 'MNB-FFFF', fakeClock())).toBe(1);
});

it('a power cut right after the start does not repeat its boot', () => {
  let files = new Map<string, Uint8Array>();
  const boots = [1, 2, 3].map(() => {
    const power = createPowerCutDisk(files);
    const boot = countBoot(power.disk, ID_DEV, fakeClock());
    files = power.survivors('lost');
    return boot;
  });
  expect(boots).toEqual([1, 2, 3]);
});

it('a damaged counter never goes back: it continues from the clock', () => {
  const dir = folder();
  nextBoot(dir, ID_DEV, fakeClock());
  writeFileSync(join(dir, `${ID_DEV}.boot`), 'garbage');
  expect(nextBoot(dir, ID_DEV, fakeClock())).toBe(FAKE_START_MS / 1000);
  expect(nextBoot(dir, ID_DEV, fakeClock())).toBe(FAKE_START_MS / 1000 + 1);
});

it('without a state folder boot is the clock in seconds', async () => {
  const clock = fakeClock();
  const before = nextBoot(undefined, ID_DEV, clock);
  await clock.advance(1_000);
  expect(nextBoot(undefined, ID_DEV, clock)).toBe(before + 1);
});

it.each([
  ['a folder that is a file', (dir: string) => writeFileSync(dir, '')],
  [
    'a count that cannot be read',
    (dir: string) => mkdirSync(join(dir, `${ID_DEV}.boot`), { recursive: true }),
  ],
])('%s is one sentence, and the board starts with the clock', (_what, spoil) => {
  const dir = join(folder(), 'state');
  spoil(dir);
  expect(nextBoot(dir, ID_DEV, fakeClock())).toBe(FAKE_START_MS / 1000);
  expect(logged).toEqual([expect.stringMatching(/^The state folder .* cannot be used \(E[A-Z]+\);/)]);
});
