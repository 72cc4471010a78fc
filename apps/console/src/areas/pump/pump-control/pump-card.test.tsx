import type { LastData } from '@manoboard/contract/device/device';
import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { expect, it, vi } from 'vitest';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { PumpCard } from './pump-card.tsx';

freezeTime();

const card = () => page.get('region', 'Čerpadlo');
const isSpinning = () => document.querySelector('[data-spinning]')?.getAttribute('data-spinning') === 'true';
const show = (last: LastData | undefined, more: { online?: string[] } = {}) =>
  showLive(<PumpCard deviceId={ID} />, { last: last ? [last] : [], ...more });

/** Shows a board that has raised this protection event. */
async function showRaised(last: LastData, code: ProtectionCode, clearedAt: number | null = null) {
  const diagnostics: Diagnostics = {
    now: T,
    online: true,
    fc: 1,
    values: [],
    fault: { code: 0, name: null, ts: T },
    events: [{ id: 'a', code, severity: 'alarm', raised_at: T - 60, cleared_at: clearedAt, reading: {} }],
  };
  const routes = { [`/devices/${ID}/diagnostics`]: () => ({ json: diagnostics }) };
  const live = await showLive(<PumpCard deviceId={ID} />, { last: [last], routes });
  await pass(0);
  return live;
}
const OFF = { on_off_state_r: 3, frequency_fc: 0 };

it.each([
  [
    'on and running is running, in green',
    { on_off_state_r: 1, frequency_fc: 42.5 },
    'running',
    'Beží',
    'run',
    true,
  ],
  ['reverse is running', { on_off_state_r: 2, frequency_fc: 10 }, 'running', 'Beží', 'run', true],
  [
    'on but not running is waiting, in amber',
    { on_off_state_r: 1, frequency_fc: 0 },
    'waiting',
    'Čaká',
    'wait',
    false,
  ],
  ['off is stopped, in red', { on_off_state_r: 3, frequency_fc: 0 }, 'stopped', 'Zastavené', 'stop', false],
  ['4 is a fault', { on_off_state_r: 4, frequency_fc: 0, fault: 17 }, 'fault', 'Porucha', 'stop', false],
  ['5 is no power', { on_off_state_r: 5, frequency_fc: 0 }, 'no_power', 'Bez napätia', 'off', false],
  [
    'an unknown code is unknown',
    { on_off_state_r: 9, frequency_fc: 0 },
    'unknown',
    'Neznámy stav',
    'off',
    false,
  ],
  ['never reported is unknown, not off', { on_off_state_r: null }, 'unknown', 'Neznámy stav', 'off', false],
] as const)('R5.3 the pump state: %s', async (_rule, values, state, word, tone, spins) => {
  await show(measured(values));
  expect(card().dataset).toMatchObject({ state, tone });
  expect(page.textOf(card())).toContain(word);
  expect(isSpinning()).toBe(spins);
});

it.each([
  ['a running pump has a running motor', { on_off_state_r: 1, frequency_fc: 42 }, 'Motor je v chode.'],
  [
    'a waiting pump has a stopped motor',
    { on_off_state_r: 1, frequency_fc: 0 },
    'Čerpadlo je zapnuté, motor stojí.',
  ],
])('R5.3 the explanation states only what is known: %s', async (_what, values, sentence) => {
  await show(measured(values));
  expect(page.textOf(card())).toContain(sentence);
});

it('R5.1 the card shows the fault name and its code', async () => {
  const last = [measured({ on_off_state_r: 4, fault: 10 })];
  await showLive(<PumpCard deviceId={ID} converter={{ fcType: 'GD10' }} />, { last });
  await vi.dynamicImportSettled();
  await pass(0);
  expect(page.textOf(card())).toContain('Podpätie (kód 10)');
});

it.each([
  ['DRY_RUN', 'Doska čerpadlo zastavila: chod nasucho.'],
  ['OVER_PRESSURE', 'Doska čerpadlo zastavila: príliš vysoký tlak.'],
  ['PIPE_BURST', 'Doska čerpadlo zastavila: podozrenie na prasknuté potrubie.'],
  ['SENSOR_BREAK', 'Doska čerpadlo zastavila: prerušený vodič snímača tlaku.'],
] as const)(
  'R5.3 a pump stopped by its board shows the protection event, not that it is switched off: %s',
  async (code, sentence) => {
    await showRaised(measured(OFF), code);
    expect(page.textOf(card())).toContain(sentence);
    expect(page.textOf(card())).not.toContain('Čerpadlo je vypnuté.');
  },
);

it('R4.5 a broken pressure sensor shows no value until it measures again', async () => {
  const { receiveFrame } = await showRaised(measured({ ...OFF, pressure: 0 }), 'SENSOR_BREAK');
  expect(page.textOf(page.value('Tlak'))).toBe('–Snímač nemeria');
  await receiveFrame(measured({ ...OFF, pressure: 3.4 }, {}, -1));
  expect(page.textOf(page.value('Tlak'))).toBe('3,40 bar');
});

it('R4.5 a pressure of 0 from a working sensor is shown', async () => {
  await showRaised(measured({ ...OFF, pressure: 0 }), 'DRY_RUN');
  expect(page.textOf(page.value('Tlak'))).toBe('0,00 bar');
});

it('R5.3 a cleared protection event is not shown as the reason', async () => {
  await showRaised(measured(OFF), 'DRY_RUN', T - 10);
  expect(page.textOf(card())).toContain('Čerpadlo je vypnuté.');
});

