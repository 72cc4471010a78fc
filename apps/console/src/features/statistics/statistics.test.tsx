import type { FcDevice } from '@manoboard/contract/nouns/device';
import type { Statistics } from '@manoboard/contract/nouns/statistics';
import { describe, expect, it } from 'vitest';
import { setTimeZone } from '../../lib/time-zone.ts';
import { page } from '../../testing/page.tsx';
import { eventually, loggedIn, openApp, type } from '../../testing/whole-app.tsx';
import { startsOfDays } from './statistics-query.ts';

const converter = (id: string, more: Partial<FcDevice> = {}): FcDevice => ({
  ...{
    id: `FC-${id}`,
    owner_dev_id: `MNB-${id}`,
    fc_type: 'GD10',
    alias: null,
    version: '1.4.2',
    owner: null,
  },
  ...{ pump: 'running', fault: null, stopped_by: null },
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
    { code: 'DRY_RUN', raised: 2, open: 1 },
    { code: 'MESSAGE_FLOOD', raised: 1, open: 0 },
  ],
  commands: [
    { op: 'start_stop', status: 'done', count: 8 },
    { op: 'write', status: 'timeout', count: 1 },
    { op: 'write', status: 'expired', count: 1 },
  ],
};
const NOTHING: Statistics = { periods: [], alerts: [], commands: [] };

async function openCharts(statistics: Statistics, devices = converters, query = '') {
  return openApp(`/admin/statistics/charts${query}`, {
    locale: 'gb',
    routes: {
      ...loggedIn(),
      '/users-devices/get-all-fc-devices': () => ({ json: devices }),
      '/statistics': () => ({ json: statistics }),
    },
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
    await shows('Alerts by kind', /dry running ?1 not resolved · 2.*too many messages ?all resolved · 1/);
    await shows('Commands by outcome', /10 commands.*device ?8.*No answer ?2/);
  });

  it('without data say so, draw nothing and name what comes', async () => {
    await openCharts(NOTHING, []);
    await shows('Pump states', /You have no device with a frequency converter yet[.]/);
    await shows('Alerts by day', /There was no alert in this period[.]/);
    await shows('Commands by outcome', /No command was sent in this period[.]/);
    await shows('What comes next', /history of measurements/);
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

describe('R2.1 meters of the devices', () => {
  const nowS = Math.floor(Date.now() / 1000);
  const last = {
    device_id: 'MNB-TE0001',
    data: {
      ...{ on_off_state_r: 1, modbus: 1, frequency_fc: 40, pressure_control: 0, required_pressure: 4 },
      ...{ analog_input_2: null, analog_input_3: null, electro_meter: 120.5 },
    },
    ...{ ts: nowS - 7200, received_at: nowS - 7200, fc: 1, older: {} },
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
