import type { LastData } from '@manoboard/contract/device/device';
import { aCommand } from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceNameProvider } from '../../../device/device-name.tsx';
import { session } from '../../../lib/http/session.ts';
import type { Handler } from '../../../testing/fake-server.ts';
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
import { PumpControls } from '../pump-control/pump-controls.tsx';
import './start-dialog.tsx';
import { UndoBar } from './undo-bar.tsx';

freezeTime();
beforeEach(() => {
  session.begin();
  return () => void session.end(async () => undefined);
});

const HISTORY = `/devices/${ID}/history`;
const OFF = { on_off_state_r: 3, frequency_fc: 0, modbus: 2 };
const done: Handler = () => ({ json: aCommand({ device_id: ID }) });

interface Setting {
  values?: Values;
  /** The frame before, 10 s ago. */
  before?: Values;
  routes?: Record<string, Handler>;
  locale?: 'sk' | 'gb';
}

async function show({ values = {}, before, routes = {}, locale = 'sk' }: Setting = {}) {
  const now: LastData = measured({ ...OFF, pressure: 3.2, ...values });
  const first = before && measured(before, {}, 10);
  const live = await showLive(
    <DeviceNameProvider id={ID} name="Skleník">
      <PumpControls deviceId={ID} />
      <UndoBar />
    </DeviceNameProvider>,
    {
      last: [first ?? now],
      locale,
      routes: { [START_STOP]: never, [HISTORY]: () => 'network error', ...routes },
    },
  );
  if (first) await live.receiveFrame(now);
  return live;
}
const ON = { on_off_state_r: 1, frequency_fc: 40, pressure: 3.2, modbus: 2 };
const pumpSwitch = () => page.get('switch', /^(Čerpadlo|Pump) Skleník$/) as HTMLInputElement;
const dialog = () => document.querySelector('[role=dialog]');
const dialogText = () => (dialog() ? page.textOf(dialog() as Element) : '');
const holdButton = () => page.get('button', /Podržte|Ešte držte|Potvrďte/);

async function ask() {
  await page.click(pumpSwitch());
  await passUntil(() => dialog() !== null);
  await passUntil(() => !dialogText().includes('Zisťuje sa'));
}
const pointer = (type: string) =>
  act(async () => {
    holdButton().dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }));
  });

describe('R5.12 a start', () => {
  it('of a pump that was just switched off is sent at once', async () => {
    const { server } = await show({ before: ON });
    await page.click(pumpSwitch());
    expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: true } }]);
    expect(dialog()).toBeNull();
  });

  it.each<[string, Setting]>([
    ['of a pump whose time off is unknown', {}],
    ['of a line without pressure', { before: ON, values: { pressure: 0 } }],
    ['with an unknown pressure', { before: ON, values: { pressure: undefined } }],
  ])('%s asks and sends nothing', async (_case, setting) => {
    const { server } = await show(setting);
    await ask();
    expect(dialogText()).toContain('Zapnúť Skleník?');
    expect(server.requestsTo(START_STOP)).toEqual([]);
    expect(pumpSwitch().checked).toBe(false);
  });

  it('asks once the pump has been off for more than a minute', async () => {
    const { server, receiveFrame } = await show({ before: ON });
    await pass(60_000);
    await receiveFrame(measured({ ...OFF, pressure: 3.2 }, { ts: T + 60, received_at: T + 60 }));
    await ask();
    expect(server.requestsTo(START_STOP)).toEqual([]);
  });

  it('asks after a protection has stopped the pump, and names it', async () => {
    const event = {
      id: 'e1',
      code: 'DRY_RUN',
      severity: 'alarm',
      raised_at: T - 5,
      cleared_at: null,
      reading: {},
    };
    const diagnostics = { now: T, online: true, fc: 1, values: [], events: [event] };
    await show({
      before: ON,
      routes: {
        [`/devices/${ID}/diagnostics`]: () => ({
          json: { ...diagnostics, fault: { code: null, name: null, ts: null } },
        }),
      },
    });
    await pass(0);
    await ask();
    expect(dialogText()).toContain('Zastavila ho doska: chod nasucho.');
  });

  it('a stop never asks', async () => {
    const { server } = await show({ values: { ...ON, pressure: 0 } });
    await page.click(pumpSwitch());
    expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: false } }]);
    expect(dialog()).toBeNull();
  });
});

