import type { Role } from '@manoboard/contract/account/account';
import type { ManagedUser } from '@manoboard/contract/account/staff';
import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let boss: User;
beforeAll(async () => {
  world = await startWorld();
  boss = await world.user({ name: 'Silvia', surname: 'Hlavná' }, ['Super Seller']);
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const refused = (status: number, detail: string) => ({ status, body: { detail } });
const listOf = async (user: User) => (await user.get('/users-devices/get-devices')).body;
const noticesOf = async (user: User) =>
  ((await user.get('/inbox')).body as Inbox).notifications.flatMap(({ event }) => event ?? []);
const addRole = (id: number | string, role: Role, by = boss) => by.post(`/users/${id}/permissions`, { role });
const takeRole = (id: number, role: Role, by = boss) =>
  by.send('DELETE', `/users/${id}/permissions/${encodeURIComponent(role)}`);
const give = (user: User, deviceId: string, access: string, more: object = {}) =>
  boss.post(`/users/${user.id}/devices`, { id_dev: deviceId, access, ...more });
const take = (user: User, deviceId: string) => boss.send('DELETE', `/users/${user.id}/devices/${deviceId}`);
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('R7.5 user management', () => {
  it.each([[[]], [['Technician']], [['Seller']]] as [Role[]][])(
    'is denied to roles %s: 403 for each call',
    async (roles) => {
      const user = await world.user({}, roles);
      const { deviceId } = await world.enrol();
      const place = `/users/${user.id}`;
      const answers = [
        await user.get('/users'),
        await user.send('PATCH', place, { notes: 'x' }),
        await addRole(user.id, 'Super Seller', user),
        await takeRole(boss.id, 'Super Seller', user),
        await user.post(`${place}/devices`, { id_dev: deviceId, access: 'owner' }),
        await user.send('DELETE', `${place}/devices/${deviceId}`),
      ];
      for (const answer of answers) expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
      expect((await user.get('/roles/check')).body).toEqual(roles);
    },
  );

  it('an unknown user ID is answered 404 USER_NOT_FOUND', async () => {
    const id = 999_999_999;
    const { deviceId } = await world.enrol();
    const answers = [
      await boss.send('PATCH', `/users/${id}`, { notes: 'x' }),
      await addRole(id, 'Seller'),
      await takeRole(id, 'Seller'),
      await boss.post(`/users/${id}/devices`, { id_dev: deviceId, access: 'owner' }),
      await boss.send('DELETE', `/users/${id}/devices/${deviceId}`),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refused(404, 'USER_NOT_FOUND'));
  });

  it.each(['0', '-1', '1.5', 'me', '99999999999999999999', '%00', '1%20or%201=1'])(
    'a forged user ID is refused and changes nothing: %s',
    async (id) => {
      const answers = [
        await boss.send('PUT', `/users/${id}/disabled`, { disabled: true }),
        await addRole(id, 'Seller'),
        await boss.send('DELETE', `/users/${id}/devices/MNB-1`),
      ];
      for (const { status } of answers) expect([404, 422]).toContain(status);
      expect((await boss.get('/roles/check')).body).toEqual(['Super Seller']);
    },
  );
});

describe('R7.3 notes', () => {
  it('are written and deleted, and the user does not see them', async () => {
    const user = await world.user();
    const note = (notes: string | null) => boss.send('PATCH', `/users/${user.id}`, { notes });
    expect(await note(' Volať po 16:00.\nMá psa. ')).toMatchObject({
      status: 200,
      body: { id: user.id, notes: 'Volať po 16:00.\nMá psa.' },
    });
    expect((await user.get('/users/me')).body).not.toHaveProperty('notes');
    expect(await note('')).toMatchObject({ status: 200, body: { notes: null } });
  });
});

describe('R7.3 permissions', () => {
  it('are added and removed, idempotently, and apply from the next request', async () => {
    const user = await world.user();
    for (let i = 0; i < 2; i++)
      expect(await addRole(user.id, 'Seller')).toMatchObject({
        status: 200,
        body: { permissions: ['Seller'] },
      });
    const device = await world.enrol();
    expect((await user.get('/roles/check')).body).toEqual(['Seller']);
    expect((await user.post(`/devices/${device.deviceId}/messages`, { text: 'x' })).status).toBe(409);
    for (let i = 0; i < 2; i++)
      expect(await takeRole(user.id, 'Seller')).toMatchObject({ status: 200, body: { permissions: [] } });
    expect((await user.post(`/devices/${device.deviceId}/messages`, { text: 'x' })).status).toBe(404);
  });

  it('R7.2 a lost role reaches the stream of the user, which then excludes devices of others', async () => {
    const device = await world.enrol();
    const user = await world.user({}, ['Technician']);
    const stream = await user.stream(`?device_id=${device.deviceId}`);
    expect((await stream.next('snapshot')).data.last_data).toHaveLength(1);
    await takeRole(user.id, 'Technician');
    await stream.next('devices');
    const board = await device.connect();
    await board.publishTele({ d: { pressure: 1 } });
    expect(stream.events.map(({ event }) => event)).not.toContain('last-data');
    await addRole(user.id, 'Technician');
    await stream.next('last-data', ({ data }) => data.pressure === 1);
    stream.close();
    await board.leave();
  });

  it('R4.3 removing the last role ends delegated and passed-on access, not ownership', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const [helper, further] = [
      await world.user({}, ['Technician', 'Seller']),
      await world.user({}, ['Seller']),
    ];
    const own = await world.enrol(helper.id);
    const path = `/users-devices/${device.deviceId}/delegations`;
    await owner.post(path, { email: helper.email });
    await helper.post(path, { email: further.email });

    await takeRole(helper.id, 'Seller');
    expect(await listOf(helper)).toHaveLength(2);
    const { body } = await takeRole(helper.id, 'Technician');
    expect((body as ManagedUser).devices.map(({ id_dev }) => id_dev)).toEqual([own.deviceId]);
    expect(await listOf(helper)).toMatchObject([{ id_dev: own.deviceId }]);
    expect(await listOf(further)).toEqual([]);
    expect((await noticesOf(helper))[0]).toMatchObject({ device_id: device.deviceId, reason: 'level_lost' });
    expect((await noticesOf(further))[0]).toMatchObject({ device_id: device.deviceId, reason: 'revoked' });
    await addRole(helper.id, 'Technician');
    expect(await listOf(helper)).toMatchObject([{ id_dev: own.deviceId }]);
  });

  it('R4.3 a delegation concurrent with the loss of the last role leaves no access', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    for (let round = 0; round < 15; round++) {
      const helper = await world.user({}, ['Technician']);
      const [given, taken] = await Promise.all([
        owner.post(`/users-devices/${device.deviceId}/delegations`, { email: helper.email }),
        takeRole(helper.id, 'Technician'),
      ]);
      expect([201, 409]).toContain(given.status);
      expect(taken.status).toBe(200);
      expect(await listOf(helper)).toEqual([]);
    }
  });

  it('the last Super Seller keeps the role, also when two are removed concurrently', async () => {
    expect(await takeRole(boss.id, 'Super Seller')).toMatchObject(refused(409, 'LAST_SUPER_SELLER'));
    for (let round = 0; round < 10; round++) {
      const second = await world.user({}, ['Super Seller']);
      const answers = await Promise.all([
        takeRole(boss.id, 'Super Seller', second),
        takeRole(second.id, 'Super Seller', boss),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      // The first removal may have taken the right of the other caller already.
      expect([
        [200, 409],
        [200, 403],
      ]).toContainEqual(statuses);
      await world.db.deleteFrom('user_role').where('user_id', '=', second.id).execute();
      await world.db
        .insertInto('user_role')
        .values({ user_id: boss.id, role: 'Super Seller' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
});

describe('R7.3 access to device', () => {
  it('gives a device without an owner to a user, and notifies them with the name of the staff member', async () => {
    const device = await world.enrol();
    const user = await world.user();
    expect(await give(user, device.deviceId, 'owner')).toMatchObject({
      status: 200,
      body: { id: user.id, devices: [{ id_dev: device.deviceId, access: 'owner', expires_at: null }] },
    });
    expect(await listOf(user)).toMatchObject([{ id_dev: device.deviceId, access: 'owner' }]);
    expect(await noticesOf(user)).toMatchObject([{ type: 'device_received', by: 'Silvia Hlavná' }]);
    expect(await give(user, device.deviceId, 'owner')).toMatchObject(refused(409, 'USER_HAS_ACCESS'));
    expect(await give(await world.user(), device.deviceId, 'owner')).toMatchObject(
      refused(409, 'DEVICE_HAS_OWNER'),
    );
  });

  it('adds a delegate with an end beside the owner, who may revoke it', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const helper = await world.user({}, ['Technician']);
    const end = inSeconds(3600);
    expect(await give(helper, device.deviceId, 'delegate', { expires_at: end })).toMatchObject({
      status: 200,
      body: { devices: [{ id_dev: device.deviceId, access: 'delegate', expires_at: end }] },
    });
    expect(await give(helper, device.deviceId, 'delegate')).toMatchObject(refused(409, 'USER_HAS_ACCESS'));
    expect(await noticesOf(helper)).toMatchObject([{ type: 'delegation_received', by: 'Silvia Hlavná' }]);
    const path = `/users-devices/${device.deviceId}/delegations`;
    expect((await owner.get(path)).body).toMatchObject([{ user_id: helper.id, can_revoke: true }]);
    expect((await owner.send('DELETE', `${path}/${helper.id}`)).status).toBe(204);
  });

  it('is refused for a low level, no owner, a past end, an end for an owner, an unknown device', async () => {
    const owner = await world.user();
    const [device, free] = [await world.enrol(owner.id), await world.enrol()];
    const [helper, plain] = [await world.user({}, ['Technician']), await world.user()];
    expect(await give(plain, device.deviceId, 'delegate')).toMatchObject(refused(409, 'USER_LEVEL_TOO_LOW'));
    expect(await give(helper, free.deviceId, 'delegate')).toMatchObject(refused(409, 'DEVICE_HAS_NO_OWNER'));
    expect(await give(helper, device.deviceId, 'delegate', { expires_at: inSeconds(-1) })).toMatchObject(
      refused(409, 'DELEGATION_END_REFUSED'),
    );
    expect((await give(plain, free.deviceId, 'owner', { expires_at: inSeconds(60) })).status).toBe(422);
    expect(await give(plain, 'MNB-NOWHERE', 'owner')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
    expect(await take(plain, 'MNB-NOWHERE')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
    expect(await take(plain, device.deviceId)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  });

  it('removed from an owner ends all delegations and the alias, notifies owner and delegates, and updates the stream', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const helper = await world.user({}, ['Technician']);
    await owner.send('PATCH', `/users-devices/${device.deviceId}`, { alias: 'Chata' });
    await give(helper, device.deviceId, 'delegate');
    const stream = await owner.stream();
    await stream.next('snapshot');
    expect(await take(owner, device.deviceId)).toMatchObject({ status: 200, body: { devices: [] } });
    await stream.next('devices');
    await stream.next('inbox');
    stream.close();
    expect([await listOf(owner), await listOf(helper)]).toEqual([[], []]);
    expect(await noticesOf(owner)).toMatchObject([
      { type: 'device_taken', by: 'Silvia Hlavná', alias: 'Chata' },
    ]);
    expect((await noticesOf(helper))[0]).toMatchObject({ reason: 'removed', alias: 'Chata' });
    await give(helper, device.deviceId, 'owner');
    expect(await listOf(helper)).toMatchObject([{ alias: null, access: 'owner' }]);
  });

  it('removed from a delegate stays with the owner', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const helper = await world.user({}, ['Technician']);
    await give(helper, device.deviceId, 'delegate');
    expect(await take(helper, device.deviceId)).toMatchObject({ status: 200, body: { devices: [] } });
    expect(await listOf(owner)).toHaveLength(1);
    expect((await noticesOf(helper))[0]).toMatchObject({ type: 'delegation_ended', reason: 'revoked' });
  });

  it('of two concurrent grants of ownership one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const device = await world.enrol();
      const [a, b] = [await world.user(), await world.user()];
      const answers = await Promise.all([
        give(a, device.deviceId, 'owner'),
        give(b, device.deviceId, 'owner'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});
