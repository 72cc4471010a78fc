import { type ActivityEntry, ActivityKind } from '@manoboard/contract/activity/activity';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import type { History, HistorySeries } from '@manoboard/contract/history/history';
import { anAlert, anAlertPage } from '@manoboard/testkit/alert-factories';
import { act } from 'react';
import { beforeEach } from 'vitest';
import type { EntryParts } from '../areas/history/graphs/event-lane.tsx';
import { Graphs } from '../areas/history/graphs/graphs.tsx';
import { setTimeZone } from '../lib/time/time-zone.ts';
import { freezeTime, ID, measured, pass, showLive, T } from './live-page.tsx';
import { plots } from './recorded-plots.ts';

/** Fake timers, and no plot of an earlier test. */
export function freezeGraphs() {
  freezeTime();
  beforeEach(() => {
    plots.length = 0;
    setTimeZone('Europe/Bratislava');
    return () => setTimeZone(null);
  });
}

const series = (value: number, gaps: HistorySeries['gaps'] = []): HistorySeries => {
  const column = (by: number) => [value, value, null, value].map((v) => (v === null ? null : v + by));
  return { avg: column(0), last: column(0), min: column(-0.2), max: column(0.2), gaps };
};
const gap = [{ from: T - 43_200, to: T - 21_600, reason: 'offline' as const }];
const HISTORY: History = {
  level: 'hour',
  step_s: 21_600,
  to: T,
  since: null,
  t: [T - 86_400, T - 64_800, T - 43_200, T - 21_600],
  series: {
    pressure: series(4, gap),
    frequency_fc: series(40, gap),
    flow: series(25, gap),
    flow_error: series(6, gap),
  },
};

export const PATH = `/devices/${ID}/history`;
export const OTHER = 'MNB-TE0002';
const alert: ActivityEntry = {
  kind: 'event',
  at: T - 3600,
  event: {
    id: '7',
    code: 'DRY_RUN',
    severity: 'alarm',
    raised_at: T - 3600,
    cleared_at: null,
    reading: {},
  },
};
const counts = Object.fromEntries(ActivityKind.options.map((kind) => [kind, 0]));
const ACTIVITY = { items: [alert], total: 2, counts, next: '1-7' };
/** The second page. */
const OLDER = { items: [{ ...alert, at: T - 40_000 }], total: 2, counts };
const ROW = 'Ohlásila doska';
const parts: EntryParts = {
  titleOf: () => 'Chod nasucho',
  iconOf: () => null,
  Row: () => <li>{ROW}</li>,
  alertTitle: ({ titles }) => titles.sk,
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
    ...figures,
    kwh,
    t: Date.UTC(year, month) / 1000,
  }));
/** The energy of a calendar year: 90 kWh a month, a year before 80. */
const energyOf = (year: number) => ({
  from: Date.UTC(year, 0) / 1000,
  to: Date.UTC(year + 1, 0) / 1000,
  step: 'month',
  at: T,
  total: { ...figures, kwh: 1080 },
  buckets: monthsOf(year, 90),
  comparison: null,
  heat: [],
  band: null,
  previous: {
    from: Date.UTC(year - 1, 0) / 1000,
    to: Date.UTC(year, 0) / 1000,
    total: { ...figures, kwh: 960 },
    buckets: monthsOf(year - 1, year > 2026 ? null : 80),
  },
  since: null,
  settings: {
    currency: 'EUR',
    price: null,
    low_price: null,
    low_hours: [0, 0, 0, 0, 0, 0, 0],
    co2_g: 100,
    has_report: false,
    zone: 'Europe/Bratislava',
  },
});

/** Frames of 30 days, and rollups of half a year. */
const STORED = {
  raw: { from: T - 30 * 86_400, days: 30 },
  minute: { from: T - 183 * 86_400, days: 730 },
  hour: { from: T - 183 * 86_400, days: 3650 },
};

const cardOf = (values: PumpValues): PumpCard => ({
  version: 1,
  values,
  sources: [],
  entered: values,
  changed_at: T,
  changed_by: null,
  waiting: [],
});

/** The graphs of a device, with requests that the fake server answers. */
export async function showGraphs(
  answer: () => unknown = () => ({ json: HISTORY }),
  view?: string,
  card?: PumpValues,
  hasAll = true,
) {
  localStorage.setItem('graphs-all', `${hasAll}`);
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
        [`/devices/${ID}/history/stored`]: () => ({ json: STORED }),
        [`/devices/${ID}/activity`]: ({ path }: { path: string }) => ({
          json: path.includes('before=') ? { ...OLDER, next: null } : ACTIVITY,
        }),
        [`/devices/${ID}/energy`]: ({ path }: { path: string }) => ({
          json: energyOf(Number(/date=(\d+)/.exec(path)?.[1])),
        }),
        ...(card && { [`/devices/${ID}/pump-card`]: () => ({ json: cardOf(card) }) }),
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
/** A key of the focused graphs. */
export const press = (key: string) =>
  act(async () =>
    document
      .querySelector('fieldset[tabindex]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );
