import { type ActivityEntry, ActivityKind } from '@manoboard/contract/nouns/activity';
import type { History, HistorySeries } from '@manoboard/contract/nouns/history';
import { anAlert, anAlertPage } from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTimeZone } from '../../lib/time-zone.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import type { EntryParts } from './event-lane.tsx';
import { Graphs } from './graphs.tsx';

/** Canvas is not part of the test DOM: the plots record what they draw. */
const plots = vi.hoisted(() => ({ made: [] as { data: unknown[][]; options: Options }[] }));
interface Options {
  hooks: { setCursor: ((u: unknown) => void)[]; setSelect: ((u: unknown) => void)[] };
}
vi.mock('uplot', () => ({
  default: class {
    static paths = {};
    data: unknown[][];
    options: Options;
    constructor(options: Options, data: unknown[][]) {
      this.options = options;
      this.data = data;
      plots.made.push(this);
    }
    setData(data: unknown[][]) {
      this.data = data;
    }
    setScale() {}
    setSelect() {}
    setSize() {}
    destroy() {
      plots.made.splice(plots.made.indexOf(this), 1);
    }
  },
}));

freezeTime();
beforeEach(() => {
  plots.made.length = 0;
  setTimeZone('Europe/Bratislava');
  return () => setTimeZone(null);
});

const series = (value: number, gaps: HistorySeries['gaps'] = []): HistorySeries => {
  const column = (by: number) => [value, value, null, value].map((v) => (v === null ? null : v + by));
  return { avg: column(0), last: column(0), min: column(-0.2), max: column(0.2), gaps };
};
const gap = [{ from: T - 43_200, to: T - 21_600, reason: 'offline' as const }];
const HISTORY: History = {
  ...{ level: 'hour', step_s: 21_600, t: [T - 86_400, T - 64_800, T - 43_200, T - 21_600] },
  series: { pressure: series(4, gap), frequency_fc: series(40, gap) },
};

const PATH = `/devices/${ID}/history`;
const OTHER = 'MNB-TE0002';
const alert: ActivityEntry = {
  ...{ kind: 'event', at: T - 3600 },
  event: {
    ...{ id: '7', code: 'DRY_RUN', severity: 'alarm', raised_at: T - 3600, cleared_at: null, reading: {} },
  },
};
const counts = Object.fromEntries(ActivityKind.options.map((kind) => [kind, 0]));
const ACTIVITY = { items: [alert], total: 2, counts, next: '1-7' };
/** The second page. */
const OLDER = { items: [{ ...alert, at: T - 40_000 }], total: 2, counts };
const parts: EntryParts = {
  titleOf: () => 'Chod nasucho',
  iconOf: () => null,
  Row: () => <li>Ohlásila doska</li>,
  TimelineLink: ({ deviceId, atS, children }) => <a href={`/timeline/${deviceId}/${atS}`}>{children}</a>,
  alertTitle: ({ titles }) => titles.sk,
  AlertLink: ({ alertId, children }) => <a href={`/alerts/${alertId}`}>{children}</a>,
};

const figures = {
  low_kwh: null,
  running_h: 1,
  starts: 1,
  bar: 4,
  kwh_per_h: 1,
  cost: null,
  co2_kg: 1,
  measured: 1,
};
const monthsOf = (year: number, kwh: number | null) =>
  Array.from({ length: 12 }, (_, month) => ({
    ...{ ...figures, kwh, t: Date.UTC(year, month) / 1000 },
  }));
/** The energy of a calendar year: 90 kWh a month, a year before 80. */
const energyOf = (year: number) => ({
  ...{ from: Date.UTC(year, 0) / 1000, to: Date.UTC(year + 1, 0) / 1000, step: 'month', at: T },
  ...{
    total: { ...figures, kwh: 1080 },
    buckets: monthsOf(year, 90),
    comparison: null,
    heat: [],
    band: null,
  },
  previous: {
    ...{ from: Date.UTC(year - 1, 0) / 1000, to: Date.UTC(year, 0) / 1000 },
    ...{ total: { ...figures, kwh: 960 }, buckets: monthsOf(year - 1, year > 2026 ? null : 80) },
  },
  since: null,
  settings: {
    ...{ currency: 'EUR', price: null, low_price: null, low_hours: [0, 0, 0, 0, 0, 0, 0], co2_g: 100 },
    ...{ has_report: false, zone: 'Europe/Bratislava' },
  },
});

