import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { expect, it, vi } from 'vitest';
import { configured } from '../../testing/config.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { DeviceValues } from './device-values.tsx';

// Loaded before the clock of a test runs.
import '../../device/fault-name.tsx';
import '@manoboard/i18n/sk/tools.json';

freezeTime();

const onChangePressure = vi.fn();
const show = (setting: Parameters<typeof showLive>[1]) =>
  showLive(
    <DeviceValues
      deviceId={ID}
      fcType="GD10"
      resetOf={(meter) => <i>{meter}</i>}
      onChangePressure={onChangePressure}
    />,
    setting,
  );
const titles = () => [...document.querySelectorAll('dt')].map((dt) => page.says(dt));
const tile = (name: string) => page.value(name).closest('li');
const line = (name: string) => tile(name)?.querySelector('svg[viewBox="0 0 100 36"] path:last-child');

it('R4.6 every value has its tile, once', async () => {
  await show({ last: [measured({})] });
  expect(new Set(titles()).size).toBe(READING_FIELDS.length);
});

it.each([
  ['sk', 'Teplota platformy MNS'],
  ['gb', 'MNS platform temperature'],
] as const)('R4.6 the temperature of the board has the name of the spec: %s', async (locale, name) => {
  await show({ last: [measured({})], locale });
  expect(titles()).toContain(name);
});

it('R4.6 the tiles stand in the order that the account keeps, new ones at the end', async () => {
  const json = { card_order: ['rssi', 'stat-electro_meter', 'fault'], theme_colour: null, locale: null };
  await show({ routes: { '/users/me/personalization': () => ({ json }) } });
  await pass(0);
  expect(titles().slice(0, 3)).toEqual(['Sila signálu Wi-Fi', 'Porucha', 'Skutočný tlak']);
});

it('R4.6 a value draws the line of its last minutes from what was heard since', async () => {
  const { hear } = await show({ last: [measured({ pressure: 4 })] });
  expect(line('Skutočný tlak')?.getAttribute('d')).toBe('');
  await hear(measured({ pressure: 5 }, { ts: T + 60, received_at: T + 60 }));
  expect(line('Skutočný tlak')?.getAttribute('d')).toBe('M0.0 30.0L100.0 4.0');
});

it('R4.6 a code and a meter have no line, a meter has its reset', async () => {
  await show({ last: [measured({})] });
  expect(line('Porucha')).toBeFalsy();
  expect(line('Elektromer (od vynulovania)')).toBeFalsy();
  expect(page.says(page.value('Elektromer (od vynulovania)'))).toContain('electro_meter');
  expect(page.says(page.value('Skutočný tlak'))).not.toContain('electro_meter');
});

it('R4.4 without the server they are called the last known ones, as they are offline', async () => {
  const { hearOnline, loseServer } = await show({ last: [measured({})] });
  const heading = () => page.says(page.get('heading'));
  expect(heading()).toBe('Hodnoty');
  await hearOnline(false);
  expect(heading()).toBe('Posledné známe hodnoty');
  await hearOnline(true);
  expect(heading()).toBe('Hodnoty');
  await loseServer();
  expect(heading()).toBe('Posledné známe hodnoty');
});

it('R4.4 offline the line turns grey with its value', async () => {
  const { hear, hearOnline } = await show({ last: [measured({ pressure: 4 })] });
  await hear(measured({ pressure: 5 }, { ts: T + 5, received_at: T + 5 }));
  const colour = () => line('Skutočný tlak')?.closest('svg')?.style.color;
  expect(colour()).toBe('var(--c-pressure)');
  await hearOnline(false);
  expect(colour()).toBe('var(--off)');
});

it("R4.6 'Change pressure' leads to the pressure, and nowhere while the device cannot be reached", async () => {
  const { hearOnline } = await show({
    last: [measured({ required_pressure: 4 })],
    routes: { [`/devices/${ID}/config`]: configured() },
  });
  await page.click(page.get('button', 'Zmeniť tlak'));
  expect(onChangePressure).toHaveBeenCalledTimes(1);
  await hearOnline(false);
  expect((page.get('button', 'Zmeniť tlak') as HTMLButtonElement).disabled).toBe(true);
});

it("R4.6 'Change pressure' leads nowhere before it is known how it is changed", async () => {
  await show({
    last: [measured({ required_pressure: 4 })],
    routes: { [`/devices/${ID}/config`]: () => new Promise<never>(() => {}) },
  });
  expect((page.get('button', 'Zmeniť tlak') as HTMLButtonElement).disabled).toBe(true);
});

it('R5.1 a fault is told in words, with its code', async () => {
  await show({ last: [measured({ on_off_state_r: 4, fault: 10 })] });
  await vi.dynamicImportSettled();
  await pass(0);
  expect(page.says(page.value('Porucha'))).toContain('Podpätie (kód 10)');
});