/** A history that was off since `sinceS`: coarse buckets first, then minutes. */
const historySince =
  (sinceS: number): Handler =>
  ({ path }) => {
    const query = new URL(path, 'http://test').searchParams;
    const [fromS, toS] = [Number(query.get('from')), Number(query.get('to'))];
    const stepS = (toS - fromS) / Number(query.get('points')) > 3600 ? 21_600 : 60;
    const t = Array.from({ length: Math.ceil((toS - fromS) / stepS) }, (_, i) => fromS + i * stepS);
    const on_off_state_r = {
      min: t.map((at) => (at < sinceS ? 1 : 3)),
      max: t.map((at) => (at + stepS <= sinceS ? 1 : 3)),
      avg: [],
      last: [],
      gaps: [],
    };
    return {
      json: { level: 'hour', step_s: stepS, to: toS, since: null, t, series: { on_off_state_r } },
    };
  };

describe('R5.12 the question', () => {
  it.each([
    ['sk', 6 * 86_400 + 60, 0, /je vypnuté 6 dní, od 9\. 1\. 2027,? 8:59\. Tlak v potrubí je 0,00 bar\./],
    ['sk', 3 * 3600, 2.41, /je vypnuté 3 hodiny, od 6:00\. Tlak v potrubí je 2,41 bar\./],
    ['gb', 12 * 60, 0, /off for 12 minutes, since 08:48\. The pressure in the line is 0\.00 bar\./],
  ] as const)('gives its reason in numbers, %s, %i s', async (locale, offS, pressure, expected) => {
    await show({ locale, values: { pressure }, routes: { [HISTORY]: historySince(T - offS) } });
    await page.click(pumpSwitch());
    await passUntil(() => expected.test(dialogText()));
    expect(dialogText()).toMatch(expected);
  });

  it('a history that begins with this minute says nothing', async () => {
    const off = { min: [null, 3], max: [null, 3], avg: [], last: [], gaps: [] };
    const history = { level: 'minute', step_s: 60, to: T, since: T - 30, t: [T - 90, T - 30] };
    await show({ routes: { [HISTORY]: () => ({ json: { ...history, series: { on_off_state_r: off } } }) } });
    await ask();
    expect(dialogText()).toContain('Nevieme, ako dlho je čerpadlo vypnuté.');
  });

  it('says what is unknown', async () => {
    await show({ values: { pressure: undefined } });
    await ask();
    expect(dialogText()).toContain('Nevieme, ako dlho je čerpadlo vypnuté. Tlak v potrubí nepoznáme.');
  });

  it('starts the pump after a hold of one second', async () => {
    const { server } = await show();
    await ask();
    await pointer('pointerdown');
    expect(page.textOf(holdButton())).toBe('Ešte držte…');
    await pass(990);
    expect(server.requestsTo(START_STOP)).toEqual([]);
    await pass(10);
    expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: true } }]);
    expect(dialog()).toBeNull();
  });

  it.each(['pointerup', 'pointerout', 'pointercancel'])(
    'a hold that ends too early sends nothing, %s',
    async (end) => {
      const { server } = await show();
      await ask();
      await pointer('pointerdown');
      await pass(900);
      await pointer(end);
      await pass(5000);
      expect(server.requestsTo(START_STOP)).toEqual([]);
      expect(dialogText()).toContain('Držte tlačidlo celú sekundu.');
    },
  );

  it('a click of a mouse is no confirmation', async () => {
    const { server } = await show();
    await ask();
    await act(async () => {
      holdButton().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    });
    expect(server.requestsTo(START_STOP)).toEqual([]);
  });

  it('a key or a screen reader confirms with a press within 10 s', async () => {
    const { server } = await show();
    await ask();
    await page.click(holdButton());
    expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: true } }]);
  });

  it('after 10 s a key has to be pressed twice', async () => {
    const { server } = await show();
    await ask();
    await pass(10_000);
    await page.click(holdButton());
    expect(server.requestsTo(START_STOP)).toEqual([]);
    expect(page.textOf(holdButton())).toBe('Potvrďte ešte raz');
    await page.click(holdButton());
    expect(server.requestsTo(START_STOP)).toHaveLength(1);
  });

  it('a key that is held since the switch does not confirm', async () => {
    await show();
    await ask();
    const repeated = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    await act(async () => void holdButton().dispatchEvent(repeated));
    expect(repeated.defaultPrevented).toBe(true);
  });

  it('has the focus on its button, and "leave off" sends nothing', async () => {
    const { server } = await show();
    pumpSwitch().focus();
    await ask();
    await passUntil(() => document.activeElement === holdButton());
    await page.click(page.get('button', 'Nechať vypnuté'));
    expect(dialog()).toBeNull();
    expect(server.requestsTo(START_STOP)).toEqual([]);
    expect(document.activeElement).toBe(pumpSwitch());
  });

  it.each<[string, (live: Awaited<ReturnType<typeof show>>) => Promise<void>, string]>([
    [
      'goes offline',
      ({ receiveOnline }) => receiveOnline(false),
      'Zariadenie je offline, teraz sa nedá ovládať.',
    ],
    [
      'is switched on by somebody else',
      ({ receiveFrame }) => receiveFrame(measured(ON, { ts: T + 1, received_at: T + 1 })),
      'Čerpadlo už je zapnuté.',
    ],
    [
      'is controlled by its keypad',
      ({ receiveFrame }) => receiveFrame(measured({ ...OFF, modbus: 0 }, { ts: T + 1, received_at: T + 1 })),
      'dá ovládať len z klávesnice meniča',
    ],
  ])('starts nothing when the device %s meanwhile', async (_case, change, reason) => {
    const live = await show();
    await ask();
    await change(live);
    expect(dialogText()).toContain(reason);
    await page.click(holdButton());
    await pointer('pointerdown');
    await pass(2000);
    expect(live.server.requestsTo(START_STOP)).toEqual([]);
  });

  it('a hold ends when the device goes offline', async () => {
    const { server, receiveOnline } = await show();
    await ask();
    await pointer('pointerdown');
    await pass(500);
    await receiveOnline(false);
    await pass(2000);
    expect(server.requestsTo(START_STOP)).toEqual([]);
  });

  it('R5.1 Enter on the switch opens it', async () => {
    await show();
    await act(async () => {
      pumpSwitch().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await passUntil(() => dialog() !== null);
    expect(dialogText()).toContain('Zapnúť Skleník?');
  });
});