async function show(answer: () => unknown = () => ({ json: HISTORY }), view?: string) {
  const views: string[] = [];
  const shown = await showLive(
    <Graphs
      device={{ id: ID, name: 'Studňa' }}
      others={[{ id: OTHER, name: 'Vrt' }]}
      view={view}
      onView={(next) => views.push(next)}
      parts={parts}
    />,
    {
      last: [measured({})],
      routes: {
        [PATH]: answer as never,
        [`/devices/${OTHER}/history`]: () => ({ json: HISTORY }),
        [`/devices/${ID}/activity`]: ({ path }: { path: string }) => ({
          json: path.includes('before=') ? { ...OLDER, next: null } : ACTIVITY,
        }),
        [`/devices/${ID}/energy`]: ({ path }: { path: string }) => ({
          json: energyOf(Number(/date=(\d+)/.exec(path)?.[1])),
        }),
        '/alerts': () => ({ json: anAlertPage([anAlert({ id: 4, timestamp: T - 3600 })]) }),
      },
    },
  );
  await pass(20);
  /** Without the requests of the minimap, which has one metric. */
  const graphQueries = () =>
    shown.server
      .requestsTo(PATH)
      .map(({ path }) => new URLSearchParams(path.split('?')[1]))
      .filter((query) => query.getAll('metrics').length > 1);
  const ranges = () =>
    graphQueries().map((query) => {
      return [Number(query.get('from')) - T, query.get('to') === null ? 'now' : Number(query.get('to')) - T];
    });
  return { ...shown, views, ranges };
}
const press = (key: string) =>
  act(async () =>
    document
      .querySelector('fieldset[tabindex]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );

describe('R4.13 graphs', () => {
  it('show seven quantities with value, time, extremes and average', async () => {
    await show();
    const text = page.textOf(page.get('region', 'Grafy: Studňa'));
    for (const name of ['Tlak', 'Frekvencia', 'Zaťaženie', 'Prúd', 'Aktuálna spotreba', 'Teplota meniča'])
      expect(text).toContain(name);
    expect(text).toMatch(/Teplota dosky/);
    expect(text).toMatch(/Tlak ?4,00 bar ?o .*3,80 – 4,20 · Ø 4,00/);
    expect(plots.made).toHaveLength(7);
  });

  it('show the value under the pointer in all panels, and why there is none', async () => {
    await show();
    const point = (atS: number | undefined) =>
      act(async () => {
        const left = atS === undefined ? -1 : 10;
        plots.made[0]?.options.hooks.setCursor[0]?.({ cursor: { left }, posToVal: () => atS });
      });
    await point(T - 32_000);
    expect(page.text()).toMatch(/Tlak ?– ?offline/);
    await point(T - 70_000);
    expect(page.text()).toMatch(/Frekvencia ?40,0 Hz ?39,8/);
  });

  it('are zoomed, moved and reset by keys; only the last range is requested and in the address', async () => {
    const { ranges, views } = await show();
    expect(ranges()).toEqual([[-86_400, 'now']]);
    await press('+');
    await press('ArrowLeft');
    await pass(150);
    expect(ranges().at(-1)).toEqual([-43_200 - 10_800, -10_800]);
    expect(views).toEqual([`${T - 54_000}-${T - 10_800}`]);
    await press('0');
    expect(views.at(-1)).toBe('day');
    expect(ranges()).toHaveLength(2);
  });

  it('are zoomed to the part that the user drags over', async () => {
    const { ranges } = await show();
    await act(async () =>
      plots.made[3]?.options.hooks.setSelect[0]?.({
        select: { left: 0, width: 50 },
        setSelect: () => {},
        posToVal: (px: number) => T - 7200 + px * 60,
      }),
    );
    await pass(150);
    expect(ranges().at(-1)).toEqual([-7200, -4200]);
  });

  it('reproduce the view of the address, and offer own times', async () => {
    const { ranges } = await show(undefined, `${T - 7200}-${T - 3600}`);
    expect(ranges()).toEqual([[-7200, -3600]]);
    await page.click(page.get('button', /zvoliť vlastné obdobie/));
    const [from, to] = document.querySelectorAll<HTMLInputElement>('input[type=datetime-local]');
    expect([from?.value, to?.value]).toEqual(['2027-01-15T07:00', '2027-01-15T08:00']);
  });

  it('have the values as a table with the reasons of gaps', async () => {
    await show();
    await page.click(page.get('button', 'Tabuľka'));
    const rows = [...document.querySelectorAll('tbody tr')].map(page.textOf);
    expect(rows).toHaveLength(24);
    expect(rows.filter((row) => row.includes('offline')).length).toBeGreaterThan(3);
    expect(rows.some((row) => row.includes('4,00 3,80 – 4,20'))).toBe(true);
  });

  it.each([
    [
      'without values',
      () => ({ json: { level: 'raw', step_s: 1, t: [], series: {} } }),
      /nie sú žiadne údaje/,
    ],
    ['without an answer', () => new Promise(() => {}), /História sa načítava/],
    ['after a failure', () => ({ status: 500, json: {} }), /Históriu sa nepodarilo načítať.*Skúsiť teraz/],
  ] as const)('say what is wrong %s', async (_case, answer, expected) => {
    await show(answer);
    expect(page.text()).toMatch(expected);
  });

  it('mark drawn values when newer ones could not be loaded', async () => {
    const { server } = await show();
    server.routes[PATH] = () => ({ status: 500, json: {} });
    await pass(180_000);
    expect(page.text()).toMatch(
      /Novšie údaje sa nepodarilo načítať. Čo je nakreslené, bolo načítané o 9:00:0\d/,
    );
    expect(page.text()).toMatch(/Tlak ?3,90 bar ?o 09:00/);
  });

  it('mark alerts, commands and changes, and lead to their entry of the timeline', async () => {
    const { server } = await show();
    expect(server.requestsTo(`/devices/${ID}/activity`)[0]?.path).toContain(`from=${T - 86_400}`);
    const [, mark] = page.all('button', 'Chod nasucho');
    expect(page.all('button', 'Chod nasucho')).toHaveLength(2);
    if (mark) await page.click(mark);
    expect(page.text()).toContain('Ohlásila doska');
    expect(page.get('link', /Otvoriť v časovej osi/).getAttribute('href')).toBe(
      `/timeline/${ID}/${T - 3600}`,
    );
  });

  it('link a mark to its alert', async () => {
    await show();
    const [, mark] = page.all('button', 'Chod nasucho');
    if (mark) await page.click(mark);
    expect(page.get('link', /Otvoriť upozornenie/).getAttribute('href')).toBe('/alerts/4');
  });

  it('show the day before behind the lines', async () => {
    const { ranges, views } = await show();
    await page.click(page.get('button', 'Deň predtým'));
    await pass(20);
    expect(views).toEqual(['day.vs-day']);
    expect(ranges()).toEqual([
      [-86_400, 'now'],
      [-173_700, -86_400],
    ]);
    expect(plots.made[0]?.data[3]?.filter((value) => value === 4)).not.toEqual([]);
  });

  it('are moved on a map of a longer range', async () => {
    const { ranges } = await show();
    const map = document.querySelector<HTMLInputElement>('input[type=range]');
    expect(map?.getAttribute('aria-label')).toBe('Zobrazené obdobie v dlhšom');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        map,
        String(T - 864_000),
      );
      map?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await pass(150);
    const [from = 0, to = 0] = (ranges().at(-1) ?? []).map(Number);
    expect(to - from).toBe(86_400);
    expect(Math.abs((from + to) / 2 + 864_000)).toBeLessThan(43_200);
  });

  it('show two devices side by side', async () => {
    await show(undefined, `day.with-${OTHER}`);
    expect(page.all('region', /^Grafy: /).map((region) => region.getAttribute('aria-label'))).toEqual([
      'Grafy: Studňa',
      'Grafy: Vrt',
    ]);
    expect(plots.made).toHaveLength(14);
  });

  it('name rows and separators of a file before it is exported', async () => {
    await show();
    await page.click(page.get('button', 'Export'));
    expect(page.text()).toMatch(/bodkočiarka, desatinná čiarka · po minútach, najviac 1 500 riadkov/);
    expect(page.text()).toMatch(/2 800 – 18 000 riadkov/);
  });

  it('have the energy of each month below a year, with the year before', async () => {
    await show(undefined, 'year');
    await pass(20);
    const months = [...document.querySelectorAll('ul[aria-label="Energia za mesiac"] li')].map(page.textOf);
    expect(months).toHaveLength(13);
    expect(months[0]).toBe('január 2026: 90 kWh, rok predtým 80 kWh');
    expect(months.at(-1)).toBe('január 2027: 90 kWh, rok predtým bez údajov');
  });

  it('go on with live frames', async () => {
    const { receiveFrame } = await show();
    const before = plots.made[0]?.data[0]?.length ?? 0;
    await receiveFrame(measured({ pressure: 4.5 }, {}, -5));
    expect(plots.made[0]?.data[0]?.slice(before - 1).at(-1)).toBe(T + 5);
    expect(plots.made[0]?.data[5]?.at(-1)).toBe(4.5);
  });
});
