import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAKE_START_MS, fakeClock } from '../test/fake-clock.ts';
import { ID_DEV } from '../test/parts.ts';
import { nextBoot } from './boot-counter.ts';
import { Refusal } from './refusal.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'board-'));

it('boot grows by one at every start, for each board on its own', () => {
  const dir = join(folder(), 'new', 'state');
  const boots = [1, 2, 3].map(() => nextBoot(dir, ID_DEV, fakeClock()));
  expect(boots).toEqual([1, 2, 3]);
  expect(nextBoot(dir, 'MNB-FFFF', fakeClock())).toBe(1);
});

it('a damaged count never falls back: it goes on from the clock', () => {
  const dir = folder();
  nextBoot(dir, ID_DEV, fakeClock());
  writeFileSync(join(dir, `${ID_DEV}.boot`), 'garbage');
  expect(nextBoot(dir, ID_DEV, fakeClock())).toBe(FAKE_START_MS / 1000);
  expect(nextBoot(dir, ID_DEV, fakeClock())).toBe(FAKE_START_MS / 1000 + 1);
});

it('without a state folder the seconds of the clock count', async () => {
  const clock = fakeClock();
  const before = nextBoot(undefined, ID_DEV, clock);
  await clock.advance(1_000);
  expect(nextBoot(undefined, ID_DEV, clock)).toBe(before + 1);
});

it('a folder that cannot be used is one sentence', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(() => nextBoot(file, ID_DEV, fakeClock())).toThrow(Refusal);
  expect(() => nextBoot(file, ID_DEV, fakeClock())).toThrow(/state folder .* cannot be used/);
});
