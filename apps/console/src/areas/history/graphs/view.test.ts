import { afterEach, describe, expect, it } from 'vitest';
import { setTimeZone } from '../../../lib/time/time-zone.ts';
import { earlierRange, pan, rangeFrom, readView, shiftS, writeView, zoom } from './view.ts';

const NOW = 1_800_000_000;
afterEach(() => setTimeZone(null));

describe('R4.13 the range of the graphs', () => {
  it.each([
    ['is zoomed in about its middle', zoom({ fromS: 1000, toS: 5000 }, 0.5, NOW), { fromS: 2000, toS: 4000 }],
    [
      'is zoomed about a moment',
      zoom({ fromS: 1000, toS: 5000 }, 0.5, NOW, 2000),
      { fromS: 1500, toS: 3500 },
    ],
    ['keeps ending now when it is zoomed without a moment', zoom({ lastS: 7200 }, 0.5, NOW), { lastS: 3600 }],
    [
      'does not end in the future when it is zoomed out',
      zoom({ fromS: NOW - 3600, toS: NOW }, 2, NOW),
      { fromS: NOW - 7200, toS: NOW },
    ],
    ['is at least a minute', zoom({ fromS: 1000, toS: 1100 }, 0.1, NOW), { fromS: 1020, toS: 1080 }],
    ['is at most ten years', zoom({ lastS: 9e8 }, 2, NOW), { lastS: 316_224_000 }],
    [
      'is moved by a share of its length',
      pan({ fromS: 1000, toS: 2000 }, 0.5, NOW),
      { fromS: 1500, toS: 2500 },
    ],
    ['stops at now', pan({ fromS: NOW - 1000, toS: NOW - 100 }, 1, NOW), { fromS: NOW - 900, toS: NOW }],
    ['that ends now stays when it is moved on', pan({ lastS: 3600 }, 0.5, NOW), { lastS: 3600 }],
    [
      'that ends now is closed when it is moved back',
      pan({ lastS: 3600 }, -1, NOW),
      { fromS: NOW - 7200, toS: NOW - 3600 },
    ],
    ['never starts before 1970', rangeFrom(-500, 500, NOW), { fromS: 0, toS: 1000 }],
  ] as const)('%s', (_case, range, expected) => expect(range).toEqual(expected));
});

describe('R4.13 the address reproduces the view', () => {
  it.each([
    ['day', { range: { lastS: 86_400 } }],
    ['week.vs-day', { range: { lastS: 604_800 }, compare: 'day' }],
    ['last-7200', { range: { lastS: 7200 } }],
    [
      '1790000000-1790086400.vs-week.with-MNB-DE0002',
      { range: { fromS: 1_790_000_000, toS: 1_790_086_400 }, compare: 'week', withDevice: 'MNB-DE0002' },
    ],
    [
      'day.overlay-pressure_fcTemperature',
      { range: { lastS: 86_400 }, overlay: ['pressure', 'fcTemperature'] },
    ],
  ] as const)('%s', (text, view) => {
    expect(readView(text, NOW)).toEqual(view);
    expect(writeView(readView(text, NOW))).toBe(text);
  });

  it.each([undefined, '', 'decade', '5-1', '1e9-2e9', 'vs-year', 'last-x'])('%s shows the last day', (text) =>
    expect(readView(text, NOW)).toEqual({ range: { lastS: 86_400 } }),
  );
});

it.each([
  ['overlay', ['pressure', 'frequency', 'current']],
  ['overlay-steam', ['pressure', 'frequency', 'current']],
  ['overlay-load_steam_pressure', ['pressure', 'load']],
] as const)('R4.13 %s shows known quantities in the order of the panels', (text, expected) =>
  expect(readView(text, NOW).overlay).toEqual(expected),
);

it('R4.13 the earlier range of one up to now stays for a while', () => {
  setTimeZone('UTC');
  const at = (nowS: number) => earlierRange({ lastS: 86_400 }, nowS, 'day');
  expect(at(NOW + 500)).toEqual(at(NOW + 10));
  expect(at(NOW + 10)).toEqual({ range: { fromS: NOW - 172_800, toS: NOW - 86_400 + 900 }, byS: 86_400 });
});

it.each([
  ['a usual day', 1_794_700_800, 86_400],
  ['the day after the clock went back', Date.UTC(2026, 9, 25, 12) / 1000, 90_000],
  ['the day after the clock went forward', Date.UTC(2026, 2, 29, 12) / 1000, 82_800],
] as const)('R4.13 the day before is the same time of the clock: %s', (_case, atS, expected) => {
  setTimeZone('Europe/Bratislava');
  expect(shiftS(atS, 'day')).toBe(expected);
});
