import type { Activity } from '@manoboard/contract/activity/activity';
import { anImage, aRelease } from '@manoboard/testkit/signed-firmware';
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
let before: number;
beforeAll(async () => {
  place = await startFirmwareWorld();
});
afterAll(() => place.stop());
beforeEach(async () => {
  ({ owner, device, client: board, ota, boot: before } = await place.aHouse());
});
afterEach(() => board.leave());

const begin = (version = '1.5.0', of = device) => place.begin(owner, of, version);
const lastOf = (of = device, by: Parameters<Place['lastOf']>[0] = owner) => place.lastOf(by, of);
const again = () => place.again(owner);

const refusal = (detail: string) => ({ status: 409, body: { detail } });

async function restartBoard(version: string) {
  await board.drop();
  ({ client: board, ota } = await place.bootBoard(device, version));
}

describe('R4.2 an update', () => {
  it('reaches the board as the maker signed it, and open pages receive its progress', async () => {
    const stream = await owner.stream();
    const { status, body } = await begin();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      release_id: 'test-1.5.0',
      version: '1.5.0',
      from_version: '1.4.2',
      status: 'waiting',
      percent: 0,
      error: null,
      is_ended: false,
      is_success: false,
      started_by: 'Eva Vodná',
      started_at: START_MS / 1000,
      ended_at: null,
    });
    expect(await ota.waitForJob()).toEqual(manifest);
    await ota.publishState('DOWNLOADING', { n: 2 });
    expect(await lastOf()).toMatchObject({ status: 'DOWNLOADING', percent: 36 });
    await stream.next('firmware', ({ device_id }) => device_id === device.deviceId);
    stream.close();
  });

  it('R5.7b is in the timeline, with each of its effects on the pump once', async () => {
    await begin();
    const stopped = { what: 'pump_stopped', ts: START_MS / 1000 - 20 } as const;
    const restarted = { what: 'board_restarted', ts: START_MS / 1000 - 10 } as const;
    await ota.publishState('UPDATING', { did: [stopped] });
    await ota.publishState('UPDATING', { did: [stopped] });
    await ota.publishState('FAILED', { did: [stopped, restarted], err: 'unhealthy' });
    const { items } = (await owner.get(`/devices/${device.deviceId}/activity`)).body as Activity;
    expect(items).toMatchObject([
      {
        kind: 'firmware',
        change: {
          action: 'updated',
          by: { name: 'Eva Vodná', role: 'owner' },
          status: 'failed',
          reason: 'unhealthy',
          fields: [{ field: 'version', old: '1.4.2', new: '1.5.0' }],
          steps: [
            { step: 'pump_stopped', at: stopped.ts },
            { step: 'board_restarted', at: restarted.ts },
          ],
        },
      },
    ]);
  });

  it('is published again to a board that reconnects after a restart of the server', async () => {
    await begin();
    await board.drop();
    await place.world.restart();
    ({ client: board, ota } = await place.bootBoard(device));
    expect(await ota.waitForJob()).toEqual(manifest);
    expect(await lastOf(device, await again())).toMatchObject({ status: 'waiting', is_ended: false });
  });

  it('sends the board the chunks of its own job only', async () => {
    await begin();
    const image = anImage(5_000);
    for (const n of [0, 4, 1]) {
      await ota.requestChunk(n);
      const { bytes } = await ota.chunk(n);
      expect(Buffer.from(bytes).equals(image.subarray(n * 1024, (n + 1) * 1024)), `chunk ${n}`).toBe(true);
    }
    await ota.requestChunk(5);
    await ota.requestChunk(0, 'test-1.6.0');
    const other = await place.world.enrol(owner.id);
    const stranger = await place.bootBoard(other);
    await stranger.ota.requestChunk(0);
    await ota.requestChunk(2);
    await ota.chunk(2);
    expect(ota.chunks.map(({ n }) => n)).toEqual([0, 4, 1, 2]);
    expect(stranger.ota.chunks).toEqual([]);
    await stranger.client.leave();
  });

  it('is refused with a reason if the version does not fit', async () => {
    expect(await begin('1.4.2')).toMatchObject(refusal('FIRMWARE_DOES_NOT_FIT'));
    expect(await begin('9.9.9')).toMatchObject(refusal('FIRMWARE_DOES_NOT_FIT'));
    place.clock.ms = START_MS + 3_600_000;
    expect(await begin('1.6.0')).toMatchObject(refusal('FIRMWARE_EXPIRED'));
    await board.publishInfo({ version: '1.2.0', hw: 'MNB-2', cap: ['ota'] });
    expect(await begin('1.5.0')).toMatchObject(refusal('FIRMWARE_DOES_NOT_FIT'));
    expect((await begin('newest')).status).toBe(422);
    await board.drop();
    await waitFor(async () => ((await begin()).body as { detail: string }).detail === 'DEVICE_OFFLINE');
    expect(await lastOf()).toBeNull();
  });

  it('R5.10 is refused while the device has a lock-out tag; a running update continues', async () => {
    const tag = `/devices/${device.deviceId}/lock-out`;
    await owner.send('PUT', tag, { reason: 'výmena ventilu' });
    expect(await begin()).toMatchObject({
      status: 409,
      body: { detail: 'LOCKED_OUT', lock_out: { reason: 'výmena ventilu' } },
    });
    expect(await lastOf()).toBeNull();
    await owner.send('DELETE', tag);
    expect((await begin()).status).toBe(201);
    expect((await owner.send('PUT', tag, { reason: 'druhá práca' })).status).toBe(200);
    await ota.publishState('DOWNLOADING', { n: 2 });
    expect(await lastOf()).toMatchObject({ status: 'DOWNLOADING', is_ended: false });
  });

  it('R5.2 is refused at once while the keypad runs the pump: the board could not stop it', async () => {
    const at = { ts: START_MS / 1000, fc: 1 } as const;
    await board.publishTele({ ...at, d: { on_off_state_r: 1, frequency_fc: 42, modbus: 0 } });
    expect(await begin()).toMatchObject(refusal('LOCAL_CONTROL'));
    await board.publishTele({ ...at, d: { on_off_state_r: 1, frequency_fc: 0, modbus: 0 } });
    expect(await begin(), 'the pump waits and may start at any time').toMatchObject(refusal('LOCAL_CONTROL'));
    expect(await lastOf()).toBeNull();
    await board.publishTele({ ...at, d: { on_off_state_r: 3, frequency_fc: 0, modbus: 0 } });
    expect((await begin()).status).toBe(201);
  });

  it('is started once by ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('UPDATE_RUNNING'));
  });
});

