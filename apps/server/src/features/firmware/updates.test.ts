import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FirmwareUpdate } from '@manoboard/contract/firmware-release';
import type { Info } from '@manoboard/contract/topics';
import { anImage, aRelease, aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makerKeyFile } from '../../../test/firmware-keys.ts';
import { listenToOta } from '../../../test/ota-board.ts';
import { startWorld, type World } from '../../../test/world.ts';

type User = Awaited<ReturnType<World['user']>>;
type Device = Awaited<ReturnType<World['enrol']>>;
type BoardClient = Awaited<ReturnType<Device['connect']>>;

const START_MS = 1_800_000_000_000;
const clock = { ms: START_MS };
const keys = makerKeyFile();
const { manifest } = aRelease().head;
let world: World;
let owner: User;
let device: Device;
let board: BoardClient;
let ota: Awaited<ReturnType<typeof listenToOta>>;
let boot = 1;

const upload = (user: User, file: Uint8Array) =>
  user.ask('/firmware/releases', {
    method: 'POST',
    body: Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream' },
  });

beforeAll(async () => {
  world = await startWorld({ env: { FIRMWARE_KEYS: keys }, now: () => clock.ms });
  const boss = await world.user({}, ['Super Seller']);
  await upload(boss, aReleaseFile());
  await upload(boss, aReleaseFile({ version: '1.6.0', exp: START_MS / 1000 + 3600 }));
});
afterAll(async () => {
  await world.stop();
  await rm(dirname(keys), { recursive: true });
});

const infoOf = (version: string): Partial<Info> => ({ version, hw: 'MNB-2', cap: ['ota'] });

/** A start of the board with this version: what it says when it comes. */
async function bootBoard(from: Device, version = '1.4.2') {
  const client = await from.connect({ boot: ++boot });
  const words = await listenToOta(client);
  await client.publishStatus();
  await client.publishInfo({
    ...infoOf(version),
    fc: { id: `FC-${from.idDev.slice(4)}`, fc_type: 'GD10', ident: 269, unit: 1 },
  });
  return { client, words };
}

beforeEach(async () => {
  clock.ms = START_MS;
  owner = await world.user();
  device = await world.enrol(owner.id);
  ({ client: board, words: ota } = await bootBoard(device));
});
afterEach(() => board.leave());

const begin = (version = '1.5.0', user: Pick<User, 'post'> = owner, of = device) =>
  user.post(`/firmware/${of.idDev}/update`, { version });
const lastOf = async (of = device, user: Pick<User, 'get'> = owner) =>
  (await user.get(`/firmware/${of.idDev}/update`)).body as FirmwareUpdate;
const no = (detail: string) => ({ status: 409, body: { detail } });

async function restartBoard(version: string) {
  await board.drop();
  ({ client: board, words: ota } = await bootBoard(device, version));
}

