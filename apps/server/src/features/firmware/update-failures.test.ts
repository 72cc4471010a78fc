import { aRelease } from '@manoboard/testkit/signed-firmware';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START_MS, startFirmwareWorld } from '../../../test/firmware-world.ts';

type Place = Awaited<ReturnType<typeof startFirmwareWorld>>;
type House = Awaited<ReturnType<Place['aHouse']>>;

const { manifest } = aRelease().head;
let place: Place;
let owner: House['owner'];
let device: House['device'];
let board: House['client'];
let ota: House['ota'];
beforeAll(async () => {
  place = await startFirmwareWorld();
});
afterAll(() => place.stop());
beforeEach(async () => {
  ({ owner, device, client: board, ota } = await place.aHouse());
});
afterEach(() => board.leave());

const begin = (version = '1.5.0', of = device) => place.begin(owner, of, version);
const lastOf = (of = device, by: Parameters<Place['lastOf']>[0] = owner) => place.lastOf(by, of);
const again = () => place.again(owner);

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
    await begin();
    await ota.say('FAILED', { err: 'wrong_hw' });
    const rows = await place.world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const entries = rows
      .map(({ entry }) => JSON.parse(entry))
      .filter(({ change }) => change?.device_id === device.deviceId);
    const fields = [{ field: 'version', old: '1.4.2', new: '1.5.0' }];
    expect(entries).toMatchObject([
      { event: 'asked', change: { kind: 'firmware', by: { user_id: owner.id, role: 'owner' }, fields } },
      { event: 'ended', change: { status: 'failed', reason: 'wrong_hw' } },
    ]);
  });

  it('R5.7 an update that is refused stands in the log too, by the policy or by the server', async () => {
    const stranger = await place.world.user();
    await place.begin(stranger, device, '1.5.0');
    await begin('9.9.9');
    const rows = await place.world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const entries = rows.map(({ entry }) => JSON.parse(entry)).filter(({ event }) => event === 'refused');
    expect(entries.slice(-2)).toMatchObject([
      { firmware: { device: device.deviceId, code: 'DEVICE_NOT_FOUND', user: stranger.id } },
      { firmware: { device: device.deviceId, code: 'FIRMWARE_DOES_NOT_FIT', user: owner.id } },
    ]);
  });

  it('a board that says it is done and cancelled in one is no success', async () => {
    await begin();
    for (let told = 0; told < 5; told++) await ota.say('UPDATED', { err: 'cancelled' });
    expect(await lastOf()).toMatchObject({ is_ended: false, is_success: false });
  });

  it('who began it is told by name, not by e-mail', async () => {
    await begin();
    expect((await lastOf())?.started_by).not.toContain('@');
  });

  it('of one board stops no other', async () => {
    const other = await place.world.enrol(owner.id);
    const { client, ota: words } = await place.bootBoard(other);
    await begin();
    await begin('1.5.0', other);
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

  it('of every try in the same words is a failure after all', async () => {
    await begin();
    for (let told = 0; told < 4; told++) await ota.say('FAILED', { err: 'timeout' });
    expect(await lastOf()).toMatchObject({ status: 'FAILED', error: 'timeout', is_ended: true });
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
    place.clock.ms = START_MS + afterMs - 1_000;
    await place.world.restart();
    const user = await again();
    expect(await lastOf(device, user)).toMatchObject({ is_ended: false });
    place.clock.ms = START_MS + afterMs;
    await place.world.restart();
    expect(await lastOf(device, await again())).toMatchObject({ status: 'FAILED', error, is_ended: true });
  });
});
