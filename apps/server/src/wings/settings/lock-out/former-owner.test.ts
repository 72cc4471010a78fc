import type { LockOut } from '@manoboard/contract/command/lock-out';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPump } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { START_GAP_S: '0' } });
});
afterAll(() => world.stop());

const REASON = 'kluc pod rohozkou 0815';
const NAME = 'Ferdinand Byvaly';
const hidden = { reason: null, by: null };

/** A pump whose former owner has left a tag, with its new owner. */
async function aTransferredPump(until: number | null = null) {
  const { owner: former, device, board } = await aPump(world);
  const [name = '', surname = ''] = NAME.split(' ');
  await world.db.updateTable('app_user').set({ name, surname }).where('id', '=', former.id).execute();
  const { deviceId } = device;
  const path = `/devices/${deviceId}/lock-out`;
  expect((await former.send('PUT', path, { reason: REASON, until })).status).toBe(200);
  await board.done(await board.nextCommand());
  const owner = await world.user();
  expect((await former.post(`/users-devices/${deviceId}/transfer`, { email: owner.email })).status).toBe(204);
  return { former, owner, device, deviceId, board, path };
}

it('R4.3c the tag of a former owner stays, without name and reason, wherever the new owner sees it', async () => {
  const { owner, deviceId, board, path } = await aTransferredPump();
  const start = await owner.post(`/mqtt/${deviceId}/start-stop`, { what: 'start', value: true });
  expect(start).toMatchObject({ status: 409, body: { detail: 'LOCKED_OUT', lock_out: hidden } });
  const second = await owner.send('PUT', path, { reason: 'ventil' });
  expect(second).toMatchObject({ status: 409, body: { detail: 'LOCKED_OUT', lock_out: hidden } });
  const stream = await owner.stream();
  const snapshot = await stream.next('snapshot');
  stream.close();
  const answers = {
    tag: (await owner.get(path)).body,
    devices: (await owner.get('/users-devices/get-devices')).body,
    converters: (await owner.get('/users-devices/get-all-fc-devices')).body,
    timeline: (await owner.get(`/devices/${deviceId}/activity`)).body,
    snapshot,
    start: start.body,
    second: second.body,
  };
  expect(answers).toMatchObject({
    tag: hidden,
    devices: [{ id_dev: deviceId, lock_out: hidden }],
    converters: [{ owner_dev_id: deviceId, lock_out: hidden }],
  });
  expect(JSON.stringify(answers)).not.toMatch(/rohozkou|Byvaly/);
  expect(board.commands).toHaveLength(1);
  await board.leave();
});

it('R4.3c the new owner removes it, and the timeline holds no words of the former one', async () => {
  const { former, owner, deviceId, path, board } = await aTransferredPump();
  const { id } = (await owner.get(path)).body as LockOut;
  expect((await former.send('DELETE', `${path}?tag=${id}`)).status).toBe(404);
  expect((await owner.send('DELETE', `${path}?tag=${id}`)).status).toBe(204);
  expect((await owner.get(path)).body).toBeNull();
  const { body } = await owner.get(`/devices/${deviceId}/activity`);
  expect(body).toMatchObject({
    items: [{ change: { kind: 'lock_out', action: 'removed', reason: null } }, {}],
  });
  expect(JSON.stringify(body)).not.toMatch(/rohozkou|Byvaly/);
  const staff = await world.user({}, ['Seller']);
  expect(JSON.stringify((await staff.get(`/devices/${deviceId}/activity`)).body)).toContain(REASON);
  await board.leave();
});

it('R7.5 staff see name and reason; the tag of staff keeps them, and the new owner cannot remove it', async () => {
  const { device, deviceId, owner, path, board } = await aTransferredPump();
  const technician = await world.user({}, ['Technician']);
  expect((await technician.get(path)).body).toMatchObject({ reason: REASON, by: { name: NAME } });
  await technician.send('DELETE', path);
  await technician.send('PUT', path, { reason: 'vymena ventilu' });
  const heir = await world.user();
  await owner.post(`/users-devices/${deviceId}/transfer`, { email: heir.email });
  expect((await heir.get(path)).body).toMatchObject({
    reason: 'vymena ventilu',
    by: { user_id: technician.id },
  });
  expect((await heir.send('DELETE', path)).status).toBe(403);
  expect(device.deviceId).toBe(deviceId);
  await board.leave();
});
