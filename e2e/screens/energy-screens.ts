import type { Energy, EnergyFigures } from '@manoboard/contract/history/energy';
import type { Page } from 'playwright-core';
import { overview, type Screen, SLOW, WELL } from './screen.ts';

const DAY_S = 86_400;
/** 22:00 to 6:00. */
const NIGHT = 0b1100_0000_0000_0000_0011_1111;
const NO_FIGURES: EnergyFigures = {
  kwh: null,
  low_kwh: null,
  running_h: null,
  starts: null,
  bar: null,
  kwh_per_h: null,
  cost: null,
  co2_kg: null,
  measured: 0,
};
const figures = (kwh: number, measured = 1): EnergyFigures => ({
  kwh,
  low_kwh: kwh * 0.36,
  running_h: kwh / 0.7,
  starts: Math.round(kwh * 9.6),
  bar: 4.12,
  kwh_per_h: 0.66 + (Math.round(kwh * 10) % 5) * 0.02,
  cost: kwh * 0.171,
  co2_kg: kwh * 0.11,
  measured,
});

/** Half a month: a day that stands out, and a day that was hardly measured. The demo has no history that is so long. */
function anEnergy(): Energy {
  const from = Date.parse('2026-11-01T00:00:00Z') / 1000;
  const dayOf = (i: number) => 2.3 + ((i * 7) % 5) * 0.3;
  const before = { from: from - 31 * DAY_S, to: from };
  return {
    from,
    to: from + 30 * DAY_S,
    step: 'day',
    at: from + 14.6 * DAY_S,
    total: figures(42.9, 0.94),
    buckets: Array.from({ length: 30 }, (_, i) => ({
      t: from + i * DAY_S,
      ...(i > 14 ? NO_FIGURES : figures(i === 10 ? 5.1 : dayOf(i), i === 4 ? 0.2 : 1)),
    })),
    previous: {
      ...before,
      total: figures(94.2),
      buckets: Array.from({ length: 31 }, (_, i) => ({
        t: before.from + i * DAY_S,
        ...figures(dayOf(i + 3) + 0.2),
      })),
    },
    comparison: {
      now: { ...figures(42.9), from, to: from + 14 * DAY_S },
      before: { ...figures(47.4), ...before },
    },
    heat: Array.from({ length: 168 }, (_, i) => {
      const hour = i % 24;
      return i === 3 ? null : Math.max(0, 40 - 9 * Math.min(Math.abs(hour - 7), Math.abs(hour - 19)));
    }),
    band: { low: 0.64, high: 0.76 },
    since: from - 90 * DAY_S,
    settings: {
      currency: 'EUR',
      price: 0.198,
      low_price: 0.1242,
      low_hours: Array(7).fill(NIGHT),
      co2_g: 110,
      has_report: false,
      zone: 'Europe/Bratislava',
    },
  };
}

async function showFigures(page: Page) {
  await page.route('**/energy?*', (route) => route.fulfill({ json: anEnergy() }));
  await page.reload();
}

/** Energy of a device: figures of half a month, and the tariff. */
export const energyScreens: readonly Screen[] = [
  {
    name: 'energy',
    who: 'owner',
    path: overview(WELL, 'energy'),
    async open(page, { energy }) {
      await showFigures(page);
      await page.getByRole('region', { name: energy.heat.title }).waitFor(SLOW);
    },
  },
  {
    name: 'energy-report',
    who: 'owner',
    path: `${overview(WELL, 'energy')}&view=report-month.2026-11-01`,
    async open(page, { energy }) {
      await showFigures(page);
      await page.getByRole('button', { name: energy.report.print }).waitFor(SLOW);
    },
  },
  {
    name: 'tariff',
    who: 'owner',
    isAbove: true,
    path: overview(WELL, 'energy'),
    async open(page, { energy }) {
      await showFigures(page);
      await page.getByRole('button', { name: energy.tariff.edit }).click(SLOW);
      await page.getByLabel(energy.tariff.lowPrice).waitFor(SLOW);
    },
  },
];
