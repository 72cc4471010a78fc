import type { DeviceState } from '@manoboard/contract/device/device-state';
import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import { PING_INTERVAL_MS } from '@manoboard/contract/live';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import { aDeviceState } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { LinkHealth } from './status-facts.tsx';
import { StatusPanel } from './status-panel.tsx';

freezeTime();

const stateOf = (wifi: Partial<DeviceState['wifi']> = {}): DeviceState => {
  const state = aDeviceState({}, T);
  return { ...state, id_dev: ID, wifi: { ...state.wifi, ...wifi } };
};
const raised = (code: EventCode, clearedAt: number | null = null): Diagnostics['events'] => [
  { id: 'a', code, severity: 'alarm', raised_at: T - 60, cleared_at: clearedAt, reading: {} },
];
const sensorBreak = (clearedAt: number | null) => raised('SENSOR_BREAK', clearedAt);

interface Setting {
  last?: Parameters<typeof measured>;
  online?: string[];
  wifi?: Partial<DeviceState['wifi']>;
  events?: Diagnostics['events'];
  lastSeen?: number;
  locale?: 'sk' | 'gb';
}

async function show(setting: Setting = {}, shown = <StatusPanel deviceId={ID} />) {
  const { last = [{}], online = [ID], wifi, events = [], lastSeen = T, locale = 'sk' } = setting;
  const answer: Diagnostics = {
    now: T,
    online: true,
    fc: 1,
    values: [],
    fault: { code: 0, name: null, ts: T },
    events,
  };
  const live = await showLive(shown, {
    last: [measured(...last)],
    online,
    locale,
    routes: {
      [`/devices/${ID}/state`]: () => ({ json: { ...stateOf(wifi), last_seen: lastSeen } }),
      [`/devices/${ID}/diagnostics`]: () => ({ json: answer }),
    },
  });
  await pass(0);
  return live;
}
const alerts = () => page.all('alert').map(page.textOf);

it('R4.5 the status panel shows connected, secured, strength and FC connection ok without a problem', async () => {
  await show();
  expect(page.text()).toContain('Všetko od čerpadla až po túto stránku funguje.');
  expect(page.textOf(page.value('Pripojenie'))).toBe('Pripojené');
  expect(page.textOf(page.value('Wi-Fi'))).toBe('Zabezpečená');
  expect(page.textOf(page.value('Sila signálu Wi‑Fi'))).toBe('Dobrá (-61 dBm)');
  expect(page.textOf(page.value('Spojenie s meničom'))).toBe('V poriadku');
  expect(alerts()).toEqual([]);
});

it('R4.5 LinkHealth shows Wi-Fi and converter connection without the popover', async () => {
  await show({}, <LinkHealth deviceId={ID} />);
  expect(page.text()).toBe('Wi-FiZabezpečenáSila signálu Wi‑FiDobrá (-61 dBm)Spojenie s meničomV poriadku');
});

it('R4.4 LinkHealth of an offline board shows the Wi-Fi facts with their age and the converter as unknown', async () => {
  const { receiveOnline } = await show({ last: [{}, {}, 120] }, <LinkHealth deviceId={ID} />);
  await receiveOnline(false);
  await pass(60_000);
  expect(page.textOf(page.value('Wi-Fi'))).toBe('Zabezpečenánaposledy pred 1 min');
  expect(page.textOf(page.value('Sila signálu Wi‑Fi'))).toBe('Dobrá (-61 dBm)naposledy pred 3 min');
  expect(page.textOf(page.value('Spojenie s meničom'))).toBe('Neznáme');
});

it.each([
  ['sk', 'Zabezpečená', 'naposledy pred 2 h', 'či práve beží, odtiaľto nevidno', 'pracuje ďalej'],
  ['gb', 'Secured', 'last known 2 h ago', 'whether it runs now cannot be seen from here', 'works on'],
] as const)(
  'R4.4 R4.5 the status panel of an offline board does not claim a current state: %s',
  async (locale, ...words) => {
    const [secured, age, honest, asserted] = words;
    await show({ online: [], locale, lastSeen: T - 7200, last: [{}, {}, 7200] });
    expect(page.textOf(page.value('Wi-Fi'))).toBe(`${secured}${age}`);
    expect(page.text()).toContain(honest);
    expect(page.text()).not.toContain(asserted);
  },
);