it('R5.3 a running pump with a raised event shows both, and no stop', async () => {
  await showRaised(measured({}), 'NO_FLOW');
  expect(card().dataset.state).toBe('running');
  expect(page.textOf(card())).toContain('Doska hlási: čerpadlo beží, ale voda netečie.');
});

it('R5.3 a warning is not shown as the reason of a stop', async () => {
  await showRaised(measured(OFF), 'NO_FLOW');
  expect(page.textOf(card())).toContain('Čerpadlo je vypnuté.');
  expect(page.textOf(card())).not.toContain('Doska čerpadlo zastavila');
});

it('R4.4 R5.11 an offline pump keeps its reason as the last one', async () => {
  const { receiveOnline } = await showRaised(measured(OFF), 'DRY_RUN');
  await receiveOnline(false);
  expect(page.textOf(card())).toContain('Naposledy: chod nasucho.');
  expect(page.textOf(card())).not.toContain('Doska čerpadlo zastavila');
});

it('R5.3 the gear stops when a frame reports a stopped pump', async () => {
  const { receiveFrame } = await show(measured({}));
  expect(isSpinning()).toBe(true);
  await receiveFrame(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(isSpinning()).toBe(false);
  expect(page.textOf(card())).toContain('Zastavené');
});

it('R5.3 a stale state is grey, its gear does not turn, and it shows its age', async () => {
  await show(measured({}));
  await pass(9_000);
  expect(card().dataset.state).toBe('running');
  await pass(1000);
  expect(card().dataset).toMatchObject({ state: 'stale', tone: 'off' });
  expect(isSpinning()).toBe(false);
  await pass(112_000);
  expect(page.textOf(card())).toContain('Naposledy: Beží, pred 2 min');
});

it.each([
  ['a pump that is on is stale', 1, 'stale', 'Naposledy: Beží, pred 16 min'],
  ['a pump that is off stays stopped', 3, 'stopped', 'Aktualizované práve teraz'],
])('R5.3 a stale frequency: %s', async (_what, on_off_state_r, state, sentence) => {
  await show(measured({ on_off_state_r }, { older: { frequency_fc: 1_799_999_000 } }));
  expect(card().dataset.state).toBe(state);
  expect(page.textOf(card())).toContain(sentence);
});

it('R4.5 the pump card does not name the Wi-Fi while the broker is down', async () => {
  const { receiveBroker, receiveOnline } = await show(measured({}));
  await receiveOnline(false);
  expect(page.textOf(card())).toContain('Skontrolujte pripojenie k sieti Wi-Fi.');
  await receiveBroker(false);
  expect(page.textOf(card())).not.toContain('Wi-Fi');
  expect(page.textOf(card())).toContain('Server teraz neprijíma správy zariadení.');
});

it.each([
  ['running', {}],
  ['waiting', { frequency_fc: 0 }],
] as const)(
  'R4.5 a pump that was %s is not "just now" while the server does not answer',
  async (_state, values) => {
    const { hangServer } = await show(measured(values));
    hangServer();
    // The banner is there, and no frame of the board is overdue yet.
    await pass(6000);
    expect(card().dataset).toMatchObject({ state: 'stale', tone: 'off' });
    expect(page.textOf(card())).not.toContain('práve teraz');
    expect(page.textOf(card())).toMatch(/Naposledy: (Beží|Čaká), pred chvíľou/);
  },
);

it('R4.4 an offline pump is grey and shows its last known state with its age', async () => {
  const { receiveOnline } = await show(measured({}, {}, 3));
  await receiveOnline(false);
  expect(card().dataset).toMatchObject({ state: 'offline', tone: 'off' });
  expect(isSpinning()).toBe(false);
  expect(page.textOf(card())).toContain('Zariadenie je offline');
  expect(page.textOf(card())).toContain('Naposledy: Beží, pred chvíľou');
});

it('a lost converter makes the pump state stale and is named as the reason', async () => {
  const older = { on_off_state_r: 1_799_999_000, frequency_fc: 1_799_999_000 };
  await show(measured({}, { fc: 0, older }));
  expect(card().dataset.state).toBe('stale');
  expect(page.textOf(card())).toContain('Frekvenčný menič neodpovedá.');
});

it('the pump card shows connecting, not offline, before the first data', async () => {
  const silent = () => new Promise<never>(() => {});
  await showLive(<PumpCard deviceId="MNB-TE0009" />, { routes: { '/api-requests/online-devices': silent } });
  expect(card().dataset.state).toBe('connecting');
  expect(page.textOf(card())).toContain('Pripája sa');
});

it('a live pump state shows its age', async () => {
  await show(measured({ on_off_state_r: 1, frequency_fc: 0 }));
  expect(page.textOf(card())).toContain('Aktualizované práve teraz');
  await pass(40_000);
  expect(card().dataset.state).toBe('waiting');
  expect(page.textOf(card())).toContain('Aktualizované pred 40 s');
});

it('values have their unit, and a value never reported is not available, not 0', async () => {
  await show(measured({ motor_rpm: 2450, motor_power: 0.9, motor_current: undefined }));
  expect(page.textOf(page.value('Otáčky'))).toBe('2 450 rpm');
  expect(page.textOf(page.value('Výkon'))).toBe('0,90 kW');
  expect(page.textOf(page.value('Prúd'))).toBe('–Nedostupné');
});