describe('R4.2 an update', () => {
  it('is told to the board as the maker signed it, with all who look at the device watching', async () => {
    const stream = await owner.stream();
    const { status, body } = await begin();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ release_id: 'test-1.5.0', version: '1.5.0', from_version: '1.4.2', status: 'waiting', percent: 0 },
      ...{ error: null, is_ended: false, is_success: false, started_by: owner.email },
      ...{ started_at: START_MS / 1000, ended_at: null },
    });
    expect(await ota.told()).toEqual(manifest);
    await ota.say('DOWNLOADING', { n: 2 });
    expect(await lastOf()).toMatchObject({ status: 'DOWNLOADING', percent: 36 });
    await stream.next('firmware', ({ device_id }) => device_id === device.idDev);
    stream.close();
  });

  it('is kept for a board that comes later: a restart of the broker forgets nothing', async () => {
    await begin();
    await board.drop();
    await world.restart();
    ({ client: board, words: ota } = await bootBoard(device));
    expect(await ota.told()).toEqual(manifest);
    expect(await lastOf(device, await again())).toMatchObject({ status: 'waiting', is_ended: false });
  });

  it('feeds the board with the image, chunk by chunk, and with nothing else', async () => {
    await begin();
    const image = anImage(5_000);
    for (const n of [0, 4, 1]) {
      await ota.ask(n);
      const { bytes } = await ota.chunk(n);
      expect(Buffer.from(bytes).equals(image.subarray(n * 1024, (n + 1) * 1024)), `chunk ${n}`).toBe(true);
    }
    await ota.ask(5);
    await ota.ask(0, 'test-1.6.0');
    const other = await world.enrol(owner.id);
    const stranger = await bootBoard(other);
    await stranger.words.ask(0);
    await ota.ask(2);
    await ota.chunk(2);
    expect(ota.chunks.map(({ n }) => n)).toEqual([0, 4, 1, 2]);
    expect(stranger.words.chunks).toEqual([]);
    await stranger.client.leave();
  });

  it('says why a version cannot be had', async () => {
    expect(await begin('1.4.2')).toMatchObject(no('FIRMWARE_DOES_NOT_FIT'));
    expect(await begin('9.9.9')).toMatchObject(no('FIRMWARE_DOES_NOT_FIT'));
    clock.ms = START_MS + 3_600_000;
    expect(await begin('1.6.0')).toMatchObject(no('FIRMWARE_EXPIRED'));
    await board.publishInfo({ ...infoOf('1.2.0') });
    expect(await begin('1.5.0')).toMatchObject(no('FIRMWARE_DOES_NOT_FIT'));
    expect((await begin('newest')).status).toBe(422);
    await board.drop();
    await waitFor(async () => ((await begin()).body as { detail: string }).detail === 'DEVICE_OFFLINE');
    expect(await lastOf()).toBeNull();
  });

  it('ten people at once start one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(no('UPDATE_RUNNING'));
  });
});

describe('R4.2 success', () => {
  it('is told, online, the new version and the converter, and nothing less', async () => {
    await begin();
    await ota.say('UPDATING');
    await restartBoard('1.5.0');
    await board.publishTele({ fc: 1 });
    expect(await lastOf()).toMatchObject({ status: 'UPDATING', percent: 95, is_ended: false });
    await board.publishTele({ fc: 0 });
    await ota.say('UPDATED', { version: '1.5.0' });
    expect(await lastOf()).toMatchObject({
      status: 'UPDATED',
      percent: 99,
      is_ended: false,
      is_success: false,
    });
    await board.publishTele({ fc: 1 });
    expect(await lastOf()).toMatchObject({
      status: 'UPDATED',
      percent: 100,
      is_ended: true,
      is_success: true,
    });
    await ota.takenBack();
  });

  it('is none with a version that is not the new one, nor by a frame from before the restart', async () => {
    await begin();
    await board.publishTele({ fc: 1 });
    const before = boot;
    await ota.say('UPDATED', { version: '1.5.0' });
    await board.publishTele({ fc: 1 });
    expect((await lastOf()).is_ended).toBe(false);
    await restartBoard('1.5.0');
    await board.publishTele({ boot: before, seq: 99, fc: 1 });
    expect((await lastOf()).is_ended).toBe(false);
    await board.publishTele({ fc: 1 });
    expect((await lastOf()).is_success).toBe(true);
  });

  it('comes over a restart of the server, and what is said twice does no harm', async () => {
    await begin();
    await ota.say('UPDATING');
    await board.drop();
    await world.restart();
    ({ client: board, words: ota } = await bootBoard(device, '1.5.0'));
    const user = await again();
    for (const st of ['UPDATING', 'UPDATED', 'UPDATED'] as const) await ota.say(st, { version: '1.5.0' });
    expect(await lastOf(device, user)).toMatchObject({ is_ended: false });
    await board.publishTele({ fc: 1 });
    expect(await lastOf(device, user)).toMatchObject({ is_success: true });
    const { changed_at, ...ended } = await lastOf(device, user);
    clock.ms += 5_000;
    await ota.say('UPDATED', { version: '1.5.0' });
    expect(await lastOf(device, user)).toEqual({ ...ended, changed_at });
  });
});