const undoButton = () => page.all('button', /^Vypnúť Skleník/)[0];
const undoText = () => page.all('region', 'Práve zapnuté čerpadlá').map(page.textOf).join();

describe('R5.12 the undo', () => {
  const start = async (answer: Handler) => {
    const live = await show({ before: ON, routes: { [START_STOP]: answer } });
    await page.click(pumpSwitch());
    await pass(0);
    return live;
  };

  it('is offered for 10 s after the answer, and is a stop', async () => {
    const { server } = await start(done);
    expect(undoText()).toContain('Zapnuté: Skleník');
    expect(undoText()).toContain('10 s');
    await pass(9000);
    expect(undoText()).toContain('1 s');
    await page.click(undoButton() as HTMLElement);
    expect(server.requestsTo(START_STOP)).toMatchObject([
      { body: { value: true } },
      { body: { value: false } },
    ]);
    await pass(0);
    expect(undoButton()).toBeUndefined();
  });

  it('takes the focus of a keyboard, and returns it', async () => {
    await show({ before: ON, routes: { [START_STOP]: done } });
    pumpSwitch().focus();
    vi.spyOn(pumpSwitch(), 'matches').mockReturnValue(true);
    await page.click(pumpSwitch());
    await pass(0);
    expect(document.activeElement).toBe(undoButton());
    await pass(10_000);
    expect(document.activeElement).toBe(pumpSwitch());
  });

  it('ends after 10 s', async () => {
    await start(done);
    await pass(10_000);
    expect(undoButton()).toBeUndefined();
  });

  it('is offered while the start is under way', async () => {
    const { server } = await start(never);
    expect(undoText()).toContain('Zapína sa: Skleník');
    await page.click(undoButton() as HTMLElement);
    expect(server.requestsTo(START_STOP)).toHaveLength(2);
    expect(undoText()).toContain('Vypína sa: Skleník');
  });

  it('is not offered for a start that was refused', async () => {
    await start(() => ({ status: 409, json: { detail: 'LOCKED_OUT' } }));
    expect(undoButton()).toBeUndefined();
  });

  it('is offered when the answer is missing: the pump may start', async () => {
    await start(() => ({ status: 504, json: { detail: 'NO_ANSWER' } }));
    expect(undoText()).toContain('Nevie sa, či sa zapne: Skleník');
    expect(undoButton()).toBeDefined();
  });

  it('that fails says why and can be repeated', async () => {
    const { server } = await start(({ body }) =>
      (body as { value: boolean }).value
        ? { json: aCommand({ device_id: ID }) }
        : { status: 409, json: { detail: 'DEVICE_OFFLINE' } },
    );
    await page.click(undoButton() as HTMLElement);
    await pass(0);
    expect(undoText()).toContain('Vypnúť sa nepodarilo: Skleník.');
    await page.click(undoButton() as HTMLElement);
    expect(server.requestsTo(START_STOP)).toHaveLength(3);
  });

  it('ends with a stop at the switch', async () => {
    const { receiveFrame } = await start(done);
    await receiveFrame(measured(ON, { ts: T + 2, received_at: T + 2 }));
    await pass(5000);
    expect(undoButton()).toBeDefined();
    await page.click(pumpSwitch());
    expect(undoButton()).toBeUndefined();
  });

  it('R1.5 ends with the session', async () => {
    await start(done);
    await act(() => session.end(async () => undefined));
    expect(undoButton()).toBeUndefined();
  });
});
