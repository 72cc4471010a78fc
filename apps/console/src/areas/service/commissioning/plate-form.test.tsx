import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { expect, it, vi } from 'vitest';
import { freezeTime, ID, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { field, submit, type } from '../../../testing/whole-app.tsx';
import { PlateForm } from './plate-form.tsx';

freezeTime();

const PATH = `/devices/${ID}/pump-card`;
const CARD: PumpCard = {
  version: 2,
  values: { motor_kw: 1.5, motor_volts: 230, pump_name: 'Wilo', tank_l: 24, tank_precharge_bar: 2 },
  sources: [],
  entered: { tank_l: 24, tank_precharge_bar: 2 },
  changed_at: null,
  changed_by: null,
  waiting: [],
};

async function show() {
  const onConfirm = vi.fn();
  const { server } = await showLive(
    <PlateForm device={{ id: ID, name: 'Studňa' }} card={CARD} isSending={false} onConfirm={onConfirm} />,
    {
      routes: {
        [PATH]: ({ body }) => ({ json: { ...CARD, version: 3, entered: (body as PumpCard).values } }),
      },
    },
  );
  return { onConfirm, puts: () => server.requestsTo(PATH).filter(({ method }) => method === 'PUT') };
}

it('what the plate says is entered in the step, saved to the pump card, and ends the step', async () => {
  const { onConfirm, puts } = await show();
  expect(page.textOf(page.value('Motor'))).toBe('1,5 kW');
  await type('Menovitý prúd (A)', '9,2');
  await submit();
  await pass(0);
  expect(puts().map(({ body }) => body)).toEqual([
    { version: 2, values: { tank_l: 24, tank_precharge_bar: 2, motor_a: 9.2 } },
  ]);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('fields that stay empty are unknown: the step ends without a change of the card', async () => {
  const { onConfirm, puts } = await show();
  await submit();
  expect(puts()).toEqual([]);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('a value out of range is named at its field, and the step does not end', async () => {
  const { onConfirm, puts } = await show();
  await type('Menovitý prúd (A)', 'abc');
  await submit();
  expect(field('Menovitý prúd (A)').getAttribute('aria-invalid')).toBe('true');
  expect([puts().length, onConfirm.mock.calls.length]).toEqual([0, 0]);
});
