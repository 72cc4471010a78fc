import type { DeviceFirmware, FirmwareUpdate } from '@manoboard/contract/firmware/firmware-release';
import { OtaError } from '@manoboard/contract/mqtt/firmware';
import { texts } from '@manoboard/i18n/texts';
import { expect, it } from 'vitest';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { UpdateDialog } from './update-dialog.tsx';
import { UpdateNotice, WhenUpdateOffered } from './update-notice.tsx';

freezeTime();

const release: DeviceFirmware['available'] = {
  id: 'r-150',
  version: '1.5.0',
  hw: 'mnb-2',
  from: '>=1.4.0',
  size: 300_000,
  parts: [
    { name: 'app', size: 240_000, sha256: 'a'.repeat(64) },
    { name: 'fs', size: 60_000, sha256: 'b'.repeat(64) },
  ],
  expires_at: T + 86_400,
  uploaded_at: T - 86_400,
  uploaded_by: null,
};
const anUpdate = (change: Partial<FirmwareUpdate> = {}): FirmwareUpdate => ({
  id: 1,
  release_id: release.id,
  version: release.version,
  from_version: '1.4.2',
  status: 'DOWNLOADING',
  percent: 40,
  error: null,
  is_ended: false,
  is_success: false,
  started_at: T,
  started_by: 'Eva Vodná',
  changed_at: T,
  ended_at: null,
  ...change,
});
const firmwareState = (change: Partial<DeviceFirmware> = {}): DeviceFirmware => ({
  version: '1.4.2',
  hw: 'mnb-2',
  available: release,
  update: null,
  ...change,
});
const changelog = {
  entries: [{ version: '1.5.0', released_at: T, changelog: { sk: 'Tichší rozbeh', gb: 'Quieter start' } }],
};

interface Setting {
  locale?: 'gb';
  canUpdate?: boolean;
  changes?: Handler;
}

async function show(firmware: DeviceFirmware, setting: Setting = {}) {
  const { locale = 'sk', canUpdate = true, changes = () => ({ json: changelog }) } = setting;
  const routes: Record<string, Handler> = {
    [`/firmware/${ID}`]: () => ({ json: firmware }),
    [`/firmware/${ID}/changelog`]: changes,
  };
  const live = await showLive(
    <>
      <UpdateNotice deviceId={ID} link={(text) => <a href="#update">{text}</a>} />
      <UpdateDialog deviceId={ID} canUpdate={canUpdate} onClose={() => undefined} />
    </>,
    { routes, last: [measured({})], locale },
  );
  await pass(0);
  return {
    ...live,
    async emitFirmware(next: DeviceFirmware) {
      live.server.routes[`/firmware/${ID}`] = () => ({ json: next });
      FakeEventSource.current.emit('firmware', { device_id: ID });
      await pass(20);
    },
  };
}
const startButton = () => page.get('button', 'Aktualizovať na 1.5.0');

it('R4.2 the dialog shows both versions, the parts with sizes, the Slovak changelog and both warnings', async () => {
  await show(firmwareState());
  for (const text of ['1.4.2', '1.5.0', 'Program dosky240 kB', 'fs60 kB', 'Tichší rozbeh'])
    expect(page.text()).toContain(text);
  expect(page.text()).toContain('Počas aktualizácie zariadenie nepoužívajte.');
  expect(page.text()).toContain('Aktualizujte len vtedy, keď nehrozí výpadok napájania.');
});

it('R4.2 the English dialog shows the English changelog and warnings', async () => {
  await show(firmwareState(), { locale: 'gb' });
  expect(page.text()).toContain('Quieter start');
  expect(page.text()).toContain('Do not use the device during the update.');
});

it('R4.2 a failed changelog request does not block the update and can be retried', async () => {
  const { server } = await show(firmwareState(), { changes: () => ({ status: 500 }) });
  expect(page.textOf(page.get('alert'))).toContain(
    'Zoznam zmien sa nepodarilo načítať. Skúste to neskôr alebo kontaktujte podporu.',
  );
  expect((startButton() as HTMLButtonElement).disabled).toBe(false);
  server.routes[`/firmware/${ID}/changelog`] = () => ({ json: changelog });
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(page.text()).toContain('Tichší rozbeh');
});

it('R4.2 the dialog shows a started update to its end: percent, step, success and new version', async () => {
  const { server, emitFirmware } = await show(firmwareState());
  server.routes[`/firmware/${ID}/update`] = () => ({
    status: 201,
    json: anUpdate({ status: 'waiting', percent: 0 }),
  });
  server.routes[`/firmware/${ID}`] = () => ({
    json: firmwareState({ update: anUpdate({ status: 'waiting', percent: 0 }) }),
  });
  await page.click(startButton());
  await pass(0);
  expect(server.requestsTo(`/firmware/${ID}/update`)[0]?.body).toEqual({ version: '1.5.0' });
  expect(page.text()).toContain('Čaká sa na zariadenie…');

  await emitFirmware(firmwareState({ update: anUpdate() }));
  expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('40');
  expect(page.text()).toContain('Zariadenie sťahuje firmvér…');
  expect(page.text()).toContain('Zariadenie sa aktualizuje na verziu 1.5.0: 40 %');
  expect(page.all('button', /^Aktualizovať na/)).toEqual([]);

  await emitFirmware(firmwareState({ update: anUpdate({ status: 'UPDATED', percent: 99 }) }));
  expect(page.text()).toContain('Aktualizácia prebehla úspešne, zariadenie sa reštartuje!');
  expect(page.text()).not.toContain('Zariadenie je späť');

  const done = anUpdate({
    status: 'UPDATED',
    percent: 100,
    is_ended: true,
    is_success: true,
    ended_at: T,
  });
  await emitFirmware(firmwareState({ version: '1.5.0', available: null, update: done }));
  expect(page.text()).toContain('Zariadenie je späť s verziou 1.5.0');
  expect(page.text()).toContain('Zariadenie má najnovší firmvér');
});

