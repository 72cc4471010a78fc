import type { FcDevice } from '@manoboard/contract/device/device';
import type { Statistics, UsageFigures, UsageStatistics } from '@manoboard/contract/history/statistics';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { setTimeZone } from '../../../lib/time/time-zone.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp, type } from '../../../testing/whole-app.tsx';
import { startsOfDays } from './statistics-query.ts';

const converter = (id: string, more: Partial<FcDevice> = {}): FcDevice => ({
  id: `FC-${id}`,
  owner_dev_id: `MNB-${id}`,
  fc_type: 'GD10',
  alias: null,
  version: '1.4.2',
  owner: null,
  pump: 'running',
  fault: null,
  stopped_by: null,
  ...more,
});
const converters = [
  converter('TE0001', { alias: 'Studňa' }),
  converter('TE0002', { version: null }),
  converter('TE0003', { pump: 'fault', fc_type: 'ASD800' }),
];

const counted: Statistics = {
  periods: [
    { start: 1_800_000_000, alerts: { info: 0, warning: 1, alarm: 2 } },
    { start: 1_800_086_400, alerts: { info: 0, warning: 0, alarm: 0 } },
  ],
  alerts: [
    { code: 'DRY_RUN', titles: { sk: 'Chod nasucho', gb: 'Dry running' }, raised: 2, open: 1 },
    {
      code: 'MESSAGE_FLOOD',
      titles: { sk: 'Priveľa správ z dosky', gb: 'Too many messages from the board' },
      raised: 1,
      open: 0,
    },
  ],
  commands: [
    { op: 'start_stop', status: 'done', count: 8 },
    { op: 'write', status: 'timeout', count: 1 },
    { op: 'write', status: 'expired', count: 1 },
  ],
};
const NOTHING: Statistics = { periods: [], alerts: [], commands: [] };

const figures = (change: Partial<UsageFigures> = {}): UsageFigures => ({
  kwh: 12.5,
  running_h: 30.25,
  starts: 120,
  bar: 4.05,
  online: 0.98,
  alarms: 3,
  ...change,
});
const UNKNOWN = figures({ kwh: null, running_h: null, starts: null, bar: null, online: null, alarms: 0 });
const used: UsageStatistics = {
  to: 1_800_100_000,
  total: figures(),
  periods: [
    { start: 1_800_000_000, ...figures({ kwh: 7 }) },
    { start: 1_800_086_400, ...UNKNOWN },
  ],
  devices: [
    { id_dev: 'MNB-TE0001', ...figures({ starts: 40 }) },
    { id_dev: 'MNB-TE0002', ...figures({ starts: 80, online: 0.5 }) },
  ],
};
const USAGE = '/statistics/usage';

