import { generateKeyPairSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type {
  DeviceChangelog,
  DeviceFirmware,
  FirmwareRelease,
} from '@manoboard/contract/firmware/firmware-release';
import { MAX_IMAGE_BYTES } from '@manoboard/contract/firmware/firmware-release';
import { encodeRelease } from '@manoboard/domain/firmware/release';
import { anImage, aRelease, aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makerKeyFile } from '../../../test/firmware-world.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let boss: Awaited<ReturnType<World['user']>>;
const keys = makerKeyFile();
const clock = { ms: 1_800_000_000_000 };

beforeAll(async () => {
  world = await startWorld({ env: { FIRMWARE_KEYS: keys }, now: () => clock.ms });
  boss = await world.user({}, ['Super Seller']);
});
beforeEach(() => world.db.deleteFrom('firmware_release').execute());
afterAll(async () => {
  await world.stop();
  await rm(dirname(keys), { recursive: true });
});

const BYTES = 'application/octet-stream';
const upload = (file: Uint8Array, by: Pick<typeof boss, 'request'> = boss, type = BYTES) =>
  by.request('/firmware/releases', {
    method: 'POST',
    body: Buffer.from(file),
    headers: { 'content-type': type },
  });
const stored = () => world.db.selectFrom('firmware_release').select(['id', 'image']).execute();
const no = (status: number, detail: string) => ({ status, body: { detail } });

describe('R4.14 upload of a release', () => {
  it('stores the image unchanged, and answers with its manifest and uploader', async () => {
    const { status, body } = await upload(aReleaseFile());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: 'test-1.5.0',
      version: '1.5.0',
      hw: 'MNB-2',
      from: '>=1.3.0',
      size: 5_000,
      expires_at: 1_900_000_000,
      uploaded_at: 1_800_000_000,
      uploaded_by: 'Eva Vodná',
      changelog: { sk: 'Tichší rozbeh.', gb: 'A quieter start.' },
    });
    const [row] = await stored();
    expect(row?.image.equals(anImage(5_000))).toBe(true);
  });

  it.each([
    ['another kind of file', Buffer.from('%PDF-1.7 …'), BYTES],
    ['an empty file', Buffer.alloc(0), BYTES],
    ['a release with the type of JSON', aReleaseFile(), 'application/json'],
    ['a release with the type of an image', aReleaseFile(), 'image/png'],
    ['a release without a type', aReleaseFile(), ''],
  ])('%s: 415', async (_case, file, type) => {
    expect(await upload(file, boss, type)).toMatchObject(no(415, 'FILE_TYPE_INCORRECT'));
    expect(await stored()).toEqual([]);
  });

  it('with the signature of another key is refused', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(await upload(aReleaseFile({}, privateKey))).toMatchObject(no(400, 'FIRMWARE_SIGNATURE_WRONG'));
  });

  const { head, image } = aRelease();
  const other = aRelease({ version: '1.6.0' }).head;
  it.each([
    ['another version', { ...head, manifest: { ...head.manifest, version: '1.5.1' } }],
    ['another end', { ...head, manifest: { ...head.manifest, exp: 2_000_000_000 } }],
    ['another text', { ...head, changelog: { ...head.changelog, gb: 'Trust me.' } }],
    ['the changelog of another release', { ...head, changelog: other.changelog, sig: other.sig }],
  ])('with %s than the signed one is refused', async (_case, changed) => {
    expect(await upload(encodeRelease(changed, image))).toMatchObject(no(400, 'FIRMWARE_SIGNATURE_WRONG'));
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['a truncated image', encodeRelease(head, image.subarray(0, 4_999))],
    ['an image with an extra byte', encodeRelease(head, new Uint8Array([...image, 0]))],
    ['another byte', encodeRelease(head, image.with(17, 0xee))],
    ['a truncated head', aReleaseFile().subarray(0, 100)],
  ])('with %s is refused as damaged', async (_case, file) => {
    expect(await upload(file)).toMatchObject(no(400, 'FIRMWARE_DAMAGED'));
    expect(await stored()).toEqual([]);
  });

  it('with a manifest too large for a message is refused as damaged', async () => {
    const parts = ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
      name: letter.repeat(64),
      bytes: anImage(10),
    }));
    expect(await upload(aReleaseFile({ parts }))).toMatchObject(no(400, 'FIRMWARE_DAMAGED'));
  });

  it('with an existing ID, or an existing version for the same hardware, is refused', async () => {
    await upload(aReleaseFile());
    const exists = no(409, 'FIRMWARE_EXISTS');
    expect(await upload(aReleaseFile())).toMatchObject(exists);
    expect(await upload(aReleaseFile({ id: 'other' }))).toMatchObject(exists);
    expect(await upload(aReleaseFile({ id: 'test-1.5.0', version: '1.6.0' }))).toMatchObject(exists);
    expect((await upload(aReleaseFile({ id: 'for-3', hw: 'MNB-3' }))).status).toBe(201);
  });

  it('that has expired is refused', async () =>
    expect(await upload(aReleaseFile({ exp: 1_800_000_000 }))).toMatchObject(no(409, 'FIRMWARE_EXPIRED')));

  it('larger than the largest image is refused', async () =>
    expect(await upload(new Uint8Array(MAX_IMAGE_BYTES + 64 * 1024 + 1))).toMatchObject(
      no(413, 'BODY_TOO_LARGE'),
    ));

  it.each([[[]], [['Technician' as const]], [['Seller' as const]]])(
    'R7.5 by roles %j is refused before the file is read',
    async (roles) => {
      const user = await world.user({}, roles);
      expect(await upload(Buffer.from('%PDF'), user)).toMatchObject(no(403, 'FORBIDDEN'));
      expect(await user.get('/firmware/releases')).toMatchObject(no(403, 'FORBIDDEN'));
    },
  );

  it('without a session is answered 401', async () =>
    expect((await upload(aReleaseFile(), world.browser())).status).toBe(401));
});

