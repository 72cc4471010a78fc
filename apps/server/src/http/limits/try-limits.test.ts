import { expect, it } from 'vitest';
import { createTries } from './try-limits.ts';

function aLimit() {
  const clock = { ms: 0 };
  return { clock, tries: createTries({ max: 2, windowMs: 1000, now: () => clock.ms }) };
}

it('each key has its own tries', () => {
  const { tries } = aLimit();
  expect(['a', 'a', 'a', 'b'].map(tries.take)).toEqual([true, true, false, true]);
});

it('a refused try does not extend the wait', () => {
  const { clock, tries } = aLimit();
  for (const ms of [0, 0, 900]) {
    clock.ms = ms;
    tries.take('a');
  }
  clock.ms = 1000;
  expect(tries.take('a')).toBe(true);
});

it('a success resets the tries of its key', () => {
  const { tries } = aLimit();
  tries.take('a');
  tries.take('a');
  tries.forgive('a');
  expect(tries.take('a')).toBe(true);
});

it('keeps the ten thousand most recent keys', () => {
  const { tries } = aLimit();
  const use = (key: string) => [tries.take(key), tries.take(key)];
  use('first');
  use('second');
  tries.take('first');
  for (let i = 0; i < 9_999; i++) tries.take(`${i}`);
  expect(tries.take('first')).toBe(false);
  expect(tries.take('second')).toBe(true);
});

it('tries that were counted before the clock was set back do not refuse new ones', () => {
  const { clock, tries } = aLimit();
  clock.ms = 3_600_000;
  tries.take('a');
  tries.take('a');
  clock.ms = 0;
  expect(['a', 'a', 'a'].map(tries.take)).toEqual([true, true, false]);
});
