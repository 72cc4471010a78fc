import type { Energy as EnergyAnswer, EnergyFigures } from '@manoboard/contract/history/energy';
import { DAY_S } from '@manoboard/domain/time';
import { anAlert } from '@manoboard/testkit/alert-factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeZone } from '../../../lib/time/time-zone.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { Energy } from './energy.tsx';
import { lowSpans } from './hour-strip.tsx';
import { axisOf, outlierOf } from './summary.ts';
import { readDecimal } from './tariff-dialog.tsx';
import { readView, shiftDate, viewText } from './view.ts';

freezeTime();
beforeAll(() => setTimeZone('Europe/Bratislava'));
afterAll(() => setTimeZone(null));

const PATH = `/devices/${ID}/energy`;
const NIGHT = 0b1100_0000_0000_0000_0011_1111;

const figures = (change: Partial<EnergyFigures> = {}): EnergyFigures => ({
  kwh: 2.8,
  low_kwh: 1,
  running_h: 4,
  starts: 27,
  bar: 4.1,
  kwh_per_h: 0.7,
  cost: 0.5,
  co2_kg: 0.31,
  measured: 1,
  ...change,
});
const UNKNOWN = figures({
  kwh: null,
  low_kwh: null,
  running_h: null,
  starts: null,
  bar: null,
  kwh_per_h: null,
  cost: null,
  co2_kg: null,
  measured: 0,
});

/** Half a month, with one day that stands out. */
function anEnergy(change: Partial<EnergyAnswer> = {}): EnergyAnswer {
  const from = T - 15 * DAY_S;
  const span = { from, to: from + 30 * DAY_S };
  const total = figures({ kwh: 42.9, running_h: 61.28, starts: 412, cost: 7.35, kwh_per_h: 0.7 });
  const before = figures({ kwh: 47.4, running_h: 67.7, starts: 389, cost: 8.12 });
  return {
    ...span,
    step: 'day',
    at: T,
    total,
    buckets: Array.from({ length: 30 }, (_, i) => ({
      t: from + i * DAY_S,
      ...(i > 14 ? UNKNOWN : figures(i === 10 ? { running_h: 7.28, kwh: 5.1 } : {})),
    })),
    previous: { from: from - 30 * DAY_S, to: from, total: figures({ kwh: 94 }), buckets: [] },
    comparison: {
      now: { ...total, from, to: T },
      before: { ...before, from: from - 30 * DAY_S, to: from - 15 * DAY_S },
    },
    heat: Array.from({ length: 168 }, (_, i) => (i === 19 ? 42 : i < 24 ? 3 : null)),
    band: { low: 0.64, high: 0.76 },
    since: from - 60 * DAY_S,
    settings: {
      currency: 'EUR',
      price: 0.198,
      low_price: 0.1242,
      low_hours: Array(7).fill(NIGHT),
      co2_g: 110,
      has_report: false,
      zone: 'Europe/Bratislava',
    },
    ...change,
  };
}

async function show(answer: Handler, view?: string, routes: Record<string, Handler> = {}) {
  const views: string[] = [];
  const device = { id: ID, name: 'Studňa' };
  const live = await showLive(<Energy device={device} view={view} onView={(next) => views.push(next)} />, {
    routes: { [PATH]: answer, ...routes },
  });
  await pass(0);
  return { ...live, views };
}
const shown = (energy: EnergyAnswer) => show(() => ({ json: energy }));
const card = (name: string) => page.textOf(page.get('region', name));