it('R4.14 the list of releases sorts versions by number, newest first', async () => {
  for (const version of ['1.9.0', '1.10.0', '1.2.0']) await upload(aReleaseFile({ version }));
  const { body } = await boss.get('/firmware/releases');
  expect((body as FirmwareRelease[]).map(({ version }) => version)).toEqual(['1.10.0', '1.9.0', '1.2.0']);
});

describe('R4.2 the release offered to a board', () => {
  const cap = ['start_stop', 'ota'];

  async function aBoard(info: { version?: string; hw?: string; cap?: string[] } = {}) {
    const device = await world.enrol(boss.id);
    const board = await device.connect();
    await board.publishInfo({ version: '1.4.2', hw: 'MNB-2', cap, ...info });
    await board.leave();
    return {
      firmware: async () => (await boss.get(`/firmware/${device.deviceId}`)).body as DeviceFirmware,
      changelog: async () =>
        (await boss.get(`/firmware/${device.deviceId}/changelog`)).body as DeviceChangelog,
    };
  }

  it('is the newest one that fits; the changelog has all newer ones', async () => {
    await upload(aReleaseFile({ version: '1.4.0' }));
    await upload(aReleaseFile({ version: '1.5.0' }));
    await upload(aReleaseFile({ version: '1.6.0', changelog: { sk: 'Nový', gb: 'New' } }));
    await upload(aReleaseFile({ version: '2.0.0', from: '>=1.6.0' }));
    await upload(aReleaseFile({ id: 'other-hw', version: '3.0.0', hw: 'MNB-3' }));
    const board = await aBoard();
    expect(await board.firmware()).toMatchObject({
      version: '1.4.2',
      hw: 'MNB-2',
      update: null,
      available: { version: '1.6.0', parts: [{ name: 'app', size: 5_000 }] },
    });
    const { entries } = await board.changelog();
    expect(entries.map(({ version }) => version)).toEqual(['2.0.0', '1.6.0', '1.5.0']);
    expect(entries[1]).toEqual({
      version: '1.6.0',
      released_at: 1_800_000_000,
      changelog: { sk: 'Nový', gb: 'New' },
    });
  });

  it.each([
    ['runs it already', { version: '1.5.0' }],
    ['has other hardware', { hw: 'MNB-1' }],
    ['reports a version that is not a number', { version: 'dev' }],
    ['does not announce updates', { cap: ['start_stop'] }],
  ])('is none for a board that %s', async (_case, info) => {
    await upload(aReleaseFile());
    expect((await (await aBoard(info)).firmware()).available).toBeNull();
  });

  it('is none if it has expired or its key was removed', async () => {
    await upload(aReleaseFile({ exp: 1_800_000_100 }));
    const board = await aBoard();
    expect((await board.firmware()).available).toMatchObject({ version: '1.5.0' });
    clock.ms = 1_800_000_100_000;
    expect((await board.firmware()).available).toBeNull();
    clock.ms = 1_800_000_000_000;
    const { db } = world;
    const sig = `ed25519:${'A'.repeat(86)}==`;
    const manifest = JSON.stringify({ ...aRelease({ exp: 1_800_000_100 }).head.manifest, sig });
    await db.deleteFrom('firmware_release').execute();
    await db
      .insertInto('firmware_release')
      .values({
        id: 'x',
        version: '1.5.0',
        hw: 'MNB-2',
        manifest,
        changelog: '{"sk":"x","gb":"x"}',
        image: Buffer.alloc(1),
        uploaded_at: new Date(),
        uploaded_by: null,
      })
      .execute();
    expect((await board.firmware()).available).toBeNull();
    expect((await board.changelog()).entries).toEqual([]);
  });
});

it('R4.14 a server without maker keys refuses uploads with FIRMWARE_KEYS_MISSING', async () => {
  const { FIRMWARE_KEYS: _, ...env } = world.env;
  const keyless = await startWorld({ env });
  const user = await keyless.user({}, ['Super Seller']);
  expect(await upload(aReleaseFile(), user)).toMatchObject(no(409, 'FIRMWARE_KEYS_MISSING'));
  await keyless.stop();
});