describe('R4.2 failure', () => {
  it.each([
    ['FAILED', 'bad_hash'],
    ['ROLLED_BACK', 'unhealthy'],
  ] as const)('%s is told with its reason, and the job is taken back', async (st, err) => {
    await begin();
    await ota.say('DOWNLOADING', { n: 5 });
    await ota.say(st, { err });
    expect(await lastOf()).toMatchObject({
      ...{ status: st, error: err, percent: 90, is_ended: true, is_success: false },
    });
    await ota.takenBack();
  });

  it('R5.7 who began it and how it ended stand in the log', async () => {
    const { id } = (await begin()).body as FirmwareUpdate;
    await ota.say('FAILED', { err: 'wrong_hw' });
    const rows = await world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const entries = rows.map(({ entry }) => JSON.parse(entry)).filter(({ firmware }) => firmware?.id === id);
    expect(entries).toMatchObject([
      { event: 'asked', firmware: { device: device.idDev, version: '1.5.0', from: '1.4.2', user: owner.id } },
      { event: 'ended', firmware: { device: device.idDev, status: 'FAILED', error: 'wrong_hw' } },
    ]);
  });

  it('of one board stops no other', async () => {
    const other = await world.enrol(owner.id);
    const { client, words } = await bootBoard(other);
    await begin();
    await begin('1.5.0', owner, other);
    await ota.say('FAILED', { err: 'wrong_hw' });
    await words.say('DOWNLOADING', { n: 1 });
    expect(await lastOf()).toMatchObject({ is_ended: true });
    expect(await lastOf(other)).toMatchObject({ status: 'DOWNLOADING', is_ended: false });
    await client.leave();
  });

  it('is tried again: the board forgets the earlier try first, and its words about that end nothing', async () => {
    await begin();
    await ota.say('DOWNLOADING', { n: 1 });
    await ota.say('FAILED', { err: 'timeout' });
    await ota.takenBack();
    ota.jobs.length = 0;
    expect((await begin()).status).toBe(201);
    await ota.told();
    expect(ota.jobs).toEqual([null, manifest]);
    await ota.say('FAILED', { err: 'timeout' });
    await waitFor(() => ota.jobs.length === 4);
    expect(ota.jobs.slice(2)).toEqual([null, manifest]);
    await ota.say('FAILED', { err: 'cancelled' });
    await waitFor(() => ota.jobs.length === 5);
    expect(await lastOf()).toMatchObject({ status: 'waiting', is_ended: false });
  });

  it('of a job that the server gave up: a board that comes back with it is told to stop', async () => {
    await ota.say('DOWNLOADING', { n: 3 });
    await ota.takenBack();
    expect(await lastOf()).toBeNull();
  });

  it('words about another job change nothing', async () => {
    await begin();
    await ota.say('FAILED', { id: 'test-1.6.0', err: 'bad_hash' });
    expect(await lastOf()).toMatchObject({ status: 'waiting', is_ended: false });
    expect(ota.jobs.at(-1)).toEqual(manifest);
  });

  it.each([
    ['a board that stays away for a day', '1.5.0', 86_400_000, 'timeout'],
    ['a release whose time is up before it began', '1.6.0', 3_600_000, 'expired'],
  ])('%s', async (_case, version, afterMs, error) => {
    await begin(version);
    clock.ms = START_MS + afterMs - 1_000;
    await world.restart();
    const user = await again();
    expect(await lastOf(device, user)).toMatchObject({ is_ended: false });
    clock.ms = START_MS + afterMs;
    await world.restart();
    expect(await lastOf(device, await again())).toMatchObject({ status: 'FAILED', error, is_ended: true });
  });
});

/** The owner at the server of after the restart. */
async function again() {
  const browser = world.browser();
  await browser.login(owner.email, owner.password);
  return browser;
}
