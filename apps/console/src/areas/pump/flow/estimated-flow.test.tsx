import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { PUMP_CATALOGUE } from '@manoboard/domain/pump/pump-catalogue';
import { expect, it } from 'vitest';
import { freezeTime, ID, measured, pass, showLive, type Values } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { EstimatedFlow } from './estimated-flow.tsx';

freezeTime();

const curve = PUMP_CATALOGUE[0]?.curve.map((point) => ({ ...point })) ?? [];
const cardOf = (values: PumpValues) => ({
  version: 1,
  values,
  sources: [],
  entered: values,
  changed_at: null,
  changed_by: null,
  waiting: [],
});

async function show(values: PumpValues, reading: Values) {
  await showLive(<EstimatedFlow deviceId={ID} />, {
    routes: { [`/devices/${ID}/pump-card`]: () => ({ json: cardOf(values) }) },
    last: [measured(reading)],
  });
  await pass(20);
}

it('the flow is an estimate with its error, by the curve of the pump', async () => {
  await show({ curve }, { frequency_fc: 50, motor_power: 1.2 });
  expect(page.textOf(page.value('Odhadovaný prietok'))).toMatch(/^47 ± \d+ l\/min/);
  expect(page.text()).toContain('nie meranie');
});

it('a stopped pump has no flow', async () => {
  await show({ curve }, { frequency_fc: 0, motor_power: 0 });
  expect(page.textOf(page.value('Odhadovaný prietok'))).toMatch(/^0 ± 0 l\/min/);
});

it('without a curve there is no estimate', async () => {
  await show({ motor_kw: 1.5 }, { frequency_fc: 50, motor_power: 1.2 });
  expect(page.text()).not.toContain('Odhadovaný prietok');
});

it('without a measured power the estimate is not available', async () => {
  await show({ curve }, { frequency_fc: 50, motor_power: null });
  expect(page.text()).toContain('Odhadovaný prietok');
  expect(page.text()).not.toContain('l/min');
});