describe('the energy of a period', () => {
  it('is summed up in words, compared with the same part of the previous one, and has its time', async () => {
    await shown(anEnergy());
    const text = card('Zhrnutie');
    expect(text).toContain('čerpadlo zatiaľ spotrebovalo 42,9 kWh za 7,35 €.');
    expect(text).toContain('o 9 % menej než za rovnakú časť predchádzajúceho mesiaca.');
    expect(text).toContain('čerpadlo bežalo 7:17 h namiesto obvyklých 4:00 h.');
    expect(text).toMatch(/Stav .*15\./);
  });

  it('has four figures with those of before', async () => {
    await shown(anEnergy());
    expect(card('Spotreba')).toBe('Spotreba42,9 kWh−9 % · predtým 47,4 kWh');
    expect(card('V chode')).toBe('V chode61:17 h−9 % · predtým 67:42 h');
    expect(card('Štarty')).toBe('Štarty412 +6 % · predtým 389');
    expect(card('Náklady')).toBe('Náklady7,35 € −9 % · predtým 8,12 €');
  });

  it('is not compared when the previous period was measured too little', async () => {
    const energy = anEnergy();
    const { comparison } = energy;
    if (comparison) comparison.before.measured = 0.5;
    await shown(energy);
    expect(card('Spotreba')).toBe('Spotreba42,9 kWhNie je s čím porovnať.');
    expect(page.text()).not.toContain('menej');
  });

  it('shows a dash and no cost for what is unknown, and how much was measured', async () => {
    const settings = { ...anEnergy().settings, price: null, low_price: null };
    await shown(anEnergy({ total: { ...UNKNOWN, measured: 0.4 }, comparison: null, settings }));
    expect(card('Spotreba')).toContain('–');
    expect(card('Náklady')).toContain('Zadajte cenu v tarife.');
    expect(page.text()).toContain('Zmeraných je 40 % času.');
    expect(page.text()).toContain('Zadajte cenu elektriny a uvidíte náklady.');
  });

  it('has a table with the same figures, without the days to come', async () => {
    await shown(anEnergy());
    const rows = [...document.querySelectorAll('tbody tr')].map(page.textOf);
    expect(rows).toHaveLength(15);
    expect(rows[10]).toContain('5,10 kWh7:17 h270,50 €4,10100 %');
  });

  it('shows the specific energy inside the band of the device, and when the pump runs', async () => {
    await shown(anEnergy());
    expect(card('Merná spotreba')).toContain('0,70 kWh na hodinu choduV pásme zariadenia (0,64 – 0,76)');
    expect(card('Kedy beží')).toContain('Najviac beží: pondelok 19:00, 42 min za hodinu.');
  });
});

describe('the outlines of the previous period', () => {
  const hours = (day: string, count: number) => {
    const from = Date.parse(day) / 1000;
    const buckets = Array.from({ length: count }, (_, i) => ({
      t: from + i * 3600,
      ...figures({ kwh: i === count - 1 ? 4 : 1 }),
    }));
    return { from, to: from + count * 3600, buckets };
  };
  /** The height of the outline of each column, before its two rates; 0 without one. */
  const outlines = () =>
    [...document.querySelectorAll('[aria-hidden] ol:first-of-type > li:not([style])')].map(({ children }) =>
      children.length === 3 && children[0] instanceof HTMLElement
        ? Number.parseFloat(children[0].style.height)
        : 0,
    );

  it.each([
    ['of 23 hours', '2026-03-29T00:00+01:00', 23, '2026-03-30T00:00+02:00', 24],
    ['of 25 hours', '2026-10-25T00:00+02:00', 25, '2026-10-26T00:00+01:00', 24],
    ['before one of 23 hours', '2026-03-28T00:00+01:00', 24, '2026-03-29T00:00+01:00', 23],
  ])('of a day %s are at the same hour of the clock', async (_case, before, count, day, own) => {
    const previous = { ...hours(before, count), total: figures() };
    await shown(anEnergy({ ...hours(day, own), step: 'hour', previous, comparison: null }));
    const found = outlines();
    expect(found).toHaveLength(own);
    expect(found.indexOf(Math.max(...found))).toBe(own - 1);
  });
});

describe('states of the page', () => {
  it('without history says so', async () => {
    await shown(anEnergy({ since: null }));
    expect(page.text()).toContain('Zatiaľ nie je čo ukázať');
    expect(page.all('region')).toEqual([]);
  });

  it('a failed request offers a retry', async () => {
    const { server } = await show(() => ({ status: 500, json: { detail: 'INTERNAL' } }));
    expect(page.get('alert')).toBeTruthy();
    server.routes[PATH] = () => ({ json: anEnergy() });
    await page.click(page.get('button', 'Skúsiť znova'));
    await pass(0);
    expect(card('Spotreba')).toContain('42,9');
  });
});

