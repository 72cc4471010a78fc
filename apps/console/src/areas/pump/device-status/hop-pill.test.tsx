import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { HopPill } from './hop-pill.tsx';

// Preloaded, since the fake clock does not wait for imports.

freezeTime();

const diagnosticsOf = (events: Diagnostics['events'] = []): Diagnostics => ({
  now: T,
  online: true,
  fc: 1,
  values: [],
  fault: { code: 0, name: null, ts: T },
  events,
});
const raised = (code: ProtectionCode): Diagnostics['events'] => [
  { id: 'a', code, severity: 'alarm', raised_at: T, cleared_at: null, reading: {} },
];
interface Setting {
  last?: Parameters<typeof measured>;
  online?: string[];
  locale?: 'sk' | 'gb';
}
const diagnostics = `/devices/${ID}/diagnostics`;

async function show({ last = [{}], ...setting }: Setting = {}) {
  const live = await showLive(<HopPill deviceId={ID} pill="Pripojenie" />, {
    last: [measured(...last)],
    routes: { [diagnostics]: () => ({ json: diagnosticsOf() }) },
    ...setting,
  });
  await pass(0);
  await act(async () => vi.dynamicImportSettled());
  await pass(0);
  return live;
}
const CONVERTER_FIELDS: ReadingField[] = [
  ...(['on_off_state_r', 'modbus', 'frequency_fc', 'pressure_control', 'required_pressure'] as const),
  ...(['pressure', 'motor_current', 'motor_rpm', 'motor_power', 'bus_voltage', 'temperature_fc'] as const),
  ...(['electro_meter', 'motor_operating_hours', 'fault'] as const),
];
const unmeasured = Object.fromEntries(CONVERTER_FIELDS.map((field) => [field, T - 20]));

it.each([
  ['no problem', {}, 'Pripojenie'],
  ['an offline board, shown by the connection pill', { online: [] }, 'Pripojenie'],
  ['a converter that does not answer', { last: [{}, { fc: 0 }] }, 'Menič neodpovedá'],
  ['a converter with only stale values', { last: [{}, { older: unmeasured }] }, 'Menič neodpovedá'],
  ['a fault of the drive', { last: [{ fault: 10 }] }, 'Porucha meniča'],
  ['a stale value', { last: [{}, { older: { pressure: T - 20 } }] }, 'Chýbajú hodnoty'],
  [
    'a stale value, in English',
    { last: [{}, { older: { pressure: T - 20 } }], locale: 'gb' },
    'Values missing',
  ],
  ['a silent board', { last: [{}, {}, 60] }, 'Doska mlčí'],
  ['a clock that is not set', { last: [{}, { clock: 'unset' }] }, 'Doska nepozná čas'],
  ['a clock that is ahead', { last: [{}, { clock: 'ahead' }] }, 'Doska má zlý čas'],
  ['a fault of the drive before the clock', { last: [{ fault: 10 }, { clock: 'unset' }] }, 'Porucha meniča'],
  ['late values', { last: [{}, { received_at: T }, 60] }, 'Hodnoty meškajú'],
] as [string, Setting, string][])(
  'R4.5 the hop pill shows the broken hop: %s',
  async (_case, setting, word) => {
    await show(setting);
    expect(page.text()).toBe(word);
  },
);

it.each([
  ['DRY_RUN', 'Chod nasucho'],
  ['OVER_PRESSURE', 'Vysoký tlak'],
  ['PIPE_BURST', 'Prasknuté potrubie?'],
  ['NO_FLOW', 'Voda netečie'],
] as const)('R4.5 the hop pill shows a raised protection: %s', async (code, word) => {
  const { server } = await show();
  server.routes[diagnostics] = () => ({ json: diagnosticsOf(raised(code)) });
  FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 1, change: 'raised' });
  await pass(100);
  expect(page.text()).toBe(word);
});

it('R4.5 the hop pill shows that the broker is down', async () => {
  const { receiveBroker } = await show({ online: [] });
  await receiveBroker(false);
  await pass(0);
  expect(page.text()).toBe('Broker neodpovedá');
});

it('R4.5 the hop pill shows a broken sensor after an alert, and requests diagnostics only then', async () => {
  const { server } = await show();
  await pass(8_000);
  expect(server.requestsTo(diagnostics)).toHaveLength(1);
  server.routes[diagnostics] = () => ({ json: diagnosticsOf(raised('SENSOR_BREAK')) });
  FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 1, change: 'raised' });
  await pass(100);
  expect(page.text()).toContain('Snímač nemeria');
});