async function openCharts(statistics: Statistics, devices = converters, query = '', usage = used) {
  return openApp(`/admin/statistics/charts${query}`, {
    locale: 'gb',
    routes: {
      ...loggedIn(),
      '/users-devices/get-all-fc-devices': () => ({ json: devices }),
      '/statistics': () => ({ json: statistics }),
      [USAGE]: () => ({ json: usage }),
    },
  });
}
async function choose(select: HTMLSelectElement | null, value: string) {
  await act(async () => {
    if (select) select.value = value;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
const shows = (name: string, text: RegExp) =>
  eventually(() => expect(page.textOf(page.get('region', name))).toMatch(text));

describe('R2.1 statistics', () => {
  it('count states, firmware and converter types of the devices', async () => {
    await openCharts(counted);
    await shows('Pump states', /3 devices · states at .*Running ?2.*Fault ?1/);
    await shows('Firmware versions', /1\.4\.2 ?2 ?Version unknown ?1/);
    await shows('Converter types', /GD10 ?2 ?ASD800 ?1/);
  });

  it('show alerts by day and kind, and commands by outcome', async () => {
    await openCharts(counted);
    await shows('Alerts by day', /3 alerts.*: 3 alerts.*: no alert/);
    await shows(
      'Alerts by kind',
      /Dry running ?1 not resolved · 2.*Too many messages from the board ?all resolved · 1/,
    );
    await shows('Commands by outcome', /10 commands.*device ?8.*No answer ?2/);
  });

  it('without data say so and draw nothing', async () => {
    await openCharts(NOTHING, []);
    await shows('Pump states', /You have no device with a frequency converter yet[.]/);
    await shows('Alerts by day', /There was no alert in this period[.]/);
    await shows('Commands by outcome', /No command was sent in this period[.]/);
    expect(page.all('region', 'Running and energy')).toEqual([]);
    expect(document.querySelectorAll('[role=meter]')).toHaveLength(0);
  });

  it('request the period of the address, and offer a retry after a failure', async () => {
    const { server } = await openCharts(counted, converters, '?days=7');
    await shows('Alerts by day', /3 alerts/);
    const [request] = server.requestsTo('/statistics');
    expect(request?.path.match(/start=/g)).toHaveLength(7);
    server.routes['/statistics'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    const radio = document.querySelector<HTMLInputElement>('main fieldset label:last-child input');
    await page.click(radio ?? document.body);
    await eventually(() => expect(page.all('button', 'Try again').length).toBeGreaterThan(0));
  });

  it('/admin/statistics opens the charts', async () => {
    const { go, path } = await openCharts(counted);
    await go('/admin/statistics');
    await eventually(() => expect(path()).toBe('/admin/statistics/charts'));
  });
});

describe('R2.1 running and energy', () => {
  const REGION = 'Running and energy';
  const cells = () => [...document.querySelectorAll('tbody tr')].map(page.textOf);

  it('show running hours, energy, starts, time connected and alarms, and until when', async () => {
    await openCharts(counted);
    await shows(REGION, /measurements until .*Motor ran ?30\.3 h.*Energy ?12\.5 kWh.*Starts ?120/);
    await shows(REGION, /Starts ?120.*Time connected ?98%.*Critical alerts ?3 ?0\.7 a week/);
  });

  it('show the mean pressure of one pump only', async () => {
    await openCharts(counted, converters, '', { ...used, devices: used.devices.slice(0, 1) });
    await shows(REGION, /while running ?4\.05 bar/);
  });

  it('have a table of the days, newest first; a day without a measurement is a dash, not 0', async () => {
    await openCharts(counted);
    await eventually(() => expect(cells()).toHaveLength(2));
    expect(cells()[0]).toMatch(/^\d+\/\d+ ?– ?– ?– ?– ?0$/);
    expect(cells()[1]).toMatch(/30\.3 h ?7\.0 kWh ?120 ?98% ?3$/);
    expect(document.querySelectorAll('li[data-unknown]')).toHaveLength(4);
  });

  it('are of all devices, or of the one that the address names', async () => {
    const { server, router } = await openCharts(counted);
    await shows(REGION, /Motor ran/);
    expect(server.requestsTo(USAGE)[0]?.path.match(/device_id=/g)).toHaveLength(3);
    const choice = document.querySelector<HTMLSelectElement>('select[aria-label="Device"]');
    await choose(choice, 'MNB-TE0002');
    await eventually(() => expect(server.requestsTo(USAGE)).toHaveLength(2));
    expect(server.requestsTo(USAGE)[1]?.path.match(/device_id=[^&]*/g)).toEqual(['device_id=MNB-TE0002']);
    expect(router.state.location.search).toMatchObject({ device: 'MNB-TE0002' });
    await choose(choice, '');
    await eventually(() => expect(router.state.location.search).toEqual({}));
  });

  it('say so when nothing was measured', async () => {
    await openCharts(counted, converters, '', { ...used, total: UNKNOWN });
    await shows(REGION, /There are no measurements of this period yet[.]/);
  });
});

describe('R2.1 meters of the devices', () => {
  const nowS = Math.floor(Date.now() / 1000);
  const last = {
    device_id: 'MNB-TE0001',
    data: {
      on_off_state_r: 1,
      modbus: 1,
      frequency_fc: 40,
      pressure_control: 0,
      required_pressure: 4,
      analog_input_2: null,
      analog_input_3: null,
      electro_meter: 120.5,
    },
    ts: nowS - 7200,
    received_at: nowS - 7200,
    fc: 1,
    older: {},
  };

  it('have their age, are a dash when never reported, and can be searched', async () => {
    await openApp('/admin/statistics/progress-bars', {
      locale: 'gb',
      routes: {
        ...loggedIn(),
        '/users-devices/get-all-fc-devices': () => ({ json: converters }),
        '/actual-data/all-last-data': () => ({ json: [last] }),
      },
    });
    await eventually(() => expect(page.all('link', 'Studňa')).toHaveLength(1));
    await eventually(() => expect(page.text()).toMatch(/Electro meter ?120\.5 kWh.*2 h ago/));
    expect(page.text()).toMatch(/Motor operating hours ?–/);
    await type('Search by name, ID or owner', 'studna');
    await eventually(() => expect(page.all('link', 'MNB-TE0002')).toEqual([]));
    expect(page.all('link', 'Studňa')).toHaveLength(1);
  });

  it('have bars of what each device did, compared with the one that did most, and a retry', async () => {
    const { server } = await openApp('/admin/statistics/progress-bars', {
      locale: 'gb',
      routes: {
        ...loggedIn(),
        '/users-devices/get-all-fc-devices': () => ({ json: converters }),
        [USAGE]: () => ({ status: 500, json: { detail: 'INTERNAL' } }),
      },
    });
    await eventually(() => expect(page.all('button', 'Try again')).toHaveLength(1));
    server.routes[USAGE] = () => ({ json: used });
    await page.click(page.get('button', 'Try again'));
    const bars = (name: string) =>
      [...document.querySelectorAll(`[role=meter][aria-label="${name}"]`)].map((bar) =>
        Number(bar.getAttribute('aria-valuenow')),
      );
    await eventually(() => expect(bars('Starts')).toEqual([0.5, 1]));
    expect(bars('Time connected')).toEqual([0.98, 0.5]);
    expect(bars('Critical a week')).toEqual([1, 1]);
    expect(page.text()).toMatch(/Starts ?–/);
  });
});

describe('startsOfDays', () => {
  it('are midnights of the display zone, also over a change of the clock', () => {
    setTimeZone('Europe/Bratislava');
    const noon = Date.UTC(2026, 9, 26, 12) / 1000;
    const starts = startsOfDays(3, noon).map((start) => new Date(start * 1000).toISOString());
    setTimeZone(null);
    expect(starts).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
  });
});
