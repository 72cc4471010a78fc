import { aLockOut, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { unreachableBecause } from '../../../device/reach.ts';
import { HIDDEN_GRACE_MS } from '../../../lib/http/watch-tab.ts';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, type Values } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import {
  hintOf,
  lockSwitch,
  never,
  pumpHint,
  pumpSwitch,
  SET_LOCK,
  START_STOP,
  showPumpControls,
} from '../../../testing/pump-controls.tsx';
import { tab } from '../../../testing/tab.ts';
import { PumpControls } from './pump-controls.tsx';
import { blockOf } from './use-pump-switch.ts';

freezeTime();

describe('R5.10 a lock-out tag', () => {
  const showTagged = (values: Values, until: number | null = null) =>
    showLive(<PumpControls deviceId={ID} />, {
      last: [measured(values)],
      routes: {
        [START_STOP]: never,
        [`/devices/${ID}/lock-out`]: () => ({ json: aLockOut({ until }) }),
      },
    });
  const BLOCKED = 'Zapnutie, tlak, zápis a aktualizácia sú zablokované pre všetkých. Vypnúť sa dá vždy.';

  it('disables start and the lock and shows why', async () => {
    await showTagged({ on_off_state_r: 3, modbus: 2 });
    for (const control of [pumpSwitch(), lockSwitch()]) expect(page.isDisabled(control)).toBe(true);
    expect(pumpHint()).toBe(BLOCKED);
  });

  it('allows a pump that is on to be switched off', async () => {
    const { server } = await showTagged({ on_off_state_r: 1, modbus: 2 });
    expect(page.isDisabled(pumpSwitch())).toBe(false);
    expect(page.isDisabled(lockSwitch())).toBe(true);
    expect(pumpHint()).toBe(BLOCKED);
    await page.click(pumpSwitch());
    expect(server.requestsTo(START_STOP)[0]?.body).toMatchObject({ value: false });
  });

  it('expires in the browser, without a server message', async () => {
    await showTagged({ on_off_state_r: 3, modbus: 2 }, Math.floor(Date.now() / 1000) + 5);
    expect(page.isDisabled(pumpSwitch())).toBe(true);
    await pass(6000);
    expect(page.isDisabled(pumpSwitch())).toBe(false);
  });
});

it('R5.2 local control disables the switch and names the keypad as the reason', async () => {
  const { server } = await showPumpControls({ on_off_state_r: 1, modbus: 0 });
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  expect(pumpHint()).toContain('Čerpadlo sa teraz dá ovládať len z klávesnice meniča.');
  await page.click(pumpSwitch());
  expect(server.requestsTo(START_STOP)).toEqual([]);
});

it('R5.2 the local-control hint offers to lock the keypad and disappears when the board reports the lock', async () => {
  const { server, receiveFrame } = await showPumpControls({ on_off_state_r: 1, modbus: 0 });
  await page.click(page.get('button', `Zamknúť klávesnicu ${ID}`));
  expect(server.requestsTo(SET_LOCK)).toMatchObject([{ body: { what: 'set-lock', value: true } }]);
  expect(page.all('button')).toEqual([]);
  expect(lockSwitch().checked).toBe(false);
  expect(hintOf(lockSwitch())).toBe('Odosiela sa… Požadované: Áno');
  await receiveFrame(measured({ on_off_state_r: 1, modbus: 2 }, {}, -1));
  expect(lockSwitch().checked).toBe(true);
  expect(page.isDisabled(pumpSwitch())).toBe(false);
  expect(pumpHint()).toBe('');
});

it('R5.2 a keypad that was in charge at an old frame does not disable stop: the board decides', async () => {
  const last = [measured({ on_off_state_r: 1, modbus: 0 }, {}, 120)];
  const { server } = await showLive(<PumpControls deviceId={ID} />, {
    last,
    routes: { [START_STOP]: never },
  });
  expect(page.text()).not.toContain('Čerpadlo sa teraz dá');
  await page.click(pumpSwitch());
  expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: false } }]);
});

