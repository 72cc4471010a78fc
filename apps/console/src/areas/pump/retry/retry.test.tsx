import type { LastData } from '@manoboard/contract/device/device';
import { aLockOut } from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DeviceNameProvider } from '../../../device/device-name.tsx';
import { StopReason } from '../../../device/stop-reason.tsx';
import { session } from '../../../lib/http/session.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import {
  freezeTime,
  ID,
  measured,
  pass,
  passUntil,
  showLive,
  T,
  type Values,
} from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { never, START_STOP } from '../../../testing/pump-controls.tsx';
import { PumpCard } from '../pump-control/pump-card.tsx';
import './retry-dialog.tsx';
import '../start/start-dialog.tsx';

freezeTime();
beforeEach(() => {
  session.begin();
  return () => void session.end(async () => undefined);
});

const END_RETRIES = `/mqtt/${ID}/end-retries`;
const END_BODY = { body: { value: true } };

// T is 15 January 2027, 9:00 in Bratislava.
const MIN = 60;
const DRY = { on_off_state_r: 3, frequency_fc: 0, modbus: 2, pressure: 0.3, fault: 0 };
const waitingFor = (s: number) => ({ next_try: T + s, stopped_for: 'DRY_RUN' }) as const;
const RAISED = {
  id: 'e1',
  code: 'DRY_RUN',
  severity: 'alarm',
  raised_at: T - 5,
  cleared_at: null,
  reading: {},
};
const diagnostics = {
  json: {
    now: T,
    online: true,
    fc: 1,
    values: [],
    events: [RAISED],
    fault: { code: null, name: null, ts: null },
  },
};

interface Setting {
  values?: Values;
  plan?: Partial<LastData>;
  routes?: Record<string, Handler>;
  locale?: 'sk' | 'gb';
}
const show = ({ values = DRY, plan = waitingFor(58 * MIN), routes = {}, locale = 'sk' }: Setting = {}) =>
  showLive(
    <DeviceNameProvider id={ID} name="Studňa">
      <PumpCard deviceId={ID} />
    </DeviceNameProvider>,
    {
      last: [measured(values, plan)],
      locale,
      routes: {
        [START_STOP]: never,
        [END_RETRIES]: never,
        [`/devices/${ID}/history`]: () => 'network error',
        [`/devices/${ID}/diagnostics`]: () => diagnostics,
        ...routes,
      },
    },
  );
const dialog = () => document.querySelector('[role=dialog]');
const dialogText = () => (dialog() ? page.textOf(dialog() as Element) : '');
const theSwitch = () => page.get('checkbox', 'Čerpadlo Studňa') as HTMLInputElement;

