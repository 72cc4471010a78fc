import { expect, it } from 'vitest';
import { frameInterval } from './frame-interval.ts';

it.each([
  ['both intervals are configured', { tele_s: 1, tele_idle_s: 3600 }, { running: 1, asleep: 3600 }],
  ['a missing idle interval has its default', { tele_s: 60 }, { running: 60, asleep: 30 }],
  ['a missing running interval has its default', { tele_idle_s: 300 }, { running: 5, asleep: 300 }],
  ['a config without intervals', { pressure: { min: 3 } }, undefined],
  ['an unknown config', undefined, undefined],
])('R4.4 frame interval of a board: %s', (_case, config, expected) =>
  expect(frameInterval(config)).toEqual(expected),
);