it('R4.2 an update that ended a day ago shows no success message', async () => {
  const ended = { is_ended: true, is_success: true, ended_at: T - 86_400 };
  const done = anUpdate({ status: 'UPDATED', percent: 100, ...ended });
  await show(firmwareState({ version: '1.5.0', available: null, update: done }));
  expect(page.text()).toContain('Zariadenie má najnovší firmvér');
  expect(page.text()).not.toContain('Aktualizácia prebehla úspešne');
});

it('R4.2 the progress is polled every 6 s while an update runs', async () => {
  const { server } = await show(firmwareState({ update: anUpdate() }));
  const before = server.requestsTo(`/firmware/${ID}`).length;
  await pass(6000);
  expect(server.requestsTo(`/firmware/${ID}`).length).toBeGreaterThan(before);
});

it.each(OtaError.options)(
  'R4.2 a failed update shows its reason and can be started again: %s',
  async (error) => {
    await show(firmwareState({ update: anUpdate({ status: 'FAILED', error, is_ended: true, ended_at: T }) }));
    expect(page.textOf(page.get('alert'))).toBe(
      `Aktualizácia zlyhala. ${texts.sk.firmware.error[error]} Skúste to neskôr alebo kontaktujte podporu.`,
    );
    expect(startButton()).toBeTruthy();
  },
);

it('R4.2 the English failure and changelog errors advise to try again later or contact support', async () => {
  const failed = anUpdate({ status: 'FAILED', error: 'bad_hash', is_ended: true, ended_at: T });
  await show(firmwareState({ update: failed }), { locale: 'gb', changes: () => ({ status: 500 }) });
  const alerts = page.all('alert').map((alert) => page.textOf(alert));
  expect(alerts.filter((text) => text.includes('ry again later or contact support.'))).toHaveLength(2);
});

it('R4.2 a rolled-back update is reported as such', async () => {
  await show(
    firmwareState({ update: anUpdate({ status: 'ROLLED_BACK', error: 'unhealthy', is_ended: true }) }),
  );
  expect(page.textOf(page.get('alert'))).toContain('zariadenie sa vrátilo k pôvodnej verzii');
});

it('R4.2 a refused start shows the reason', async () => {
  const { server } = await show(firmwareState());
  server.routes[`/firmware/${ID}/update`] = () => ({ status: 409, json: { detail: 'UPDATE_RUNNING' } });
  await page.click(startButton());
  await pass(0);
  expect(page.textOf(page.get('alert'))).toContain(
    'Aktualizácia sa nezačala. Zariadenie sa práve aktualizuje.',
  );
});

it('R4.2 the update button is disabled while the board is offline', async () => {
  const { receiveOnline } = await show(firmwareState());
  await receiveOnline(false);
  expect((startButton() as HTMLButtonElement).disabled).toBe(true);
  expect(page.text()).toContain('Zariadenie je offline, teraz sa nedá ovládať.');
});

it('R4.2 a user without the right to update has no update button', async () => {
  await show(firmwareState(), { canUpdate: false });
  expect(page.all('button', /^Aktualizovať na/)).toEqual([]);
});

it.each([
  ['no newer version', firmwareState({ available: null }), false],
  ['a newer version', firmwareState(), true],
  ['a running update', firmwareState({ available: null, update: anUpdate() }), true],
  ['an ended update', firmwareState({ available: null, update: anUpdate({ is_ended: true }) }), false],
])(
  'R4.2 WhenUpdateOffered renders its children only for an available or running update: %s',
  async (_case, firmware, isOffered) => {
    await showLive(<WhenUpdateOffered deviceId={ID}>offer</WhenUpdateOffered>, {
      routes: { [`/firmware/${ID}`]: () => ({ json: firmware }) },
    });
    await pass(0);
    expect(page.text() === 'offer').toBe(isOffered);
  },
);

it.each([
  ['waits', { on_off_state_r: 1, frequency_fc: 0, modbus: 0 }, true],
  ['runs', { on_off_state_r: 1, frequency_fc: 40, modbus: 0 }, true],
  ['is off', { on_off_state_r: 3, frequency_fc: 0, modbus: 0 }, false],
  ['waits, and the keypad is locked', { on_off_state_r: 1, frequency_fc: 0, modbus: 2 }, false],
])('R4.2 the update is disabled with a reason while the keypad runs the pump: it %s', async (...row) => {
  const [, values, isBlocked] = row;
  const { receiveFrame } = await show(firmwareState());
  await receiveFrame(measured(values, {}, -1));
  expect(page.isDisabled(page.get('button', 'Aktualizovať na 1.5.0'))).toBe(isBlocked);
  expect(page.text().includes(texts.sk.firmware.keypad)).toBe(isBlocked);
});
