import { expect, it, vi } from 'vitest';
import { FAKE_START_MS, fakeClock } from '../test/fake-clock.ts';
import { isSystemSynchronised, synchronisedClock } from './synchronised-clock.ts';

it('a clock not yet synchronised is unset, whatever year it shows', async () => {
  const clock = fakeClock();
  let isSet = false;
  const guarded = synchronisedClock(clock, () => isSet);
  expect(guarded.unixMs()).toBeUndefined();
  isSet = true;
  await clock.advance(9_000);
  expect(guarded.unixMs()).toBeUndefined();
  await clock.advance(1_000);
  expect(guarded.unixMs()).toBe(FAKE_START_MS + 10_000);
});

it('once synchronised it stays set and is not queried again', async () => {
  const clock = fakeClock();
  const query = vi.fn(() => true);
  const guarded = synchronisedClock(clock, query);
  guarded.unixMs();
  await clock.advance(60_000);
  expect(guarded.unixMs()).toBe(FAKE_START_MS + 60_000);
  expect(query).toHaveBeenCalledOnce();
});

it('where the system cannot report it, the clock is used', () => {
  expect(synchronisedClock(fakeClock(), () => undefined).unixMs()).toBe(FAKE_START_MS);
});

it('the current machine is queried without an error', () => {
  expect([true, false, undefined]).toContain(isSystemSynchronised());
});
