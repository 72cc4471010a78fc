import { expect, it } from 'vitest';
import { freezeTime, ID, measured, showLive, type Values } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { never, START_STOP } from '../../../testing/pump-controls.tsx';
import { StartButton, StopButton } from './start-stop-buttons.tsx';

freezeTime();

const LOCK_OUT = `/devices/${ID}/lock-out`;
const TAG = { id: 1, reason: 'výmena ventilu', by: null, since: 1, until: null };

const show = (values: Values, tag: object | null = null, online = true) =>
  showLive(
    <>
      <StartButton deviceId={ID} name="Studňa" />
      <StopButton deviceId={ID} />
    </>,
    {
      last: [measured(values)],
      online: online ? [ID] : [],
      routes: { [START_STOP]: never, [LOCK_OUT]: () => ({ json: tag }) },
    },
  );
const OFF = { on_off_state_r: 3, modbus: 2, frequency_fc: 0 };

it('R5.1 a start is sent only after a second click', async () => {
  const { server } = await show(OFF);
  await page.click(page.get('button', 'Zapnúť čerpadlo'));
  expect(page.text()).toContain('Zapnúť čerpadlo Studňa?');
  expect(server.requestsTo(START_STOP)).toEqual([]);
  await page.click(page.get('button', 'Áno, zapnúť'));
  expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: true } }]);
});

it.each([
  ['a running pump', { on_off_state_r: 1, modbus: 2 }, null],
  ['a stopped pump', OFF, null],
  ['an unknown state', { on_off_state_r: null, modbus: 2 }, null],
  ['keypad control', { on_off_state_r: 1, modbus: 0 }, null],
  ['a lock-out tag', { on_off_state_r: 1, modbus: 2 }, TAG],
] as const)('R5.1 R5.10 with %s Stop is enabled and sends with one click', async (_case, values, tag) => {
  const { server } = await show(values, tag);
  const stop = page.get('button', 'Zastaviť');
  expect(page.isDisabled(stop)).toBe(false);
  await page.click(stop);
  expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: false } }]);
});

it.each([
  ['keypad control', { ...OFF, modbus: 0 }, null, 'z klávesnice meniča'],
  ['a lock-out tag', OFF, TAG, 'nedá zapnúť na diaľku'],
] as const)('R5.2 R5.10 %s offers no start and says why', async (_case, values, tag, why) => {
  await show(values, tag);
  expect(page.all('button', 'Zapnúť čerpadlo')).toEqual([]);
  expect(page.text()).toContain(why);
});