it('R4.5 the status panel shows an unsecured and weak Wi-Fi in English', async () => {
  await show({ locale: 'gb', wifi: { secured: false }, last: [{ rssi: -83 }] });
  expect(page.textOf(page.value('Wi-Fi'))).toBe('Not secured');
  expect(page.textOf(page.value('Wi‑Fi strength'))).toContain('Very weak (-83 dBm)');
  expect(page.textOf(page.value('FC connection'))).toBe('OK');
});

it.each([
  [
    'a converter that does not answer',
    { last: [{}, { fc: 0 as const }] },
    ['Doska nepočuje frekvenčný menič'],
  ],
  ['a fault of the drive', { last: [{ fault: 10, on_off_state_r: 4 }] }, ['Frekvenčný menič hlási poruchu']],
  ['a drive without power', { last: [{ on_off_state_r: 5 }] }, ['Frekvenčný menič hlási poruchu']],
  ['a broken sensor', { events: sensorBreak(null) }, ['Snímač tlaku nemeria']],
  ['an offline board', { online: [] }, ['Zariadenie nie je pripojené']],
  ['dry running', { events: raised('DRY_RUN') }, ['Čerpadlo bežalo nasucho']],
  ['overpressure', { events: raised('OVER_PRESSURE') }, ['Tlak bol príliš vysoký']],
  ['a burst pipe', { events: raised('PIPE_BURST') }, ['Potrubie je zrejme prasknuté']],
  ['no flow', { events: raised('NO_FLOW') }, ['Čerpadlo beží, ale voda netečie']],
  ['a clock that is not set', { last: [{}, { clock: 'unset' }] }, ['Doska nepozná presný čas']],
  ['a clock that is behind', { last: [{}, { clock: 'behind' }] }, ['Hodiny dosky nejdú správne']],
  [
    'a fault of the drive and a broken sensor',
    { last: [{ fault: 22 }], events: sensorBreak(null) },
    ['Frekvenčný menič hlási poruchu', 'Snímač tlaku nemeria'],
  ],
  [
    'an offline board whose last frame had a fault',
    { online: [], last: [{ fault: 10 }] },
    ['Zariadenie nie je pripojené'],
  ],
] as [string, Setting, string[]][])(
  'R4.5 the status panel shows the broken hop and the next step: %s',
  async (_case, setting, titles) => {
    await show(setting);
    expect(alerts().map((text) => titles.find((title) => text.startsWith(title)))).toEqual(titles);
    for (const text of alerts()) expect(text.length).toBeGreaterThan(60);
    expect(page.text()).not.toContain('funguje.');
  },
);

it('R4.5 the status panel blames the broker, not the Wi-Fi, when a board goes offline with the broker', async () => {
  const { receiveBroker, receiveOnline } = await show();
  await receiveBroker(false);
  expect(alerts()).toEqual([]);
  await receiveOnline(false);
  expect(alerts()).toEqual([expect.stringContaining('Broker servera neodpovedá')]);
  await receiveBroker(true);
  expect(alerts()).toEqual([expect.stringContaining('Zariadenie nie je pripojené')]);
});

it('R4.5 the status panel polls the broker state without the stream', async () => {
  const { server } = await show({ online: [] });
  server.routes[`/devices/${ID}/state`] = () => ({ json: { ...stateOf(), broker: false } });
  await act(async () => FakeEventSource.current.disconnect());
  await pass(7000);
  expect(alerts()).toEqual([expect.stringContaining('Broker servera neodpovedá')]);
});

it('R4.5 the status panel lists unmeasured values with the next step', async () => {
  const older = { motor_current: T - 20, pressure: T - 20 };
  await show({ last: [{}, { older }] });
  expect(alerts()).toEqual([
    expect.stringMatching(
      /^Niektoré hodnoty sa nedajú odmerať .*: Prúd motora a Skutočný tlak\. Ak ich meria snímač, skontrolujte/,
    ),
  ]);
});