it('the period is part of the address, and the present one has no next', async () => {
  const { server, views } = await shown(anEnergy());
  expect(server.requestsTo(PATH).at(-1)?.path).toBe(`${PATH}?period=month&zone=Europe%2FBratislava`);
  await page.click(page.get('button', 'Nasledujúce obdobie'));
  expect(views).toEqual([]);
  await page.click(page.get('button', 'Predchádzajúce obdobie'));
  expect(views).toEqual(['month.2026-12-01']);
  await page.click(page.get('button', 'Pozrieť ten deň'));
  expect(views.at(-1)).toBe('day.2027-01-10');
});

it('the tariff is saved with two rates by the hours of workdays and weekends', async () => {
  const energy = anEnergy();
  const { server } = await shown(energy);
  server.routes[`${PATH}/settings`] = () => ({ json: energy.settings });
  await page.click(page.get('button', 'Upraviť'));
  await pass(0);
  const strip = [...document.querySelectorAll<HTMLElement>('[role=dialog] fieldset')][1];
  const [midnight] = [...(strip?.querySelectorAll<HTMLElement>('button') ?? [])];
  expect(midnight?.getAttribute('aria-pressed')).toBe('true');
  await page.click(midnight ?? document.body);
  await page.click(page.get('button', 'Uložiť'));
  await pass(0);
  const sent = server.requestsTo(`${PATH}/settings`).at(-1);
  expect(sent?.body).toEqual({
    ...energy.settings,
    low_hours: [...Array(5).fill(NIGHT), NIGHT - 1, NIGHT - 1],
    zone: expect.any(String),
  });
});

it('weekends without the low rate keep it away when another value of the tariff is saved', async () => {
  const energy = anEnergy();
  const settings = { ...energy.settings, low_hours: [...Array(5).fill(NIGHT), 0, 0] };
  const { server } = await shown({ ...energy, settings });
  server.routes[`${PATH}/settings`] = () => ({ json: settings });
  await page.click(page.get('button', 'Upraviť'));
  await pass(0);
  await page.click(page.get('button', 'Uložiť'));
  await pass(0);
  expect(server.requestsTo(`${PATH}/settings`).at(-1)?.body).toMatchObject({ low_hours: settings.low_hours });
});

describe('the report of a month', () => {
  const alert = anAlert({
    id: 7,
    severity: 'alarm',
    timestamp: T - 3 * DAY_S,
    since_timestamp: T - 3 * DAY_S,
    cleared_timestamp: T - 3 * DAY_S + 600,
    titles: { sk: 'Chod nasucho', gb: 'Dry run' },
    descriptions: { sk: 'Hladina klesla pod sanie.', gb: 'The level fell below the suction.' },
    resolved: true,
    resolved_by: 'Peter Horváth',
    resolved_timestamp: T - 2 * DAY_S,
    notes: 'vyčistený filter',
  });
  const hour = (avg: number) => ({ min: [], max: [], last: [], gaps: [], avg: [avg, avg] });
  const parts: Record<string, Handler> = {
    '/alerts': () => ({
      json: { items: [alert], total: 1, next: null, open: { alarm: 0, warning: 0, info: 0 }, shelved: 0 },
    }),
    [`/devices/${ID}/place`]: () => ({
      json: {
        place: { name: 'Chata', address: 'Lesná 7', lat: null, lon: null, key_at: null },
        proposed_address: null,
        can_set: false,
      },
    }),
    [`/devices/${ID}/history`]: () => ({
      json: {
        level: 'hour',
        step_s: 3600,
        to: T,
        since: null,
        t: [T - 7200, T - 3600],
        series: { flow: hour(10), flow_error: hour(1) },
      },
    }),
  };

  it('names pump, place, water, figures, what happened and what was done, with lines to sign', async () => {
    const { views } = await show(() => ({ json: anEnergy() }), 'report-month.2027-01-01', parts);
    const text = card('Správa o čerpadle, december 2026');
    for (const part of [
      `Studňa · ${ID}`,
      'Chata, Lesná 7',
      'Mesiac ešte trvá.',
      'Pretieklo asi 1 200 l (± 120 l).',
      'December 2026, rovnaká časť',
      'Spotreba42,9 kWh47,4 kWh',
      'Chod nasucho – Hladina klesla pod sanie.',
      'Vyriešené: Chod nasucho – Peter Horváth · vyčistený filter',
      'Časové pásmo Europe/Bratislava.',
      'Dátum a podpis odberateľa',
    ])
      expect(text).toContain(part);
    expect(page.get('button', 'Vytlačiť')).toBeTruthy();
    await page.click(page.get('button', 'Späť na energiu'));
    expect(views).toEqual(['month.2027-01-01']);
  });

  it('a server without the other calls leaves their parts out, and missing days are said', async () => {
    const energy = anEnergy();
    const total = { ...energy.total, measured: 0.8 };
    await show(() => ({ json: { ...energy, total } }), 'report-month.2027-01-01');
    const text = card('Správa o čerpadle, december 2026');
    expect(text).toContain('Spotreba42,9 kWh');
    expect(text).toContain('Bez údajov 3 dni.');
    expect(text).not.toContain('Čo sa stalo');
    expect(text).not.toContain('Pretieklo');
  });
});

