import type { LastData } from '@manoboard/contract/nouns/device';
import { aLockOut, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { unreachableBecause } from '../../device/reach.ts';
import { HIDDEN_GRACE_MS } from '../../lib/watch-tab.ts';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, type Values } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { tab } from '../../testing/tab.ts';
import { type FaultResetLink, PumpControls } from './pump-controls.tsx';
import { blockOf } from './use-pump-switch.ts';

freezeTime();

const PATH = `/mqtt/${ID}/start-stop`;
const LOCK_PATH = `/mqtt/${ID}/set-lock`;
const never: Handler = () => new Promise<never>(() => {});
const refused: Handler = () => ({ status: 409, json: { detail: 'REJECTED' } });

const show = (values: Values, answer: Handler = never, change: Partial<LastData> = {}) =>
  showLive(<PumpControls deviceId={ID} />, {
    last: [measured(values, change)],
    routes: { [PATH]: answer, [LOCK_PATH]: answer },
  });
const theSwitch = () => page.get('switch', `Čerpadlo ${ID}`) as HTMLInputElement;
const theLock = () => page.get('switch', `Zámok ovládania ${ID}`) as HTMLInputElement;
const lineOf = (control: HTMLElement) => {
  const line = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  return line ? page.says(line) : undefined;
};
const hint = () => lineOf(theSwitch());
const spinner = () => document.querySelector('.mantine-Loader-root');

it.each([
  [1, true],
  [2, true],
  [3, false],
  [4, true],
])('R5.1 on_off_state_r %s: the switch is on: %s', async (on_off_state_r, isOn) => {
  await show({ on_off_state_r });
  expect(theSwitch().checked).toBe(isOn);
  expect(page.isDisabled(theSwitch())).toBe(false);
  expect(page.text()).toContain(isOn ? 'Zapnuté' : 'Vypnuté');
});

it.each([[null], [0], [5], [6], [65535]])(
  'R5.1 on_off_state_r %s is unknown, never Off',
  async (on_off_state_r) => {
    await show({ on_off_state_r });
    expect(page.all('switch', `Čerpadlo ${ID}`)).toEqual([]);
    const control = page.get('checkbox', `Čerpadlo ${ID}`) as HTMLInputElement;
    expect(control.indeterminate).toBe(true);
    expect(page.isDisabled(control)).toBe(true);
    expect(page.text()).toContain('Neznáme');
    expect(page.text()).not.toContain('Vypnuté');
  },
);

describe('R5.10 a lock-out tag', () => {
  const showTagged = (values: Values, until: number | null = null) =>
    showLive(<PumpControls deviceId={ID} />, {
      last: [measured(values)],
      routes: {
        [PATH]: never,
        [`/devices/${ID}/lock-out`]: () => ({ json: aLockOut({ until }) }),
      },
    });
  const BLOCKED = 'Zapnutie, tlak, zápis a aktualizácia sú zablokované pre všetkých. Vypnúť sa dá vždy.';

  it('blocks start and the lock, and says so', async () => {
    await showTagged({ on_off_state_r: 3, modbus: 2 });
    for (const control of [theSwitch(), theLock()]) expect(page.isDisabled(control)).toBe(true);
    expect(hint()).toBe(BLOCKED);
  });

  it('lets a pump that is on be switched off', async () => {
    const { server } = await showTagged({ on_off_state_r: 1, modbus: 2 });
    expect(page.isDisabled(theSwitch())).toBe(false);
    expect(page.isDisabled(theLock())).toBe(true);
    expect(hint()).toBe(BLOCKED);
    await page.click(theSwitch());
    expect(server.askedFor(PATH)[0]?.body).toMatchObject({ value: false });
  });

  it('blocks nothing from its end on, without a word of the server', async () => {
    await showTagged({ on_off_state_r: 3, modbus: 2 }, Math.floor(Date.now() / 1000) + 5);
    expect(page.isDisabled(theSwitch())).toBe(true);
    await pass(6000);
    expect(page.isDisabled(theSwitch())).toBe(false);
  });
});

it('R5.1 the toggle sends the change, and the switch keeps showing what the board reported', async () => {
  const { server } = await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  expect(server.askedFor(PATH)).toMatchObject([
    { method: 'POST', body: { what: 'start-stop', value: false } },
  ]);
  expect(theSwitch().checked).toBe(true);
  expect(hint()).toBe('Odosiela sa… Požadované: Vypnuté · nahlásené: Zapnuté');
});

it('R5.1 the spinner shows while sending and clears 5 s later', async () => {
  await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  expect(spinner()).not.toBeNull();
  expect(page.isDisabled(theSwitch())).toBe(true);
  await pass(4990);
  expect(spinner()).not.toBeNull();
  await pass(10);
  expect(spinner()).toBeNull();
  expect(page.isDisabled(theSwitch())).toBe(false);
  expect(hint()).toBe('Požadované: Vypnuté · nahlásené: Zapnuté');
});

