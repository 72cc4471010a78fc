import { someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { HIDDEN_GRACE_MS, type LinkState } from '../../lib/live/live-link.ts';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, type Values } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { tab } from '../../testing/tab.ts';
import { PumpSwitch } from './pump-switch.tsx';
import { blockOf } from './use-pump-switch.ts';

freezeTime();

const PATH = `/mqtt/${ID}/start-stop`;
const never: Handler = () => new Promise<never>(() => {});
const refused: Handler = () => ({ status: 409, json: { detail: 'REJECTED' } });

const show = (values: Values, answer: Handler = never) =>
  showLive(<PumpSwitch deviceId={ID} />, { last: [measured(values)], routes: { [PATH]: answer } });
const theSwitch = () => page.get('switch', 'Čerpadlo') as HTMLInputElement;
const hint = () => page.says(page.get('status'));
const spinner = () => document.querySelector('.mantine-Loader-root');

it.each([
  [1, true],
  [2, true],
  [3, false],
  [4, true],
])('R5.1 on_off_state_r %s: the switch is on: %s', async (on_off_state_r, isOn) => {
  await show({ on_off_state_r });
  expect(theSwitch().checked).toBe(isOn);
  expect(theSwitch().disabled).toBe(false);
  expect(page.text()).toContain(isOn ? 'Zapnuté' : 'Vypnuté');
});

it.each([[null], [0], [5], [6], [65535]])(
  'R5.1 on_off_state_r %s is unknown, never Off',
  async (on_off_state_r) => {
    await show({ on_off_state_r });
    expect(page.all('switch')).toEqual([]);
    const control = page.get('checkbox', 'Čerpadlo') as HTMLInputElement;
    expect(control.indeterminate).toBe(true);
    expect(control.disabled).toBe(true);
    expect(page.text()).toContain('Neznáme');
    expect(page.text()).not.toContain('Vypnuté');
  },
);

it('R5.1 the toggle sends the change, and the switch keeps showing what the board reported', async () => {
  const { server } = await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  expect(server.askedFor(PATH)).toMatchObject([
    { method: 'POST', body: { what: 'start-stop', value: false } },
  ]);
  expect(theSwitch().checked).toBe(true);
  expect(hint()).toBe('Odosiela sa…');
});

it('R5.1 the spinner shows while sending and clears 5 s later', async () => {
  await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  expect(spinner()).not.toBeNull();
  expect(theSwitch().disabled).toBe(true);
  await pass(4990);
  expect(spinner()).not.toBeNull();
  await pass(10);
  expect(spinner()).toBeNull();
  expect(theSwitch().disabled).toBe(false);
  expect(hint()).toBe('Čaká sa na potvrdenie');
});

it('R5.1 the next frame brings the true state, and nothing more is awaited', async () => {
  const { hear } = await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  await hear(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(theSwitch().checked).toBe(false);
  await pass(5000);
  expect(hint()).toBe('');
});

it('R5.6 a refusal raises no message and rolls nothing back', async () => {
  const onError = vi.spyOn(console, 'error');
  await show({ on_off_state_r: 3 }, refused);
  await page.click(theSwitch());
  expect(hint()).toBe('Odosiela sa…');
  await pass(5000);
  expect(hint()).toBe('');
  expect(page.all('alert')).toEqual([]);
  expect(theSwitch().checked).toBe(false);
  expect(onError).not.toHaveBeenCalled();
});

it('R5.6 an outcome that the stream tells ends the waiting without a word', async () => {
  const { hearCommand } = await show({ on_off_state_r: 3 });
  await page.click(theSwitch());
  await pass(5000);
  await hearCommand({ status: 'accepted' });
  expect(hint()).toBe('Čaká sa na potvrdenie');
  await hearCommand({ status: 'timeout' });
  expect(hint()).toBe('');
});

it('R5.6 a command that nobody ever answers is not awaited for ever', async () => {
  await show({ on_off_state_r: 3 });
  await page.click(theSwitch());
  await pass(15_000);
  expect(hint()).toBe('');
});

it('R2.8 leaving the page does not abort the command', async () => {
  const { server, leave } = await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  await leave();
  await pass(10_000);
  expect(server.askedFor(PATH)[0]?.signal?.aborted).not.toBe(true);
});

it('R5.2 in local control the switch is disabled and says that the keypad is in charge', async () => {
  const { server } = await show({ on_off_state_r: 1, modbus: 0 });
  expect(theSwitch().disabled).toBe(true);
  expect(hint()).toBe('Miestne ovládanie: čerpadlo sa dá ovládať len z klávesnice meniča.');
  await page.click(theSwitch());
  expect(server.askedFor(PATH)).toEqual([]);
});

it('R4.4 nobody can switch a device that is offline, or without a server', async () => {
  const { hearOnline, loseServer } = await show({ on_off_state_r: 1 });
  await hearOnline(false);
  expect(theSwitch().disabled).toBe(true);
  expect(hint()).toContain('Zariadenie je offline');
  await loseServer();
  expect(theSwitch().disabled).toBe(true);
  expect(hint()).toContain('Server nie je dostupný');
});

it('R4.4 a tab that was hidden lets nobody switch before the server has answered again', async () => {
  const { server, hear } = await show({ on_off_state_r: 1 });
  tab.hide();
  await pass(HIDDEN_GRACE_MS);
  for (const path of Object.keys(server.routes)) server.routes[path] = never;
  await act(async () => tab.show());
  expect(theSwitch().disabled).toBe(true);
  expect(hint()).toBe('Obnovuje sa spojenie so serverom…');
  await hear(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(theSwitch()).toMatchObject({ disabled: false, checked: false });
  expect(FakeEventSource.opened).toHaveLength(2);
});

it.each([
  ['a stop is never refused for a fault', 'live', true, { on_off_state_r: 4 }, undefined],
  ['a poll is enough', 'polling', true, {}, undefined],
  ['no server', 'down', true, {}, 'serverDown'],
  ['not yet connected again', 'connecting', true, {}, 'connecting'],
  ['not known to be online', 'connecting', undefined, {}, 'unknown'],
  ['offline', 'live', false, {}, 'offlineControl'],
  ['keypad', 'live', true, { modbus: 0 }, 'localControl'],
  ['no power', 'live', true, { on_off_state_r: 5 }, 'converterPower'],
  ['unknown state', 'live', true, { on_off_state_r: null }, 'unknown'],
] as const)('R5.2 what blocks the switch: %s', (_why, link: LinkState, isOnline, values, expected) => {
  expect(blockOf(link, isOnline, someLastValues(values))).toBe(expected);
});
