import { claimText } from '@manoboard/contract/device/claim';
import type { Enrolment } from '@manoboard/contract/installation/enrolment';
import { connectBoard } from '@manoboard/testkit/board-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { hashSecret } from './devices.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const CODE = '7K3D-9QTX-2MVA';
type User = Awaited<ReturnType<World['user']>>;

/** A board that is online and has no owner. */
async function freeBoard(claimCode: string | null = CODE) {
  const device = await world.enrol();
  const claim_hash = claimCode === null ? null : hashSecret(claimCode);
  await world.db.updateTable('device').where('id', '=', device.id).set({ claim_hash }).execute();
  const board = await device.connect();
  await board.publishStatus();
  return { ...device, board };
}
const add = (user: User, body: object) => user.post('/users-devices/add-device', body);
const listOf = async (user: User) => (await user.get('/users-devices/get-devices')).body;
const ownersOf = (deviceKey: DeviceKey) =>
  world.db
    .selectFrom('user_device')
    .where('device_id', '=', deviceKey)
    .where('access', '=', 'owner')
    .select('user_id')
    .execute();

describe('R4.1 add device', () => {
  it.each([
    ['the ID and the code', (id: string) => ({ id_dev: id, password: CODE })],
    [
      'the ID as typed and the code as typed',
      (id: string) => ({ id_dev: ` ${id.toLowerCase()} `, password: '7k3d9qtx 2mva' }),
    ],
    ["all of the QR's content", (id: string) => ({ id_dev: claimText({ id_dev: id, claim_code: CODE }) })],
    [
      "the QR's content and empty fields",
      (id: string) => ({ id_dev: `MNB:1:${id}:${CODE}`, password: '', alias: '' }),
    ],
  ])('by %s: 201, and it is in the list', async (_how, body) => {
    const user = await world.user();
    const device = await freeBoard();
    const row = { id_dev: device.deviceId, version: null, alias: null, access: 'owner' };
    expect(await add(user, body(device.deviceId))).toMatchObject({ status: 201, body: row });
    expect(await listOf(user)).toEqual([row]);
    await device.board.leave();
  });

  it('sets the given alias, and no answer contains the code', async () => {
    const user = await world.user();
    const device = await freeBoard();
    const answer = await add(user, { id_dev: device.deviceId, password: CODE, alias: '  Studňa 🐟  ' });
    expect(answer).toMatchObject({ status: 201, body: { alias: 'Studňa 🐟' } });
    expect(JSON.stringify(answer.body)).not.toContain(CODE);
    await device.board.leave();
  });

  it('a board without a claim code needs none', async () => {
    const user = await world.user();
    const device = await freeBoard(null);
    expect((await add(user, { id_dev: device.deviceId })).status).toBe(201);
    await device.board.leave();
  });

  it('an unknown ID and the ID of a converter are answered 404 DEVICE_NOT_FOUND', async () => {
    const user = await world.user();
    const device = await freeBoard(null);
    await device.board.publishInfo({ fc: { id: 'FC-ADDED', fc_type: 'GD10', ident: 269, unit: 1 } });
    for (const id_dev of ['MNB-NOBODY', 'FC-ADDED'])
      expect(await add(user, { id_dev })).toMatchObject({
        status: 404,
        body: { detail: 'DEVICE_NOT_FOUND' },
      });
    await device.board.leave();
  });

  it('an offline device is answered 409 DEVICE_OFFLINE, and a correct code does not count as a guess', async () => {
    const user = await world.user();
    const device = await freeBoard();
    await device.board.leave();
    for (let i = 0; i < 12; i++)
      expect(await add(user, { id_dev: device.deviceId, password: CODE })).toMatchObject({
        status: 409,
        body: { detail: 'DEVICE_OFFLINE' },
      });
    expect(await ownersOf(device.id)).toEqual([]);
  });

  it('a missing code is answered 403 DEVICE_PASSWORD_REQUIRED, a wrong one DEVICE_PASSWORD_WRONG, with or without an owner', async () => {
    const [owner, stranger] = [await world.user(), await world.user()];
    const device = await freeBoard();
    const refused = (detail: string) => ({ status: 403, body: { detail } });
    for (let round = 0; round < 2; round++) {
      for (const password of [undefined, null, ''])
        expect(await add(stranger, { id_dev: device.deviceId, password })).toMatchObject(
          refused('DEVICE_PASSWORD_REQUIRED'),
        );
      for (const password of ['x', '7K3D-9QTX-2MVB'])
        expect(await add(stranger, { id_dev: device.deviceId, password })).toMatchObject(
          refused('DEVICE_PASSWORD_WRONG'),
        );
      await add(owner, { id_dev: device.deviceId, password: CODE });
    }
    expect(await ownersOf(device.id)).toEqual([{ user_id: owner.id }]);
    await device.board.leave();
  });

  it('a device with an owner is answered 409 DEVICE_HAS_OWNER, with the code or without a claim code', async () => {
    const [owner, stranger] = [await world.user(), await world.user({}, ['Super Seller'])];
    for (const code of [CODE, null]) {
      const device = await freeBoard(code);
      const body = { id_dev: device.deviceId, password: code };
      expect((await add(owner, body)).status).toBe(201);
      expect(await add(owner, { id_dev: device.deviceId })).toMatchObject({
        body: { detail: 'DEVICE_HAS_OWNER' },
      });
      for (const user of [stranger, owner])
        expect(await add(user, body)).toMatchObject({ status: 409, body: { detail: 'DEVICE_HAS_OWNER' } });
      expect(await ownersOf(device.id)).toEqual([{ user_id: owner.id }]);
      await device.board.leave();
    }
  });

  it('of many concurrent users one becomes the owner', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => world.user()));
    const device = await freeBoard();
    const answers = await Promise.all(
      users.map((user) => add(user, { id_dev: device.deviceId, password: CODE })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await ownersOf(device.id)).toHaveLength(1);
    await device.board.leave();
  });

  it('ten wrong codes for one device are followed by 429, also for the correct code; other users are not limited', async () => {
    const [guesser, owner] = [await world.user(), await world.user()];
    const device = await freeBoard();
    const guess = (password: string) => add(guesser, { id_dev: device.deviceId, password });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => guess(`0000-0000-00${i + 10}`)));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(await guess(CODE)).toMatchObject({ status: 429, body: { detail: 'TOO_MANY_REQUESTS' } });
    expect((await add(owner, { id_dev: device.deviceId, password: CODE })).status).toBe(201);
    await device.board.leave();
  });

  it('a user who tries many IDs is answered 429', async () => {
    const user = await world.user();
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, i) => add(user, { id_dev: `MNB-GUESS${100 + i}` })),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('the first owner does not inherit delegations of a device that lost its owner', async () => {
    const [owner, helper] = [await world.user(), await world.user({}, ['Technician'])];
    const device = await freeBoard();
    await world.db
      .insertInto('user_device')
      .values({ user_id: helper.id, device_id: device.id, access: 'delegate' })
      .execute();
    expect((await add(owner, { id_dev: device.deviceId, password: CODE })).status).toBe(201);
    expect(await listOf(helper)).toEqual([]);
    await device.board.leave();
  });
});

