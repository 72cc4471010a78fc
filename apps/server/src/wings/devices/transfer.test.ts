import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import type { DeviceKey } from '../../db/device-key.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const refused = (status: number, detail: string) => ({ status, body: { detail } });
const listOf = async (user: User) => (await user.get('/users-devices/get-devices')).body;
const noticesOf = async (user: User) =>
  ((await user.get('/inbox')).body as Inbox).notifications.flatMap(({ event }) => event ?? []);
const accessRows = (deviceKey: DeviceKey) =>
  world.db
    .selectFrom('user_device')
    .where('device_id', '=', deviceKey)
    .select(['user_id', 'access'])
    .orderBy('user_id')
    .execute();

async function house() {
  const owner = await world.user({ name: 'Jana', surname: 'Malá' });
  const device = await world.enrol(owner.id);
  const path = `/users-devices/${device.deviceId}`;
  const transfer = (user: User, to: { email: string }) => user.post(`${path}/transfer`, { email: to.email });
  const delegate = (to: User) => owner.post(`${path}/delegations`, { email: to.email });
  return { owner, device, path, transfer, delegate };
}

describe('R4.2 transfer of a device', () => {
  it('to a user without a role makes them the owner, without the old alias, and ends all delegations', async () => {
    const { owner, device, path, transfer, delegate } = await house();
    const [heir, helper] = [await world.user(), await world.user({}, ['Technician'])];
    await owner.send('PATCH', path, { alias: 'Môj dom' });
    await delegate(helper);
    expect((await transfer(owner, { email: ` ${heir.email.toUpperCase()} ` })).status).toBe(204);
    expect(await listOf(heir)).toEqual([
      { id_dev: device.deviceId, version: null, alias: null, access: 'owner' },
    ]);
    expect([await listOf(owner), await listOf(helper)]).toEqual([[], []]);
    expect(await noticesOf(heir)).toEqual([
      { type: 'device_received', device_id: device.deviceId, alias: null, by: 'Jana Malá' },
    ]);
    expect((await noticesOf(helper))[0]).toMatchObject({ reason: 'removed', alias: 'Môj dom' });
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('to a delegate does not notify them of lost access', async () => {
    const { owner, device, transfer, delegate } = await house();
    const helper = await world.user({}, ['Technician']);
    await delegate(helper);
    expect((await transfer(owner, helper)).status).toBe(204);
    expect(await accessRows(device.id)).toEqual([{ user_id: helper.id, access: 'owner' }]);
    expect((await noticesOf(helper)).map(({ type }) => type)).toEqual([
      'device_received',
      'delegation_received',
    ]);
  });

  it('R4.3b sends a stream event to both owners; the old one loses the device, the new one gets it', async () => {
    const { owner, device, transfer } = await house();
    const heir = await world.user();
    const board = await device.connect();
    const [old, fresh] = [await owner.stream(), await heir.stream()];
    await old.next('snapshot');
    await fresh.next('snapshot');
    await transfer(owner, heir);
    await old.next('devices');
    await fresh.next('devices');
    await fresh.next('inbox');
    await board.publishTele({ d: { pressure: 3.21 } });
    await fresh.next('last-data', ({ data }) => data.pressure === 3.21);
    expect(old.events.map(({ event }) => event)).not.toContain('last-data');
    old.close();
    fresh.close();
    await board.leave();
  });

  it('an unknown e-mail is answered 404 USER_NOT_FOUND, the own one 409 USER_HAS_ACCESS', async () => {
    const { owner, device, transfer } = await house();
    expect(await transfer(owner, { email: 'nobody@example.com' })).toMatchObject(
      refused(404, 'USER_NOT_FOUND'),
    );
    expect(await transfer(owner, owner)).toMatchObject(refused(409, 'USER_HAS_ACCESS'));
    expect(await accessRows(device.id)).toEqual([{ user_id: owner.id, access: 'owner' }]);
  });

  it('is answered 403 for delegates and staff, 404 for strangers', async () => {
    const { owner, transfer, delegate } = await house();
    const [helper, seller] = [await world.user({}, ['Technician']), await world.user({}, ['Super Seller'])];
    await delegate(helper);
    expect(await transfer(helper, helper)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await transfer(seller, seller)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await transfer(await world.user(), owner)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  });

  it('is answered 429 after many e-mails, counted together with delegations', async () => {
    const { owner, path } = await house();
    const tryOnce = (_: unknown, i: number) =>
      owner.post(`${path}/${i % 2 ? 'transfer' : 'delegations'}`, { email: `guess${i}@example.com` });
    const statuses: number[] = [];
    // All 65 at once may wait for a connection until they are answered 503, on a busy machine.
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 13 }, tryOnce));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(statuses.slice(0, 52)).not.toContain(429);
  });

  it('concurrent with another transfer, a delegation and a removal leaves at most one owner and no old delegate', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, device, path, transfer, delegate } = await house();
      const [a, b, helper] = [await world.user(), await world.user(), await world.user({}, ['Seller'])];
      const answers = await Promise.all([
        transfer(owner, a),
        delegate(helper),
        transfer(owner, b),
        ...(round % 2 ? [owner.send('DELETE', path)] : []),
      ]);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      const rows = await accessRows(device.id);
      expect(rows.every(({ access }) => access === 'owner')).toBe(true);
      expect(rows.length).toBeLessThanOrEqual(1);
      const received = [...(await noticesOf(a)), ...(await noticesOf(b))].filter(
        ({ type }) => type === 'device_received',
      );
      expect(received.length).toBe(rows.length);
    }
  });

  it('is refused after the device has another owner', async () => {
    const { owner, transfer } = await house();
    const heir = await world.user();
    await transfer(owner, heir);
    expect(await transfer(owner, heir)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
    expect((await transfer(heir, owner)).status).toBe(204);
    expect(await listOf(owner)).toHaveLength(1);
  });
});
