import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const fc = (id: string) => ({ fc: { id, fc_type: 'GD10', ident: 269, unit: 1 } });

it('get-devices lists own and delegated devices, with what the board said of itself', async () => {
  const [owner, helper, stranger] = [
    await world.user(),
    await world.user({}, ['Technician']),
    await world.user(),
  ];
  const device = await world.enrol(owner.id);
  await world.db
    .insertInto('user_device')
    .values({ user_id: helper.id, device_id: device.id, access: 'delegate' })
    .execute();
  const board = await device.connect();
  await board.publishInfo({ version: '1.4.2' });
  const row = { id_dev: device.idDev, version: '1.4.2', alias: null };
  expect((await owner.get('/users-devices/get-devices')).body).toEqual([{ ...row, access: 'owner' }]);
  expect((await helper.get('/users-devices/get-devices')).body).toEqual([{ ...row, access: 'delegate' }]);
  expect((await stranger.get('/users-devices/get-devices')).body).toEqual([]);
  await board.leave();
});

it('R7.2 get-all-fc-devices: all for the three roles, own ones for others', async () => {
  const owner = await world.user();
  const [mine, other] = [await world.enrol(owner.id), await world.enrol()];
  for (const [device, id] of [
    [mine, 'FC-MINE'],
    [other, 'FC-OTHER'],
  ] as const) {
    const board = await device.connect();
    await board.publishInfo(fc(id));
    await board.leave();
  }
  const mineRow = { id: 'FC-MINE', fc_type: 'GD10', owner_dev_id: mine.idDev };
  expect((await owner.get('/users-devices/get-all-fc-devices')).body).toEqual([mineRow]);
  for (const role of ['Technician', 'Seller', 'Super Seller'] as const) {
    const staff = await world.user({}, [role]);
    expect((await staff.get('/users-devices/get-all-fc-devices')).body).toEqual(
      expect.arrayContaining([mineRow, { id: 'FC-OTHER', fc_type: 'GD10', owner_dev_id: other.idDev }]),
    );
  }
});

it('a board that names its converter like another board is not taken for that board', async () => {
  const owner = await world.user();
  const [mine, liar] = [await world.enrol(owner.id), await world.enrol()];
  const board = await liar.connect();
  await board.publishInfo(fc(mine.idDev));
  await board.leave();
  expect(await owner.startStop(mine.idDev, true)).toMatchObject({
    status: 409,
    body: { detail: 'DEVICE_OFFLINE' },
  });
});

it('a board cannot take over the converter of another board by claiming its ID', async () => {
  const technician = await world.user({}, ['Technician']);
  const [first, thief] = [await world.enrol(), await world.enrol()];
  for (const device of [first, thief]) {
    const board = await device.connect();
    await board.publishInfo(fc('FC-CLAIMED'));
    await board.leave();
  }
  const rows = (await technician.get('/users-devices/get-all-fc-devices')).body as {
    id: string;
    owner_dev_id: string;
  }[];
  expect(rows.filter(({ id }) => id === 'FC-CLAIMED')).toMatchObject([{ owner_dev_id: first.idDev }]);
});

it('what a board does not know of its Wi-Fi is stored as unknown, also after it was known', async () => {
  const device = await world.enrol();
  const board = await device.connect();
  const stored = () =>
    world.db
      .selectFrom('device')
      .where('id', '=', device.id)
      .select(['wifi_rssi', 'is_wifi_secured'])
      .executeTakeFirst();
  await board.publishInfo({ wifi: { rssi: -61, secured: 1 } });
  expect(await stored()).toEqual({ wifi_rssi: -61, is_wifi_secured: true });
  await board.publishInfo({ wifi: { rssi: -70 } });
  expect(await stored()).toEqual({ wifi_rssi: -70, is_wifi_secured: null });
  await board.leave();
});