describe('R4.2 rename and remove', () => {
  it('the owner sets an alias, every user of the device sees it, an empty one deletes it', async () => {
    const [owner, helper] = [await world.user(), await world.user({}, ['Technician'])];
    const { deviceId } = await world.enrol(owner.id);
    await owner.post(`/users-devices/${deviceId}/delegations`, { email: helper.email });
    const stream = await helper.stream();
    await stream.next('snapshot');
    expect(await owner.send('PATCH', `/users-devices/${deviceId}`, { alias: ' Chata ' })).toMatchObject({
      status: 200,
      body: { id_dev: deviceId, alias: 'Chata', access: 'owner' },
    });
    await stream.next('devices');
    expect(await listOf(helper)).toMatchObject([{ alias: 'Chata' }]);
    for (const alias of ['', '   ', null])
      expect(await owner.send('PATCH', `/users-devices/${deviceId}`, { alias })).toMatchObject({
        status: 200,
        body: { alias: null },
      });
    stream.close();
  });

  it('R4.3 a delegate renames the device for all users, until their access ends', async () => {
    const [owner, helper] = [await world.user(), await world.user({}, ['Technician'])];
    const { deviceId } = await world.enrol(owner.id);
    await owner.post(`/users-devices/${deviceId}/delegations`, { email: helper.email });
    const rename = () => helper.send('PATCH', `/users-devices/${deviceId}`, { alias: 'Studňa' });
    expect(await rename()).toMatchObject({ status: 200, body: { alias: 'Studňa', access: 'delegate' } });
    expect(await listOf(owner)).toMatchObject([{ alias: 'Studňa', access: 'owner' }]);
    await owner.send('DELETE', `/users-devices/${deviceId}/delegations/${helper.id}`);
    expect(await rename()).toMatchObject({ status: 403, body: { detail: 'FORBIDDEN' } });
  });

  it('removal ends the access of all users, and the device can be added again', async () => {
    const [seller, buyer, helper] = [
      await world.user(),
      await world.user(),
      await world.user({}, ['Seller']),
    ];
    const device = await freeBoard();
    await add(seller, { id_dev: device.deviceId, password: CODE, alias: 'Moja' });
    await seller.post(`/users-devices/${device.deviceId}/delegations`, { email: helper.email });
    expect(await seller.send('DELETE', `/users-devices/${device.deviceId}`)).toMatchObject({ status: 204 });
    for (const user of [seller, helper]) expect(await listOf(user)).toEqual([]);
    expect((await seller.send('DELETE', `/users-devices/${device.deviceId}`)).status).toBe(404);
    expect(await add(buyer, { id_dev: device.deviceId, password: CODE })).toMatchObject({
      status: 201,
      body: { alias: null },
    });
    expect(await listOf(helper)).toEqual([]);
    await device.board.leave();
  });

  it('a delegate who removes the device loses their own and the passed-on access', async () => {
    const owner = await world.user();
    const [first, second] = [await world.user({}, ['Seller']), await world.user({}, ['Technician'])];
    const { deviceId } = await world.enrol(owner.id);
    await owner.post(`/users-devices/${deviceId}/delegations`, { email: first.email });
    await first.post(`/users-devices/${deviceId}/delegations`, { email: second.email });
    expect(await listOf(second)).toMatchObject([{ id_dev: deviceId, access: 'delegate' }]);
    expect((await first.send('DELETE', `/users-devices/${deviceId}`)).status).toBe(204);
    for (const user of [first, second]) expect(await listOf(user)).toEqual([]);
    expect(await listOf(owner)).toMatchObject([{ id_dev: deviceId }]);
  });
});