it('R4.5 the status panel shows a broken sensor and another unmeasured value', async () => {
  await show({ last: [{}, { older: { motor_current: T - 20 } }], events: sensorBreak(null), locale: 'gb' });
  expect(alerts()).toEqual([
    expect.stringContaining('The pressure sensor does not measure'),
    expect.stringContaining('do not measure: Motor current.'),
  ]);
});

it('R4.5 the status panel shows a silent board before the broker reports it offline', async () => {
  const { receiveFrame } = await show();
  await pass(9_000);
  expect(alerts()).toEqual([]);
  await pass(1000 + PING_INTERVAL_MS);
  expect(alerts()).toEqual([expect.stringContaining('Doska sa odmlčala')]);
  expect(page.textOf(page.value('Pripojenie'))).toBe('Doska mlčí');
  expect(page.textOf(page.value('Spojenie s meničom'))).toBe('Neznáme');
  await receiveFrame(measured({}, { ts: T + 10, received_at: T + 10 }));
  expect(alerts()).toEqual([]);
});

it('R4.5 a board with an interval of one minute is silent only after two minutes', async () => {
  await show({ last: [{}, { every_s: { running: 60, asleep: 600 } }] });
  await pass(119_000);
  expect(alerts()).toEqual([]);
  await pass(1000 + PING_INTERVAL_MS);
  expect(alerts()).toEqual([expect.stringContaining('Doska sa odmlčala')]);
});

it('R4.5 the status panel shows a board with late values as late, not as ok or silent', async () => {
  await show({ last: [{}, { received_at: T }, 60] });
  expect(alerts()).toEqual([expect.stringContaining('Hodnoty prichádzajú neskoro')]);
  expect(page.textOf(page.value('Pripojenie'))).toBe('Hodnoty meškajú');
  expect(page.textOf(page.value('Spojenie s meničom'))).toBe('Neznáme');
});

it('R4.5 the status panel ignores a cleared sensor break', async () => {
  await show({ events: sensorBreak(T - 10) });
  expect(alerts()).toEqual([]);
});

it('R4.5 the status panel shows a fault of the converter once', async () => {
  await show({ last: [{ fault: 10 }], events: raised('FC_FAULT') });
  expect(alerts()).toEqual([expect.stringContaining('Frekvenčný menič hlási poruchu')]);
});

it('R4.5 the status panel shows the hops behind an unreachable server as unknown, not as broken', async () => {
  const { loseServer } = await show();
  await loseServer();
  expect(alerts()).toHaveLength(1);
  expect(alerts()[0]).toContain('Server neodpovedá');
  expect(page.textOf(page.value('Pripojenie'))).toBe('Pripája sa');
  expect(page.textOf(page.value('Spojenie s meničom'))).toBe('Neznáme');
});

it('R4.5 the status panel shows a hanging server within one poll interval, and its board never as silent', async () => {
  const { hangServer } = await show();
  // The next frame is due just after the server hangs, so the board would soon count as silent.
  await pass(4000);
  const resume = hangServer();
  for (let second = 1; second <= 30; second++) {
    await pass(1000);
    const shown = alerts().join();
    expect(shown).not.toContain('Doska sa odmlčala');
    if (second >= 6) expect(shown).toContain('Server neodpovedá');
  }
  // The board has two full intervals for its next frame.
  await resume();
  await pass(8000);
  expect(alerts()).toEqual([]);
  await pass(4000);
  expect(alerts()).toEqual([expect.stringContaining('Doska sa odmlčala')]);
});

it('R4.5 the status panel blames the network when a browser without network loses the server', async () => {
  const { hangServer } = await show();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  hangServer();
  await act(async () => window.dispatchEvent(new Event('offline')));
  await pass(6000);
  expect(alerts()).toEqual([expect.stringContaining('Tento prehliadač je bez siete')]);
});

it('R4.5 the status panel shows a browser without network', async () => {
  const { loseNetwork } = await show();
  await loseNetwork();
  expect(alerts()).toHaveLength(1);
  expect(alerts()[0]).toContain('Tento prehliadač je bez siete');
});

it('R4.4 the Wi-Fi strength of an offline board has its age', async () => {
  await show({ online: [], last: [{}, {}, 120] });
  expect(page.textOf(page.value('Sila signálu Wi‑Fi'))).toBe('Dobrá (-61 dBm)naposledy pred 2 min');
});