it('the monthly e-mail is turned on with one click', async () => {
  const energy = anEnergy();
  const { server } = await shown(energy);
  const settings = { ...energy.settings, has_report: true };
  server.routes[`${PATH}/settings`] = () => ({ json: settings });
  server.routes[PATH] = () => ({ json: { ...energy, settings } });
  const box = () => page.get('checkbox') as HTMLInputElement;
  expect(box().checked).toBe(false);
  await page.click(box());
  await pass(0);
  expect(server.requestsTo(`${PATH}/settings`).at(-1)?.body).toEqual(settings);
  expect(box().checked).toBe(true);
});

describe('rules of the page', () => {
  it.each([
    [undefined, { kind: 'figures', period: 'month', date: undefined }],
    ['week.2026-11-02', { kind: 'figures', period: 'week', date: '2026-11-02' }],
    ['report-month.2026-10-01', { kind: 'report', period: 'month', date: '2026-10-01' }],
    ['century.1900-01-01', { kind: 'figures', period: 'month', date: undefined }],
  ])('the address %s is read', (text, view) => {
    expect(readView(text)).toEqual(view);
    if (text && !text.startsWith('century')) expect(viewText(readView(text))).toBe(text);
  });

  it.each([
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['week', '2026-01-03', -1, '2025-12-27'],
    ['month', '2026-03-31', -1, '2026-02-01'],
    ['year', '2026-06-06', 1, '2027-01-01'],
  ] as const)('a %s from %s moved by %i is %s', (period, date, count, expected) =>
    expect(shiftDate(period, date, count)).toBe(expected),
  );

  it('the axis is a round number above the largest value', () => {
    expect(axisOf(5.1)).toEqual({ top: 6, ticks: [0, 2, 4, 6] });
    expect(axisOf(0)).toEqual({ top: 1, ticks: [0, 1] });
    expect(axisOf(412).top).toBeGreaterThanOrEqual(412);
  });

  it('one day stands out, several do not', () => {
    const day = (running_h: number, t: number) => ({ t, ...figures({ running_h }) });
    const usual = [4, 4, 4, 4, 4, 4, 4].map(day);
    expect(outlierOf({ step: 'day', buckets: [...usual, day(8, 9)] })).toEqual({
      t: 9,
      running_h: 8,
      usual_h: 4,
    });
    expect(outlierOf({ step: 'day', buckets: [...usual, day(8, 9), day(9, 10)] })).toBeUndefined();
  });

  it('low hours are spans of the clock', () =>
    expect(lowSpans(NIGHT)).toEqual([
      [0, 6],
      [22, 24],
    ]));

  it.each([
    ['0,198', 0.198],
    ['0.1242', 0.1242],
    ['-1', undefined],
    ['1001', undefined],
    ['abc', undefined],
  ])('the price %s is read as %s', (typed, value) => expect(readDecimal(typed, 1000)).toBe(value));
});