describe('R4.2 an update succeeds', () => {
  it('when the board reports UPDATED, is online with the new version and has reached its converter', async () => {
    await begin();
    await ota.publishState('UPDATING');
    await restartBoard('1.5.0');
    await board.publishTele({ fc: 1 });
    expect(await lastOf()).toMatchObject({ status: 'UPDATING', percent: 95, is_ended: false });
    await board.publishTele({ fc: 0 });
    await ota.publishState('UPDATED', { version: '1.5.0' });
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

  it('neither with the old version nor by a frame from before the restart', async () => {
    await begin();
    await board.publishTele({ fc: 1 });
    await ota.publishState('UPDATED', { version: '1.5.0' });
    await board.publishTele({ fc: 1 });
    expect((await lastOf()).is_ended).toBe(false);
    await restartBoard('1.5.0');
    await board.publishTele({ boot: before, seq: 99, fc: 1 });
    expect((await lastOf()).is_ended).toBe(false);
    await board.publishTele({ fc: 1 });
    expect((await lastOf()).is_success).toBe(true);
  });

  it('after a restart of the server, and repeated reports change nothing', async () => {
    await begin();
    await ota.publishState('UPDATING');
    await board.drop();
    await place.world.restart();
    ({ client: board, ota } = await place.bootBoard(device, '1.5.0'));
    const user = await again();
    for (const st of ['UPDATING', 'UPDATED', 'UPDATED'] as const)
      await ota.publishState(st, { version: '1.5.0' });
    expect(await lastOf(device, user)).toMatchObject({ is_ended: false });
    await board.publishTele({ fc: 1 });
    expect(await lastOf(device, user)).toMatchObject({ is_success: true });
    const { changed_at, ...ended } = await lastOf(device, user);
    place.clock.ms += 5_000;
    await ota.publishState('UPDATED', { version: '1.5.0' });
    expect(await lastOf(device, user)).toEqual({ ...ended, changed_at });
  });
});
