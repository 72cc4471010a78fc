import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FirmwareUpdate } from '@manoboard/contract/firmware/firmware-release';
import { aReleaseFile, makerKeys } from '@manoboard/testkit/signed-firmware';
import { createOtaBoard } from './ota-board.ts';
import { startWorld, type World } from './world.ts';

type User = Awaited<ReturnType<World['user']>>;
type Device = Awaited<ReturnType<World['enrol']>>;

export const START_MS = 1_800_000_000_000;

/** A server with releases 1.5.0 and 1.6.0, the latter valid for an hour, and boards with 1.4.2. */
export async function startFirmwareWorld() {
  const clock = { ms: START_MS };
  const keys = makerKeyFile();
  const world = await startWorld({ env: { FIRMWARE_KEYS: keys }, now: () => clock.ms });
  const boss = await world.user({}, ['Super Seller']);
  for (const release of [{}, { version: '1.6.0', exp: START_MS / 1000 + 3600 }])
    await boss.request('/firmware/releases', {
      method: 'POST',
      body: Buffer.from(aReleaseFile(release)),
      headers: { 'content-type': 'application/octet-stream' },
    });
  let boot = 1;

  /** Connects a board and publishes the messages of a boot with this version. */
  async function bootBoard(device: Device, version = '1.4.2') {
    const client = await device.connect({ boot: ++boot });
    const ota = await createOtaBoard(client);
    await client.publishStatus();
    const fc = { id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', ident: 269, unit: 1 };
    await client.publishInfo({ version, hw: 'MNB-2', cap: ['ota'], fc });
    return { client, ota, boot };
  }

  /** An owner with a connected board. */
  async function aHouse() {
    clock.ms = START_MS;
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    return { owner, device, ...(await bootBoard(device)) };
  }

  return {
    world,
    clock,
    bootBoard,
    aHouse,
    begin: (by: Pick<User, 'post'>, { deviceId }: Device, version = '1.5.0') =>
      by.post(`/firmware/${deviceId}/update`, { version }),
    lastOf: async (by: Pick<User, 'get'>, { deviceId }: Device) =>
      (await by.get(`/firmware/${deviceId}/update`)).body as FirmwareUpdate,
    /** The same user, logged in after a server restart. */
    async again({ email, password }: User) {
      const browser = world.browser();
      await browser.login(email, password);
      return browser;
    },
    async stop() {
      await world.stop();
      await rm(dirname(keys), { recursive: true });
    },
  };
}

/** File for FIRMWARE_KEYS: the public key of the maker in tests. */
export function makerKeyFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'manoboard-maker-')), 'maker.pem');
  writeFileSync(file, makerKeys.publicKey.export({ type: 'spki', format: 'pem' }));
  return file;
}