describe('R5.11 a pump that will try again', () => {
  it.each([
    ['sk', 58 * MIN, 'Samo sa spustí o 9:58 (za 58 min).'],
    ['sk', 5 * 60 * MIN, 'Samo sa spustí o 14:00 (za 5 h 0 min).'],
    ['sk', 20 * 60 * MIN, 'Samo sa spustí zajtra o 5:00 (za 20 h).'],
    ['sk', 48 * 60 * MIN, 'Samo sa spustí 17. 1. o 9:00 (za 48 h).'],
    ['gb', 58 * MIN, 'It starts by itself at 09:58 (in 58 min).'],
  ] as const)('says when, %s, %i s', async (locale, inS, expected) => {
    await show({ locale, plan: waitingFor(inS) });
    expect(page.text()).toContain(expected);
  });

  it('says why, and its switch is neither on nor off', async () => {
    await show();
    expect(page.text()).toContain('Doska čerpadlo zastavila: chod nasucho.');
    expect(page.text()).toContain('Čaká na pokus o 9:58');
    expect(page.text()).not.toContain('Vypnuté');
    expect(theSwitch().indeterminate).toBe(true);
    expect(page.isDisabled(theSwitch())).toBe(false);
  });

  it('counts down, and says that the board tries once it is due', async () => {
    await show({ plan: waitingFor(2 * MIN) });
    expect(page.text()).toContain('(za 2 min)');
    await pass(61_000);
    expect(page.text()).toContain('Samo sa spustí o 9:02 (za 1 min).');
    await pass(60_000);
    expect(page.text()).toContain('Malo sa samo spustiť o 9:02, doska to skúša.');
  });

  it('tries now after the question of every start, which names the reason', async () => {
    const { server } = await show();
    await page.click(page.get('button', 'Skúsiť teraz'));
    await passUntil(() => dialogText().includes('Zapnúť Studňa?'));
    expect(dialogText()).toContain('Zastavila ho doska: chod nasucho.');
    expect(server.requestsTo(START_STOP)).toEqual([]);
    await page.click(page.get('button', 'Podržte sekundu'));
    expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: true } }]);
  });

  it('is left off at once: no question', async () => {
    const { server } = await show();
    await page.click(page.get('button', 'Neskúšať'));
    expect(server.requestsTo(END_RETRIES)).toMatchObject([END_BODY]);
    expect(dialog()).toBeNull();
  });

  it('says that it will still start when that failed', async () => {
    await show({ routes: { [END_RETRIES]: () => ({ status: 504, json: { detail: 'NO_ANSWER' } }) } });
    await page.click(page.get('button', 'Neskúšať'));
    await pass(0);
    expect(page.text()).toContain('Doska čerpadlo stále spustí: pokus sa nepodarilo zrušiť.');
    expect(page.isDisabled(page.get('button', 'Neskúšať'))).toBe(false);
  });

  it('keeps the reason without a plan, as off', async () => {
    await show({ plan: {} });
    expect(page.text()).toContain('Doska čerpadlo zastavila: chod nasucho.');
    expect(page.text()).toContain('Vypnuté');
    expect(page.all('button', 'Neskúšať')).toEqual([]);
    expect(page.get('switch', 'Čerpadlo Studňa')).toBeDefined();
  });

  it('shows neither when it is on again', async () => {
    await show({ values: { ...DRY, on_off_state_r: 1, frequency_fc: 40 }, plan: waitingFor(60) });
    expect(page.text()).not.toContain('Samo sa spustí');
    expect(page.text()).not.toContain('Doska čerpadlo zastavila');
  });

  it('offers both at the switch, and a click moves the switch nowhere', async () => {
    const { server } = await show();
    await page.click(theSwitch());
    expect(theSwitch().indeterminate).toBe(true);
    await passUntil(() => dialog() !== null);
    expect(dialogText()).toContain('Čaká na pokus o 9:58');
    const [, inDialog] = page.all('button', 'Neskúšať');
    await page.click(inDialog as HTMLElement);
    expect(server.requestsTo(END_RETRIES)).toMatchObject([END_BODY]);
  });
});

describe('R5.11 a pump out of reach', () => {
  it.each([
    [58 * MIN, 'Naposledy chod nasucho; doska to môže skúsiť o 9:58 aj bez spojenia.'],
    [-2 * MIN, 'Naposledy chod nasucho; doska to mohla o 8:58 skúsiť aj bez spojenia.'],
  ])('keeps its reason and the try, in %i s, and offers nothing', async (inS, expected) => {
    const { receiveOnline } = await show({ plan: waitingFor(inS) });
    await receiveOnline(false);
    expect(page.text()).toContain(expected);
    expect(page.all('button', /Skúsiť teraz|Neskúšať/)).toEqual([]);
    expect(page.isDisabled(theSwitch())).toBe(true);
  });

  it('says nothing of a lost connection while the page connects', async () => {
    await show();
    await act(async () =>
      FakeEventSource.current.emit('online', { device_id: ID, online: false, connecting: true }),
    );
    await pass(20);
    expect(page.isDisabled(theSwitch())).toBe(true);
    expect(page.text()).toContain('Samo sa spustí o 9:58 (za 58 min).');
    expect(page.text()).not.toContain('bez spojenia');
  });

  it('keeps its reason without a plan', async () => {
    const { receiveOnline } = await show({ plan: {} });
    await receiveOnline(false);
    await pass(60_000);
    expect(page.text()).toContain('Naposledy: chod nasucho.');
  });
});

it('R5.10 R5.11 under a lock-out tag only "do not try" is offered', async () => {
  await show({ routes: { [`/devices/${ID}/lock-out`]: () => ({ json: aLockOut() }) } });
  await pass(0);
  expect(page.all('button', 'Skúsiť teraz')).toEqual([]);
  expect(page.isDisabled(page.get('button', 'Neskúšať'))).toBe(false);
});

it('R5.11 the card of the dashboard says it too', async () => {
  await showLive(<StopReason deviceId={ID} converter={{ fcType: 'GD10' }} stoppedBy="DRY_RUN" />, {
    last: [measured(DRY, waitingFor(58 * MIN))],
  });
  expect(page.text()).toBe('Doska čerpadlo zastavila: chod nasucho.Samo sa spustí o 9:58 (za 58 min).');
});