it('R4.4 the switch is disabled while the device is offline or the server is down', async () => {
  const { receiveOnline, loseServer } = await showPumpControls({ on_off_state_r: 1 });
  await receiveOnline(false);
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  expect(pumpHint()).toContain('Zariadenie je offline');
  await loseServer();
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  expect(pumpHint()).toContain('Server nie je dostupný');
});

it('R4.5 the hint names the lost network of the browser, not the server', async () => {
  const { loseNetwork } = await showPumpControls({ on_off_state_r: 1 });
  await loseNetwork();
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  expect(pumpHint()).toBe('Prehliadač nemá pripojenie k sieti, zariadenie sa teraz nedá ovládať.');
});

it('R4.5 the controls are disabled while the converter does not answer, and the hint says why', async () => {
  const { server } = await showPumpControls({ on_off_state_r: 1 }, never, { fc: 0 });
  for (const control of [pumpSwitch(), lockSwitch()]) {
    expect(page.isDisabled(control)).toBe(true);
    await page.click(control);
  }
  expect(pumpHint()).toBe('Menič neodpovedá, teraz sa nedá ovládať.');
  expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('R5.1 in a fault the hint says that the switch has no effect', async () => {
  const { receiveFrame } = await showPumpControls({ on_off_state_r: 4, fault: 10 });
  expect(pumpHint()).toBe('Menič má poruchu: kým sa nevynuluje, vypínač nemá účinok. Vynulovať poruchu');
  await receiveFrame(measured({ on_off_state_r: 3, fault: 0 }, {}, -1));
  expect(pumpHint()).toBe('');
});

it('R5.9 in a fault the hint links to the fault reset, except under local control', async () => {
  const last = (values: Values, ageS = 0) => measured({ on_off_state_r: 4, fault: 10, ...values }, {}, ageS);
  const { receiveFrame } = await showLive(<PumpControls deviceId={ID} />, {
    last: [last({ modbus: 2 })],
  });
  expect(page.get('link', 'Vynulovať poruchu').getAttribute('href')).toBe(
    `/admin/overview?device=${ID}&tool=fault-reset`,
  );
  await receiveFrame(last({ modbus: 0 }, -1));
  expect(page.all('link')).toEqual([]);
});

it('R4.4 after a hidden tab is shown, the switch stays disabled until the stream has resumed', async () => {
  const { server, receiveFrame } = await showPumpControls({ on_off_state_r: 1 });
  tab.hide();
  await pass(HIDDEN_GRACE_MS);
  for (const path of Object.keys(server.routes)) server.routes[path] = never;
  await act(async () => tab.show());
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  expect(pumpHint()).toBe('Obnovuje sa spojenie so serverom…');
  await receiveFrame(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(pumpSwitch().checked).toBe(false);
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  await act(async () => FakeEventSource.current.emit('resumed', { now: 1_800_000_001 }));
  expect(pumpSwitch().checked).toBe(false);
  expect(page.isDisabled(pumpSwitch())).toBe(false);
  expect(FakeEventSource.opened).toHaveLength(2);
});

it.each([
  ['none in a fault, so that a stop is possible', { on_off_state_r: 4 }, undefined],
  ['local control', { modbus: 0 }, 'localControl'],
  ['no power', { on_off_state_r: 5 }, 'converterPower'],
  ['unknown state', { on_off_state_r: null }, 'unknown'],
] as const)('R5.2 the reason that blocks the switch: %s', (_why, values, expected) => {
  expect(blockOf(someLastValues(values))).toBe(expected);
});

it.each([
  ['none while polling', 'polling', true, undefined],
  ['the server is down', 'down', true, 'serverDown'],
  ['reconnecting', 'connecting', true, 'connecting'],
  ['presence unknown', 'connecting', undefined, 'unknown'],
  ['device offline', 'live', false, 'offline'],
] as const)('R4.4 the reason that a device is unreachable: %s', (_why, link, isOnline, expected) => {
  expect(unreachableBecause({ link, last: measured({}), ...(isOnline !== undefined && { isOnline }) })).toBe(
    expected,
  );
});
