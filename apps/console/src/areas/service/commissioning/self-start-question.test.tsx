import type { SelfStart } from '@manoboard/contract/device/self-start';
import { aDeviceState } from '@manoboard/testkit/factories';
import { expect, it, vi } from 'vitest';
import { freezeTime, ID, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { SelfStartQuestion } from './self-start-question.tsx';

freezeTime();

const restart = (value: number | null): SelfStart => ({
  after: 'power_cut',
  label: 'P01.21',
  address: 0x0115,
  value,
  is_on: value === null ? null : value !== 0,
  ts: null,
});
const UNREAD = 'Po výpadku prúdu: parameter P01.21 zatiaľ nie je prečítaný.';

/** A converter whose parameter has this value once it is read. */
async function show(known: SelfStart[], onRead: () => number | null = () => null) {
  let rows = known;
  const onSave = vi.fn();
  const live = await showLive(<SelfStartQuestion deviceId={ID} isSending={false} onSave={onSave} />, {
    routes: {
      [`/devices/${ID}/state`]: () => ({ json: aDeviceState({ self_starts: rows }) }),
      [`/devices/${ID}/registers/read`]: () => {
        const value = onRead();
        rows = [restart(value)];
        return { json: { registers: [{ address: 0x0115, word: value, value, ts: value && 1 }] } };
      },
    },
  });
  await pass(20);
  return { ...live, onSave };
}

it('shows what was read, reads again on request, and saves the answer', async () => {
  const { onSave, server } = await show([restart(null)], () => 1);
  expect(page.text()).toContain(UNREAD);
  await page.click(page.get('button', 'Prečítať z meniča'));
  await pass(20);
  expect(server.requestsTo(`/devices/${ID}/registers/read`)[0]?.body).toEqual({ registers: [0x0115] });
  expect(page.text()).toContain('Po výpadku prúdu sa menič spustí sám (P01.21 = 1).');
  await page.click(page.get('button', 'Tu: nie'));
  expect(onSave).toHaveBeenLastCalledWith({ self_start: 'never' });
  await page.click(page.get('button', 'Tu: áno, po výpadku prúdu'));
  expect(onSave).toHaveBeenLastCalledWith({ self_start: 'after_power_cut' });
});

it('a parameter that the converter refuses stays unknown, and the page says so', async () => {
  await show([restart(null)]);
  await page.click(page.get('button', 'Prečítať z meniča'));
  await pass(20);
  expect(page.text()).toContain('Z meniča sa to nepodarilo prečítať.');
  expect(page.text()).toContain(UNREAD);
});

it.each([
  [
    [{ ...restart(null), label: 'P1210', address: null }],
    'Po výpadku prúdu: určuje to parameter P1210. Na diaľku sa nedá prečítať, pozrite sa na klávesnicu meniča.',
  ],
  [[], 'Pre tento typ nevieme, ktorý parameter o tom rozhoduje.'],
])('what cannot be read is asked without a read: %j', async (rows, sentence) => {
  await show(rows);
  expect(page.text()).toContain(sentence);
  expect(page.all('button', 'Prečítať z meniča')).toEqual([]);
  expect(page.all('button', 'Tu: nie')).toHaveLength(1);
});
