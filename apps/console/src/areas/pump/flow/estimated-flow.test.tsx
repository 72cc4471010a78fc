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

it('R9.2 the flow is an estimate with its error, by the curve of the pump', async () => {
  await show({ curve }, { frequency_fc: 50, motor_power: 1.2 });
  expect(page.text()).toMatch(/^Asi 47 ± \d+ l\/min, odhad z príkonu\.$/);
});

it.each([
  ['a curve', { motor_kw: 1.5 }, 1.2],
  ['a measured power', { curve }, null],
] as const)('R9.2 without %s there is no estimate', async (_case, values, power) => {
  await show(values, { frequency_fc: 50, motor_power: power });
  expect(page.text()).toBe('');
});