it('add, rename and remove send an event to every open page of the user', async () => {
  const user = await world.user();
  const device = await freeBoard();
  await device.board.publishTele();
  const [one, two] = [await user.stream(), await user.stream()];
  const waitForChanges = async (times: number) => {
    for (const stream of [one, two])
      await expect.poll(() => stream.events.filter(({ event }) => event === 'devices')).toHaveLength(times);
  };
  await add(user, { id_dev: device.deviceId, password: CODE });
  await waitForChanges(1);
  expect((await one.next('last-data')).data.device_id).toBe(device.deviceId);
  expect((await one.next('online')).data).toEqual({ device_id: device.deviceId, online: true });
  await user.send('PATCH', `/users-devices/${device.deviceId}`, { alias: 'x' });
  await waitForChanges(2);
  await user.send('DELETE', `/users-devices/${device.deviceId}`);
  await waitForChanges(3);
  one.close();
  two.close();
  await device.board.leave();
});

describe('the enrolment of a board by a Super Seller', () => {
  const enrol = (user: User, id_dev: string | null, is_replacing = false) =>
    user.post('/enrolments', { id_dev, is_replacing });
  const connect = ({ id_dev: deviceId, secret }: Enrolment) =>
    connectBoard({ url: world.server.mqttUrl, deviceId, secret });

  it('returns a secret that connects the board and a code that claims it; only their hashes are stored', async () => {
    const boss = await world.user({}, ['Super Seller']);
    const { status, body } = await enrol(boss, null);
    expect(status).toBe(201);
    const enrolled = body as Enrolment;
    const { id_dev, secret, claim_code } = enrolled;
    const board = await connect(enrolled);
    await board.publishStatus();
    const owner = await world.user();
    expect((await add(owner, { id_dev: claimText({ id_dev, claim_code }) })).status).toBe(201);
    await board.leave();
    const stored = await world.db.selectFrom('device').where('id_dev', '=', id_dev).selectAll().execute();
    expect(stored).toMatchObject([{ secret_hash: hashSecret(secret), claim_hash: hashSecret(claim_code) }]);
    const log = JSON.stringify(await world.db.selectFrom('audit').selectAll().execute());
    expect(log).toContain(`{\\"device\\":\\"${id_dev}\\",\\"is_replacing\\":false`);
    for (const hidden of [secret, claim_code]) expect(log).not.toContain(hidden);
  });

  it('refuses a known board without a change; replacing gives it a new secret and keeps its owner', async () => {
    const boss = await world.user({}, ['Super Seller']);
    const owner = await world.user();
    const { deviceId, secret, id } = await world.enrol(owner.id);
    expect(await enrol(boss, deviceId)).toMatchObject({ status: 409, body: { detail: 'DEVICE_ENROLLED' } });
    const former = { id_dev: deviceId, secret, claim_code: CODE };
    await (await connect(former)).leave();
    const { status, body } = await enrol(boss, deviceId, true);
    expect(status).toBe(201);
    await (await connect(body as Enrolment)).leave();
    await expect(connect(former)).rejects.toThrow();
    expect(await ownersOf(id)).toEqual([{ user_id: owner.id }]);
  });
});
