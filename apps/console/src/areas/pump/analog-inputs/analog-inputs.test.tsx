import type { AnalogInputConfig } from '@manoboard/contract/device/device-config';
import { expect, it, vi } from 'vitest';
import { resetLive } from '../../../device/live/live.ts';
import { applied } from '../../../testing/config.ts';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { AnalogInputs } from './analog-inputs.tsx';

freezeTime();

const level: AnalogInputConfig = {
  enabled: 1,
  normalizer: 1,
  unit: 'm',
  alias: 'Hladina v studni',
  min: 0,
  max: 6,
  minRefVoltage: 0,
  maxRefVoltage: 10,
};
const { alias: _, ...unnamed } = level;
const PATH = `/devices/${ID}/config`;

async function show(
  config: Parameters<typeof applied>[0],
  raw: number | null = 5,
  setting: Parameters<typeof showLive>[1] = {},
) {
  const live = await showLive(<AnalogInputs deviceId={ID} />, {
    last: [measured({ analog_input_2: raw, analog_input_3: 2 })],
    routes: { [PATH]: applied(config) },
    ...setting,
  });
  await pass(0);
  return live;
}
const panel = () => page.textOf(page.get('region', 'Analógové vstupy'));
const isShown = () => page.all('region').length > 0;
const bars = () =>
  [...document.querySelectorAll('[role=meter]')].map((bar) => [
    bar.getAttribute('aria-label'),
    bar.getAttribute('aria-valuetext'),
    Number(bar.getAttribute('aria-valuenow')),
  ]);

it('R4.8 each input shows its alias or default name, a bar between min and max, and a value with unit', async () => {
  await show({ AnalogInput2: level, AnalogInput3: { ...unnamed, unit: '°C', max: 40 } });
  expect(panel()).toBe('Analógové vstupyHladina v studni3,00 m0 m6 mAnalógový vstup 38,00 °C0 °C40 °C');
  expect(bars()).toEqual([
    ['Hladina v studni', '3,00 m', 0.5],
    ['Analógový vstup 3', '8,00 °C', 0.2],
  ]);
});

it.each([
  ['enabled', 0],
  ['normalizer', undefined],
  ['min', undefined],
  ['max', undefined],
  ['minRefVoltage', undefined],
  ['maxRefVoltage', undefined],
] as const)('R4.8 an input with %s %s is hidden, and a panel without inputs too', async (field, value) => {
  await show({ AnalogInput2: { ...level, [field]: value } });
  expect(isShown()).toBe(false);
});

it('R4.8 the panel uses the applied configuration and refetches it on a config event', async () => {
  const { server } = await show(undefined);
  expect(isShown()).toBe(false);
  server.routes[PATH] = applied({ AnalogInput2: level });
  FakeEventSource.current.emit('config', { device_id: ID });
  await pass(0);
  expect(panel()).toContain('3,00 m');
});

it('R4.8 the panel requests a configuration that failed to load again', async () => {
  const { server } = await show(undefined, 5, { routes: { [PATH]: () => ({ status: 500, json: {} }) } });
  expect(isShown()).toBe(false);
  server.routes[PATH] = applied({ AnalogInput2: level });
  await pass(6100);
  expect(panel()).toContain('3,00 m');
});

it('R4.9 an input without a reported raw value shows N/A and no bar value', async () => {
  await show({ AnalogInput2: level }, null);
  expect(panel()).toBe('Analógové vstupyHladina v studniNedostupné0 m6 m');
  expect(bars()).toEqual([]);
});

it('R6.1 the panel samples the raw value every 2 s and scales it every 5 s', async () => {
  const { receiveFrame } = await show({ AnalogInput2: level });
  await receiveFrame(measured({ analog_input_2: 10 }, { ts: T + 1, received_at: T + 1 }));
  await pass(4900);
  expect(panel()).toContain('3,00 m');
  await pass(100);
  expect(panel()).toContain('6,00 m');
});

it('R6.1 a value that arrives between the last sample and a scaling is shown one scaling later', async () => {
  const { receiveFrame } = await show({ AnalogInput2: level });
  await pass(4500);
  await receiveFrame(measured({ analog_input_2: 10 }, { ts: T + 4, received_at: T + 4 }));
  await pass(500);
  expect(panel()).toContain('3,00 m');
  await pass(5000);
  expect(panel()).toContain('6,00 m');
});

it('R6.2 unmounting the panel clears all timers', async () => {
  const { leave } = await show({ AnalogInput2: level });
  await leave();
  resetLive();
  // The query cache has timers too; they end after its gcTime.
  await pass(600_000);
  expect(vi.getTimerCount()).toBe(0);
});

it('R4.4 an offline device shows the last value with its age', async () => {
  const config = { AnalogInput2: level };
  const last = [measured({ analog_input_2: 5 }, {}, 120)];
  await show(config, 5, { last, online: [] });
  expect(panel()).toContain('3,00 m0 mnaposledy pred 2 min6 m');
});

it('R1.9b the English panel shows names and a decimal point', async () => {
  await show({ AnalogInput2: unnamed }, 5.55, { locale: 'gb', last: [measured({ analog_input_2: 5.55 })] });
  expect(page.textOf(page.get('region', 'Analog inputs'))).toBe('Analog inputsAnalog input 23.33 m0 m6 m');
});
