import type { Locale } from '@manoboard/contract/locales';
import { LOCALES } from '@manoboard/contract/locales';
import { expect, it } from 'vitest';
import { page, showPage } from '../../testing/page.tsx';
import {
  type QuantityField,
  roundAge,
  staleAgeText,
  useAgeText,
  useQuantityFormat,
  useValueAge,
} from './format.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

function Age({ ageS }: { ageS: number }) {
  return useAgeText()(ageS);
}
function StaleAge({ ageS }: { ageS: number }) {
  return staleAgeText(useValueAge()(ageS, 'stale'));
}
function Amount({ field, value }: { field: QuantityField; value: number }) {
  const { text, unit } = useQuantityFormat()(field, value);
  return `${text} ${unit}`;
}

it.each(LOCALES)('the number and unit of an age are joined by a non-breaking space: %s', async (locale) => {
  await showPage(<Age ageS={5 * MINUTE} />, locale);
  expect(document.body.textContent).toMatch(/5\u00a0min/);
});

it.each([
  [0, 'práve teraz', 'just now'],
  [9, 'práve teraz', 'just now'],
  [19, 'pred 10 s', '10 s ago'],
  [MINUTE, 'pred 1 min', '1 min ago'],
  [2 * MINUTE + 59, 'pred 2 min', '2 min ago'],
  [3 * HOUR, 'pred 3 h', '3 h ago'],
  [DAY, 'pred 1 dňom', '1 day ago'],
  [5 * DAY, 'pred 5 dňami', '5 days ago'],
])('R4.4 an age of %s s is "%s" and "%s"', async (ageS, sk, gb) => {
  const { leave } = await showPage(<Age ageS={ageS} />, 'sk');
  expect(page.text()).toBe(sk);
  await leave();
  await showPage(<Age ageS={ageS} />, 'gb');
  expect(page.text()).toBe(gb);
});

it.each([
  [4, 'naposledy pred chvíľou', 'last known a moment ago'],
  [25, 'naposledy pred 20 s', 'last known 20 s ago'],
])('R4.4 a value stale for %s s has the text "%s"', async (ageS, sk, gb) => {
  const { leave } = await showPage(<StaleAge ageS={ageS} />, 'sk');
  expect(page.text()).toBe(sk);
  await leave();
  await showPage(<StaleAge ageS={ageS} />, 'gb');
  expect(page.text()).toBe(gb);
});

it('roundAge changes only when the text of the age changes', () => {
  expect([0, 9, 10, 61, 119, 3601, 90_000].map(roundAge)).toEqual([0, 0, 10, 60, 60, 3600, 86_400]);
});

it.each<[Locale, QuantityField, number, string]>([
  ['sk', 'pressure', 4.2, '4,20 bar'],
  ['gb', 'pressure', 4.2, '4.20 bar'],
  ['sk', 'electro_meter', 1284.84, '1 284,8 kWh'],
  ['gb', 'electro_meter', 1284.84, '1,284.8 kWh'],
  ['sk', 'rssi', -61, '-61 dBm'],
])('R1.9b numbers have the format of the language: %s %s', async (locale, field, value, expected) => {
  await showPage(<Amount field={field} value={value} />, locale);
  expect(page.text()).toBe(expected);
});