it('R5.1 while it sends, a second press is ignored and the focus stays where it was', async () => {
  const { server } = await show({ on_off_state_r: 1 });
  theSwitch().focus();
  await page.click(theSwitch());
  await page.click(theSwitch());
  expect(server.askedFor(PATH)).toHaveLength(1);
  expect(document.activeElement).toBe(theSwitch());
  expect(theSwitch().disabled).toBe(false);
});

it('R5.1 the next frame brings the true state, and nothing more is awaited', async () => {
  const { hear } = await show({ on_off_state_r: 1 });
  await page.click(theSwitch());
  await hear(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(theSwitch().checked).toBe(false);
  expect(hint()).toBe('Zariadenie to potvrdilo');
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
  await hearCommand({ status: 'accepted', finished_at: null });
  expect(hint()).toBe('Požadované: Zapnuté · nahlásené: Vypnuté');
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
  expect(page.isDisabled(theSwitch())).toBe(true);
  expect(hint()).toContain('Miestne ovládanie: čerpadlo sa dá ovládať len z klávesnice meniča.');
  await page.click(theSwitch());
  expect(server.askedFor(PATH)).toEqual([]);
});

it('R5.2 that line offers to lock, and goes when the board reports it locked', async () => {
  const { server, hear } = await show({ on_off_state_r: 1, modbus: 0 });
  await page.click(page.get('button', `Zamknúť klávesnicu ${ID}`));
  expect(server.askedFor(LOCK_PATH)).toMatchObject([{ body: { what: 'set-lock', value: true } }]);
  expect(page.all('button')).toEqual([]);
  expect(theLock().checked).toBe(false);
  expect(lineOf(theLock())).toBe('Odosiela sa… Požadované: Zamknuté · nahlásené: Odomknuté');
  await hear(measured({ on_off_state_r: 1, modbus: 2 }, {}, -1));
  expect(theLock().checked).toBe(true);
  expect(page.isDisabled(theSwitch())).toBe(false);
  expect(hint()).toBe('');
});

it.each([
  [0, false, 'Odomknuté'],
  [2, true, 'Zamknuté'],
])('R5.2 modbus %s: locked is %s', async (modbus, isLocked, word) => {
  await show({ modbus });
  expect(theLock().checked).toBe(isLocked);
  expect(page.text()).toContain(word);
});

it.each([[null], [1], [3]])('R5.2 modbus %s is unknown, and nobody toggles it', async (modbus) => {
  await show({ modbus });
  const control = page.get('checkbox', `Zámok ovládania ${ID}`) as HTMLInputElement;
  expect(control.indeterminate).toBe(true);
  expect(page.isDisabled(control)).toBe(true);
  await page.click(control);
  expect(control.indeterminate).toBe(true);
});

it('R5.2 the lock has the same spinner, and a failure of it is as silent', async () => {
  await show({ modbus: 2 }, refused);
  await page.click(theLock());
  expect(spinner()).not.toBeNull();
  expect(page.isDisabled(theLock())).toBe(true);
  await pass(4990);
  expect(spinner()).not.toBeNull();
  await pass(10);
  expect(spinner()).toBeNull();
  expect(theLock().checked).toBe(true);
  expect(page.isDisabled(theLock())).toBe(false);
  expect(page.all('alert')).toEqual([]);
});

it('one click has one key: a broken connection is tried again with the same, another click has another', async () => {
  let answers = 0;
  const { server } = await show({ on_off_state_r: 1 }, () =>
    answers++ === 0 ? 'network error' : new Promise<never>(() => {}),
  );
  await page.click(theSwitch());
  await pass(5000);
  await page.click(theSwitch());
  await pass(0);
  const keys = server.askedFor(PATH).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('a command that somebody else sent, or this page before a reload, is shown while it runs', async () => {
  const { hearCommand } = await show({ on_off_state_r: 1 });
  const running = { value: false, finished_at: null };
  await hearCommand({ ...running, status: 'published' });
  expect(hint()).toBe('Požadované: Vypnuté · nahlásené: Zapnuté');
  expect(spinner()).toBeNull();
  await hearCommand({ ...running, status: 'rejected' });
  expect(hint()).toBe('');
});

it('a command whose end nobody told is not shown for ever', async () => {
  const { hearCommand } = await show({ on_off_state_r: 3 });
  await hearCommand({ status: 'published', finished_at: null });
  expect(hint()).toBe('Požadované: Zapnuté · nahlásené: Vypnuté');
  await pass(15_000);
  expect(hint()).toBe('');
});

it('a snapshot without a command means that it has ended', async () => {
  const { hearCommand } = await show({ on_off_state_r: 3 });
  await hearCommand({ status: 'published', finished_at: null });
  FakeEventSource.current.emit('snapshot', { now: 1_800_000_000, last_data: [], online: [ID], commands: [] });
  await pass(20);
  expect(hint()).toBe('');
});

it('R4.4 nobody can switch a device that is offline, or without a server', async () => {
  const { hearOnline, loseServer } = await show({ on_off_state_r: 1 });
  await hearOnline(false);
  expect(page.isDisabled(theSwitch())).toBe(true);
  expect(hint()).toContain('Zariadenie je offline');
  await loseServer();
  expect(page.isDisabled(theSwitch())).toBe(true);
  expect(hint()).toContain('Server nie je dostupný');
});

it('R4.5 a browser without a network is reported as such, not as a server that is down', async () => {
  const { loseNetwork } = await show({ on_off_state_r: 1 });
  await loseNetwork();
  expect(page.isDisabled(theSwitch())).toBe(true);
  expect(hint()).toBe('Prehliadač nemá pripojenie k sieti, zariadenie sa teraz nedá ovládať.');
});

it('R4.5 a converter that does not answer is sent nothing, and that is said', async () => {
  const { server } = await show({ on_off_state_r: 1 }, never, { fc: 0 });
  for (const control of [theSwitch(), theLock()]) {
    expect(page.isDisabled(control)).toBe(true);
    await page.click(control);
  }
  expect(hint()).toBe('Menič neodpovedá, teraz sa nedá ovládať.');
  expect(server.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('R5.1 in fault the switch says that it has no effect, and where the fault is reset', async () => {
  const { hear } = await show({ on_off_state_r: 4, fault: 10 });
  expect(hint()).toBe('Menič má poruchu: kým sa nevynuluje, vypínač nemá účinok.');
  await hear(measured({ on_off_state_r: 3, fault: 0 }, {}, -1));
  expect(hint()).toBe('');
});

it('R5.9 in fault the line offers the reset, and not while the keypad is in charge', async () => {
  const link: FaultResetLink = (text) => <a href="#reset">{text}</a>;
  const last = (values: Values, ageS = 0) => measured({ on_off_state_r: 4, fault: 10, ...values }, {}, ageS);
  const { hear } = await showLive(<PumpControls deviceId={ID} faultReset={link} />, {
    last: [last({ modbus: 2 })],
  });
  expect(page.get('link', 'Vynulovať poruchu')).toBeDefined();
  await hear(last({ modbus: 0 }, -1));
  expect(page.all('link')).toEqual([]);
});

it('R4.4 a position that is not live says how old it is', async () => {
  const { hearOnline } = await show({ on_off_state_r: 1 });
  expect(page.text()).not.toContain('naposledy');
  await hearOnline(false);
  await pass(120_000);
  expect(page.text()).toContain('Zapnuténaposledy pred 2 min');
  expect(page.text()).toContain('Zamknuténaposledy pred 2 min');
});

it('R4.4 a tab that was hidden lets nobody switch before the server has answered again', async () => {
  const { server, hear } = await show({ on_off_state_r: 1 });
  tab.hide();
  await pass(HIDDEN_GRACE_MS);
  for (const path of Object.keys(server.routes)) server.routes[path] = never;
  await act(async () => tab.show());
  expect(page.isDisabled(theSwitch())).toBe(true);
  expect(hint()).toBe('Obnovuje sa spojenie so serverom…');
  await hear(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(theSwitch().checked).toBe(false);
  expect(page.isDisabled(theSwitch())).toBe(true);
  await act(async () => FakeEventSource.current.emit('resumed', { now: 1_800_000_001 }));
  expect(theSwitch().checked).toBe(false);
  expect(page.isDisabled(theSwitch())).toBe(false);
  expect(FakeEventSource.opened).toHaveLength(2);
});

it.each([
  ['a stop is never refused for a fault', { on_off_state_r: 4 }, undefined],
  ['keypad', { modbus: 0 }, 'localControl'],
  ['no power', { on_off_state_r: 5 }, 'converterPower'],
  ['unknown state', { on_off_state_r: null }, 'unknown'],
] as const)('R5.2 what blocks the switch: %s', (_why, values, expected) => {
  expect(blockOf(someLastValues(values))).toBe(expected);
});

it.each([
  ['a poll is enough', 'polling', true, undefined],
  ['no server', 'down', true, 'serverDown'],
  ['not yet connected again', 'connecting', true, 'connecting'],
  ['not known to be online', 'connecting', undefined, 'unknown'],
  ['offline', 'live', false, 'offline'],
] as const)('R4.4 who can be reached: %s', (_why, link, isOnline, expected) => {
  expect(unreachableBecause({ link, last: measured({}), ...(isOnline !== undefined && { isOnline }) })).toBe(
    expected,
  );
});
