import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DeviceFirmware, FirmwareUpdate } from '@manoboard/contract/firmware/firmware-release';
import { freePort } from '@manoboard/testkit/free-port';
import { startProgram } from '@manoboard/testkit/program';
import { anImage, aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makerKeyFile } from './firmware-world.ts';
import { startWorld, type World } from './world.ts';

/** A board downloads and installs a release in its own time. */
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let folder: string;
let deviceId: string;
let board: ReturnType<typeof startProgram>;
let panelPort: number;
const keys = makerKeyFile();
const account = { email: '', password: '' };

beforeAll(async () => {
  // Fixed ports, so that the board reconnects after a server restart.
  const env = { FIRMWARE_KEYS: keys, PORT: `${await freePort()}`, MQTT_PORT: `${await freePort()}` };
  world = await startWorld({ env });
  const boss = await world.user({}, ['Super Seller']);
  Object.assign(account, { email: boss.email, password: boss.password });
  const parts = [{ name: 'app', bytes: anImage(25_000) }];
  const uploaded = await boss.request('/firmware/releases', {
    method: 'POST',
    body: Buffer.from(aReleaseFile({ parts, chunk: 512 })),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(uploaded.status).toBe(201);
});
afterAll(async () => {
  await world.stop();
  rmSync(dirname(keys), { recursive: true });
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manoboard-ota-'));
  const device = await world.enrol();
  ({ deviceId } = device);
  writeFileSync(join(folder, 'secret'), device.secret);
  panelPort = await freePort();
  board = startProgram('apps/board/dist/main.mjs', [
    ...['board', '--mqtt', world.server.mqttUrl, '--id', deviceId, '--secret-file', join(folder, 'secret')],
    ...['--state', join(folder, 'state'), '--firmware-key', keys, '--panel', `${panelPort}`],
    ...['--scenario', 'stopped'],
  ]);
  await board.message('ready');
  await waitFor(async () => (await firmware()).available, { what: 'a release that fits' });
});
afterEach(async () => {
  await board.stop();
  rmSync(folder, { recursive: true });
});

/** A logged-in user of the running server who may update the board. */
async function person() {
  const browser = world.browser();
  await browser.login(account.email, account.password);
  return browser;
}
const firmware = async () => (await (await person()).get(`/firmware/${deviceId}`)).body as DeviceFirmware;
const begin = async () => (await person()).post(`/firmware/${deviceId}/update`, { version: '1.5.0' });

async function until(fits: (update: FirmwareUpdate) => boolean, what: string): Promise<FirmwareUpdate> {
  const browser = await person();
  return waitFor(
    async () => {
      const update = (await browser.get(`/firmware/${deviceId}/update`)).body as FirmwareUpdate;
      return fits(update) && update;
    },
    { what, timeoutMs: 50_000 },
  );
}
const untilEnded = () => until(({ is_ended }) => is_ended, 'the end of the update');

const setFault = (name: string, on: boolean) =>
  fetch(`http://127.0.0.1:${panelPort}/boards/${deviceId}/faults/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on }),
  });

it('R4.2 a real board installs an update although the server restarts during it', async () => {
  expect((await begin()).status).toBe(201);
  await until(({ percent }) => percent > 0, 'the download');
  await world.restart();
  expect(await untilEnded()).toMatchObject({
    status: 'UPDATED',
    percent: 100,
    is_success: true,
    error: null,
  });
  expect(await firmware()).toMatchObject({ version: '1.5.0', available: null });
});

it('R4.2 a real board whose update fails keeps its version, and installs the same release at the next attempt', async () => {
  expect((await setFault('fc_link_loss', true)).status).toBe(200);
  expect((await begin()).status).toBe(201);
  expect(await untilEnded()).toMatchObject({ status: 'FAILED', error: 'fc_offline', is_success: false });
  expect((await firmware()).version).toBe('1.4.2');
  expect((await setFault('fc_link_loss', false)).status).toBe(200);
  expect((await begin()).status).toBe(201);
  expect(await untilEnded()).toMatchObject({ status: 'UPDATED', is_success: true });
  expect((await firmware()).version).toBe('1.5.0');
});
