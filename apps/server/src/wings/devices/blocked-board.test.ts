import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPump } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let boss: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await startWorld();
  boss = await world.user({}, ['Super Seller']);
});
afterAll(() => world.stop());

const block = (id_dev: string, blocked: boolean, by = boss) =>
  by.send('PUT', '/enrolments/blocked', { id_dev, blocked });
const isClosed = (client: { connected: boolean }) =>
  waitFor(() => !client.connected, { what: 'the end of the connection' });

it('a blocked board loses its connection at once, is refused, and keeps its history; unblocked it connects again', async () => {
  const { owner, device, board } = await aPump(world);
  expect((await block(device.deviceId, true)).status).toBe(204);
  await isClosed(board.client);
  await expect(device.connect()).rejects.toThrow(/Bad username or password/);
  expect((await boss.get('/enrolments/blocked')).body).toMatchObject([{ id_dev: device.deviceId }]);
  expect((await owner.get(`/devices/${device.deviceId}/activity`)).status).toBe(200);
  expect(await owner.startStop(device.deviceId, true)).toMatchObject({ body: { detail: 'DEVICE_OFFLINE' } });
  expect((await block(device.deviceId, false)).status).toBe(204);
  await (await device.connect()).leave();
  const entries = (await world.db.selectFrom('audit').select('entry').orderBy('seq').execute()).map(
    ({ entry }) => JSON.parse(entry).board,
  );
  expect(entries.filter(Boolean)).toMatchObject([
    { device: device.deviceId, is_blocked: true, by: { userId: boss.id } },
    { device: device.deviceId, is_blocked: false },
  ]);
});

it('a second block keeps the time of the first; an unknown board is refused', async () => {
  const device = await world.enrol();
  const blockedAt = async () =>
    (await world.db.selectFrom('device').where('id', '=', device.id).select('blocked_at').executeTakeFirst())
      ?.blocked_at;
  await block(device.deviceId, true);
  const first = await blockedAt();
  await block(device.deviceId, true);
  expect(await blockedAt()).toEqual(first);
  expect(await block('MNB-FFFF0000', true)).toMatchObject({
    status: 404,
    body: { detail: 'DEVICE_NOT_FOUND' },
  });
});

it('other roles neither block boards nor see blocked ones', async () => {
  const { deviceId } = await world.enrol();
  for (const role of ['Technician', 'Seller'] as const) {
    const staff = await world.user({}, [role]);
    expect((await block(deviceId, true, staff)).status).toBe(403);
    expect((await staff.get('/enrolments/blocked')).status).toBe(403);
  }
});

it('a board whose secret was replaced loses the connection of the former one', async () => {
  const device = await world.enrol();
  const board = await device.connect();
  const answer = await boss.post('/enrolments', { id_dev: device.deviceId, is_replacing: true });
  expect(answer.status).toBe(201);
  await isClosed(board.client);
  const { secret } = answer.body as { secret: string };
  await (await device.connect({ secret })).leave();
});
