import type { History } from '@manoboard/contract/history/history';
import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it, vi } from 'vitest';
import { configured } from '../../../testing/config.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { DeviceValues } from './device-values.tsx';

// Preload the lazy chunks: they do not load under the frozen clock.
import '../../../device/fault-name.tsx';

freezeTime();

const onChangePressure = vi.fn();
const show = (setting: Parameters<typeof showLive>[1]) =>
  showLive(
    <DeviceValues
      deviceId={ID}
      converter={{ fcType: 'GD10' }}
      resetOf={(meter) => <i>{meter}</i>}
      onChangePressure={onChangePressure}
    />,
    setting,
  );
const titles = () => [...document.querySelectorAll('dt')].map((dt) => page.textOf(dt));
const row = (name: string) => page.value(name).closest('li');
const line = (name: string) => row(name)?.querySelector('svg[viewBox="0 0 100 36"] path:last-child');

it('R4.6 the overview has exactly one row for every value', async () => {
  await show({ last: [measured({})] });
  expect(new Set(titles()).size).toBe(READING_FIELDS.length);
});

it.each([
  ['sk', 'Teplota dosky'],
  ['gb', 'MNS platform temperature'],
] as const)('R4.6 the board temperature has the name of the specification: %s', async (locale, name) => {
  await show({ last: [measured({})], locale });
  expect(titles()).toContain(name);
});

it('R4.6 the rows follow the order stored in the account, new ones come last', async () => {
  const json = { card_order: ['rssi', 'stat-electro_meter', 'fault'], theme_colour: null, locale: null };
  await show({ routes: { '/users/me/personalization': () => ({ json }) } });
  await pass(0);
  expect(titles().slice(0, 3)).toEqual(['Sila signálu Wi‑Fi', 'Porucha', 'Skutočný tlak']);
});

it('R4.6 one button sorts the rows by name, and again in the original order', async () => {
  await show({});
  await page.click(page.get('button', 'Podľa názvu'));
  expect(titles()).toEqual(titles().toSorted((a, b) => a.localeCompare(b, 'sk')));
  await page.click(page.get('button', 'Pôvodné poradie'));
  expect(titles()[0]).toBe('Skutočný tlak');
});

const HISTORY = `/devices/${ID}/history`;
/** Five hours, of which one is missing, up to the time of the test. */
const aDay = (): History => ({
  level: 'minute',
  step_s: 3600,
  to: 0,
  since: null,
  t: [5, 4, 3, 2, 1].map((hours) => T - hours * 3600),
  series: {
    pressure: {
      min: [3, 3, null, 3, 4],
      avg: [3, 3.5, null, 4, 4.5],
      max: [4, 4, null, 5, 5],
      last: [4, 4, null, 4, 5],
      gaps: [{ from: T - 3 * 3600, to: T - 2 * 3600, reason: 'offline' }],
    },
  },
});

describe('R4.6 the sparkline of a value', () => {
  it('shows the last day from one request for all rows, with its gaps, before any frame', async () => {
    const { server } = await show({ routes: { [HISTORY]: () => ({ json: aDay() }) } });
    await pass(0);
    expect(line('Skutočný tlak')?.getAttribute('d')).toBe('M0.0 30.0L25.0 23.5M75.0 17.0L100.0 10.5');
    expect(page.text()).toContain('Čiary sú za 24 hodín');
    expect(line('Skutočný tlak')?.closest('a')?.getAttribute('href')).toBe(
      `/admin/overview?device=${ID}&tool=graphs`,
    );
    const [request, ...others] = server.requestsTo(HISTORY);
    expect(others).toEqual([]);
    expect(request?.path.match(/metrics=/g)).toHaveLength(11);
    expect(request?.path).toContain('points=96');
  });

  it('is extended by live frames', async () => {
    const { receiveFrame } = await show({ routes: { [HISTORY]: () => ({ json: aDay() }) } });
    await receiveFrame(measured({ pressure: 5 }));
    expect(line('Skutočný tlak')?.getAttribute('d')).toBe(
      'M0.0 30.0L20.0 23.5M60.0 17.0L80.0 10.5L100.0 4.0',
    );
  });

  it.each([
    ['cannot be loaded', () => ({ status: 500, json: { detail: 'INTERNAL' } })],
    ['is shorter than four buckets', () => ({ json: { ...aDay(), series: {} } })],
  ])('shows the last minutes, and states so, when the history %s', async (_case, answer) => {
    const { receiveFrame } = await show({
      last: [measured({ pressure: 4 })],
      routes: { [HISTORY]: answer },
    });
    expect(line('Skutočný tlak')?.getAttribute('d')).toBe('');
    await receiveFrame(measured({ pressure: 5 }, { ts: T + 60, received_at: T + 60 }));
    expect(line('Skutočný tlak')?.getAttribute('d')).toBe('M0.0 30.0L100.0 4.0');
    expect(page.text()).toContain('Čiary sú za posledné minúty');
  });
});

it('R4.6 codes and meters have no sparkline, and a meter has a reset control', async () => {
  await show({ last: [measured({})] });
  expect(line('Porucha')).toBeFalsy();
  expect(line('Spotreba od vynulovania')).toBeFalsy();
  expect(row('Spotreba od vynulovania')?.textContent).toContain('electro_meter');
  expect(row('Skutočný tlak')?.textContent).not.toContain('electro_meter');
});

it("R4.4 the heading is 'last known values' while the device is offline or the server is down", async () => {
  const { receiveOnline, loseServer } = await show({ last: [measured({})] });
  const heading = () => page.textOf(page.get('heading'));
  expect(heading()).toBe('Hodnoty');
  await receiveOnline(false);
  expect(heading()).toBe('Posledné známe hodnoty');
  await receiveOnline(true);
  expect(heading()).toBe('Hodnoty');
  await loseServer();
  expect(heading()).toBe('Posledné známe hodnoty');
});

it('R4.4 the sparkline of an offline device is grey', async () => {
  const { receiveFrame, receiveOnline } = await show({ last: [measured({ pressure: 4 })] });
  await receiveFrame(measured({ pressure: 5 }, { ts: T + 5, received_at: T + 5 }));
  const colour = () => line('Skutočný tlak')?.closest('svg')?.style.color;
  expect(colour()).toBe('var(--c-pressure)');
  await receiveOnline(false);
  expect(colour()).toBe('var(--off)');
});

it("R4.6 'Change pressure' opens the pressure control and is disabled while the device is offline", async () => {
  const { receiveOnline } = await show({
    last: [measured({ required_pressure: 4 })],
    routes: { [`/devices/${ID}/config`]: configured() },
  });
  await page.click(page.get('button', 'Zmeniť tlak'));
  expect(onChangePressure).toHaveBeenCalledTimes(1);
  await receiveOnline(false);
  expect((page.get('button', 'Zmeniť tlak') as HTMLButtonElement).disabled).toBe(true);
});

it("R4.6 'Change pressure' is disabled until the pressure settings are loaded", async () => {
  await show({
    last: [measured({ required_pressure: 4 })],
    routes: { [`/devices/${ID}/config`]: () => new Promise<never>(() => {}) },
  });
  expect((page.get('button', 'Zmeniť tlak') as HTMLButtonElement).disabled).toBe(true);
});

it('R5.1 the fault tile shows the fault name and its code', async () => {
  await show({ last: [measured({ on_off_state_r: 4, fault: 10 })] });
  await vi.dynamicImportSettled();
  await pass(0);
  expect(page.textOf(page.value('Porucha'))).toContain('Podpätie (kód 10)');
});
