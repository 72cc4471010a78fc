import type { Role } from '@manoboard/contract/account/account';
import { aReading } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

const T = Math.floor(Date.now() / 1000);
let world: World;
let hoursLater = 0;
beforeAll(async () => {
  world = await startWorld({ now: () => Date.now() + hoursLater * 3_600_000 });
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const staff = (role: Role = 'Technician') => world.user({}, [role]);
const listOf = async (user: User) => (await user.get('/users-devices/get-devices')).body;

async function house() {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const path = `/users-devices/${device.deviceId}/delegations`;
  const give = (giver: User, receiver: User, expires_at?: number | null) =>
    giver.post(path, { email: receiver.email, ...(expires_at !== undefined && { expires_at }) });
  const revoke = (user: User, from: User) => user.send('DELETE', `${path}/${from.id}`);
  const seen = async (user: User) => (await user.get(path)).body;
  return { owner, device, path, give, revoke, seen };
}
const refused = (status: number, detail: string) => ({ status, body: { detail } });

describe('R4.3 delegate', () => {
  it.each(['Technician', 'Seller', 'Super Seller'] as const)(
    'to a %s: 201, both lists show it',
    async (role) => {
      const { owner, device, give, seen } = await house();
      const helper = await staff(role);
      const row = { user_id: helper.id, email: helper.email, expires_at: null, can_revoke: true };
      expect(await give(owner, helper)).toMatchObject({ status: 201, body: row });
      expect(await seen(owner)).toMatchObject([row]);
      expect(await seen(helper)).toMatchObject([row]);
      expect(await listOf(helper)).toMatchObject([{ id_dev: device.deviceId, access: 'delegate' }]);
    },
  );

  it('R4.3b the owner reads when a helper was last here since they have access, and nobody else does', async () => {
    const { owner, device, give } = await house();
    const helper = await staff();
    const visits = `/users-devices/${device.deviceId}/last-visits`;
    await give(owner, helper);
    const usedAt = (at: Date) =>
      world.db.updateTable('session').set({ last_used_at: at }).where('user_id', '=', helper.id).execute();
    await usedAt(new Date(Date.now() - 3_600_000));
    expect(await owner.get(visits)).toMatchObject({ status: 200, body: [] });
    const at = new Date(Date.now() + 60_000);
    await usedAt(at);
    expect((await owner.get(visits)).body).toEqual([
      { user_id: helper.id, timestamp: Math.floor(at.getTime() / 1000) },
    ]);
    expect((await (await world.user()).get(visits)).status).toBe(404);
  });

  it('the e-mail is found in any case', async () => {
    const { owner, path } = await house();
    const helper = await staff();
    expect((await owner.post(path, { email: ` ${helper.email.toUpperCase()} ` })).status).toBe(201);
  });

  it('a user without any of the three roles is answered 409 USER_LEVEL_TOO_LOW', async () => {
    const { owner, give, seen } = await house();
    expect(await give(owner, await world.user())).toMatchObject(refused(409, 'USER_LEVEL_TOO_LOW'));
    expect(await seen(owner)).toEqual([]);
  });

  it('an unknown e-mail is answered 404 USER_NOT_FOUND', async () => {
    const { owner, path } = await house();
    expect(await owner.post(path, { email: 'nobody@example.com' })).toMatchObject(
      refused(404, 'USER_NOT_FOUND'),
    );
  });

  it('R4.3 the owner is answered 409 USER_HAS_ACCESS, the caller 409 DELEGATE_TO_SELF with or without a role', async () => {
    const { owner, device, give } = await house();
    expect(await give(owner, owner)).toMatchObject(refused(409, 'DELEGATE_TO_SELF'));
    await world.db.insertInto('user_role').values({ user_id: owner.id, role: 'Seller' }).execute();
    const helper = await staff();
    await give(owner, helper);
    for (const [giver, receiver, code] of [
      [owner, owner, 'DELEGATE_TO_SELF'],
      [helper, owner, 'USER_HAS_ACCESS'],
      [helper, helper, 'DELEGATE_TO_SELF'],
    ] as const)
      expect(await give(giver, receiver)).toMatchObject(refused(409, code));
    expect(await listOf(owner)).toMatchObject([{ id_dev: device.deviceId, access: 'owner' }]);
  });

  it('a user who tries many e-mails is answered 429', async () => {
    const { owner, path } = await house();
    const answers = await Promise.all(
      Array.from({ length: 65 }, (_, i) => owner.post(path, { email: `guess${i}@example.com` })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('R4.18 the level of access', () => {
  const giveAt = (from: User, path: string, to: User, level?: string) =>
    from.post(path, { email: to.email, ...(level && { level }) });

  it.each(['watch', 'switch'])('%s needs no role, and both lists show it', async (level) => {
    const { owner, device, path, seen } = await house();
    const son = await world.user();
    expect(await giveAt(owner, path, son, level)).toMatchObject({ status: 201, body: { level } });
    expect(await seen(owner)).toMatchObject([{ user_id: son.id, level }]);
    expect(await listOf(son)).toMatchObject([{ id_dev: device.deviceId, access: 'delegate', level }]);
  });

  it('a call without a level and one with `full` mean "like me", which needs a role', async () => {
    const { owner, path } = await house();
    const son = await world.user();
    for (const level of [undefined, 'full'])
      expect(await giveAt(owner, path, son, level)).toMatchObject(refused(409, 'USER_LEVEL_TOO_LOW'));
    const helper = await staff();
    expect((await giveAt(owner, path, helper)).body).not.toHaveProperty('level');
  });

  it('a watcher and a switcher share nothing, also with a role, and give up their own access', async () => {
    const { owner, device, path } = await house();
    for (const level of ['watch', 'switch']) {
      const helper = await staff();
      await giveAt(owner, path, helper, level);
      expect(await giveAt(helper, path, await world.user(), 'watch')).toMatchObject(
        refused(403, 'FORBIDDEN'),
      );
      expect((await helper.get(path)).status).toBe(403);
      expect((await helper.send('DELETE', `/users-devices/${device.deviceId}`)).status).toBe(204);
      expect(await listOf(helper)).toEqual([]);
    }
  });

  it('a delegate whose level is lowered keeps nothing that they passed on', async () => {
    const { owner, path, seen } = await house();
    const [first, second, third] = [await staff(), await staff(), await world.user()];
    await giveAt(owner, path, first);
    await giveAt(first, path, second);
    await giveAt(second, path, third, 'watch');
    expect((await giveAt(owner, path, first, 'switch')).status).toBe(201);
    expect(await seen(owner)).toMatchObject([{ user_id: first.id, level: 'switch' }]);
    for (const user of [second, third]) expect(await listOf(user)).toEqual([]);
  });

  it('the timeline has level and end', async () => {
    const { owner, device, path } = await house();
    const son = await world.user();
    await giveAt(owner, path, son, 'watch');
    await giveAt(owner, path, son, 'switch');
    const rows = await world.db
      .selectFrom('device_change')
      .where('device_id', '=', device.id)
      .where('kind', '=', 'access')
      .select('fields')
      .orderBy('id')
      .execute();
    const levels = rows.flatMap(({ fields }) => fields.filter(({ field }) => field === 'level'));
    expect(levels).toEqual([
      { field: 'level', old: null, new: 'watch' },
      { field: 'level', old: 'watch', new: 'switch' },
    ]);
  });

  it('R4.3 the last role takes the access of a delegate, not that of a watcher', async () => {
    const { owner, device, path } = await house();
    const other = await house();
    const helper = await staff();
    await giveAt(owner, path, helper, 'watch');
    await giveAt(other.owner, other.path, helper);
    const boss = await staff('Super Seller');
    expect((await boss.send('DELETE', `/users/${helper.id}/permissions/Technician`)).status).toBe(200);
    expect(await listOf(helper)).toMatchObject([{ id_dev: device.deviceId, level: 'watch' }]);
  });
});

describe('R4.3b the end of access', () => {
  it('a past end is answered 409 DELEGATION_END_REFUSED', async () => {
    const { owner, give, seen } = await house();
    const helper = await staff();
    for (const end of [0, T - 1])
      expect(await give(owner, helper, end)).toMatchObject(refused(409, 'DELEGATION_END_REFUSED'));
    expect(await seen(owner)).toEqual([]);
  });

  it('the owner changes the end by delegating again, and passed-on access never lasts longer', async () => {
    const { owner, give, seen } = await house();
    const [first, second, third] = [await staff(), await staff('Seller'), await staff('Super Seller')];
    await give(owner, first, T + 9000);
    await give(first, second);
    await give(second, third, T + 5000);
    const ends = async () =>
      Object.fromEntries(
        ((await seen(owner)) as { user_id: number; expires_at: number | null }[]).map((row) => [
          row.user_id,
          row.expires_at,
        ]),
      );
    expect(await ends()).toEqual({ [first.id]: T + 9000, [second.id]: T + 9000, [third.id]: T + 5000 });
    expect((await give(owner, first, T + 6000)).status).toBe(201);
    expect(await ends()).toEqual({ [first.id]: T + 6000, [second.id]: T + 6000, [third.id]: T + 5000 });
    expect((await give(owner, first, null)).status).toBe(201);
    expect(await ends()).toEqual({ [first.id]: null, [second.id]: T + 6000, [third.id]: T + 5000 });
  });

  it('access that a delegate passes on ends with theirs at the latest', async () => {
    const { owner, give } = await house();
    const [first, second] = [await staff(), await staff()];
    await give(owner, first, T + 5000);
    expect(await give(first, second, T + 5001)).toMatchObject(refused(409, 'DELEGATION_END_REFUSED'));
    expect(await give(first, second, T + 5000)).toMatchObject({
      status: 201,
      body: { expires_at: T + 5000 },
    });
    expect(await give(first, second)).toMatchObject({ status: 201, body: { expires_at: T + 5000 } });
  });

  it('expired access grants nothing, is in no list, and can be granted again', async () => {
    const { owner, device, path, give, seen } = await house();
    const board = await device.connect();
    await board.publishInfo({
      fc: { id: `FC-X${device.id}`.padEnd(8, '0'), fc_type: 'GD10', ident: 269, unit: 1 },
    });
    await board.publishStatus();
    const helper = await staff();
    await give(owner, helper, T + 1800);
    // A role gives access to every device; without one only the delegation counts.
    await world.db.deleteFrom('user_role').where('user_id', '=', helper.id).execute();
    const lists = [
      '/users-devices/get-devices',
      '/users-devices/get-all-fc-devices',
      '/api-requests/online-devices',
      '/actual-data/all-last-data',
    ];
    for (const list of lists) expect((await helper.get(list)).body, list).toHaveLength(1);
    hoursLater = 1;
    for (const list of lists) expect((await helper.get(list)).body, list).toEqual([]);
    for (const answer of [
      await helper.get(path),
      await helper.startStop(device.deviceId, false),
      await helper.send('DELETE', `/users-devices/${device.deviceId}`),
      await helper.send('PATCH', `/users-devices/${device.deviceId}`, { alias: 'x' }),
      await helper.post(path, { email: owner.email }),
    ])
      expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
    expect(await seen(owner)).toEqual([]);
    expect(await owner.send('DELETE', `${path}/${helper.id}`)).toMatchObject(refused(404, 'USER_NOT_FOUND'));
    await world.db.insertInto('user_role').values({ user_id: helper.id, role: 'Seller' }).execute();
    expect((await give(owner, helper)).status).toBe(201);
    expect(await listOf(helper)).toMatchObject([{ id_dev: device.deviceId }]);
    hoursLater = 0;
    await board.leave();
  });
});

describe('R4.3b revoke', () => {
  it('by the owner takes effect at once, with all passed-on access', async () => {
    const { owner, give, revoke, seen } = await house();
    const [first, second, third, other] = [await staff(), await staff(), await staff(), await staff()];
    await give(owner, first);
    await give(first, second);
    await give(second, third);
    await give(owner, other);
    expect((await revoke(owner, first)).status).toBe(204);
    expect(await seen(owner)).toMatchObject([{ user_id: other.id }]);
    for (const user of [first, second, third]) expect(await listOf(user)).toEqual([]);
    expect(await revoke(owner, first)).toMatchObject(refused(404, 'USER_NOT_FOUND'));
  });

  it('a delegate revokes access that they passed on and their own, and no other', async () => {
    const { owner, give, revoke, seen } = await house();
    const [first, second, other] = [await staff(), await staff(), await staff()];
    await give(owner, first);
    await give(owner, other);
    await give(first, second);
    expect(await revoke(first, other)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await give(first, other, T + 60)).toMatchObject(refused(409, 'USER_HAS_ACCESS'));
    expect(await revoke(second, first)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await revoke(first, owner)).toMatchObject(refused(404, 'USER_NOT_FOUND'));
    const rows = (await seen(first)) as { user_id: number; can_revoke: boolean }[];
    expect(Object.fromEntries(rows.map((row) => [row.user_id, row.can_revoke]))).toEqual({
      [first.id]: true,
      [second.id]: true,
      [other.id]: false,
    });
    expect((await revoke(first, second)).status).toBe(204);
    expect((await revoke(first, first)).status).toBe(204);
    expect(await seen(owner)).toMatchObject([{ user_id: other.id }]);
  });

  it('the owner cannot be revoked, and an unknown user is answered 404', async () => {
    const { owner, path, revoke } = await house();
    expect(await revoke(owner, owner)).toMatchObject(refused(404, 'USER_NOT_FOUND'));
    expect((await owner.send('DELETE', `${path}/999999999`)).status).toBe(404);
    for (const id of ['0', '-1', '1.5', 'x', '1e3', '9999999999', '%00'])
      expect((await owner.send('DELETE', `${path}/${id}`)).status, id).toBe(422);
  });

  it('a delegation concurrent with the removal of the device leaves no access', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, device, give } = await house();
      const [first, second] = [await staff(), await staff()];
      await give(owner, first);
      await Promise.all([
        give(first, second),
        give(owner, second),
        owner.send('DELETE', `/users-devices/${device.deviceId}`),
      ]);
      const left = await world.db
        .selectFrom('user_device')
        .where('device_id', '=', device.id)
        .selectAll()
        .execute();
      expect(left).toEqual([]);
    }
  });
});

describe('R4.3b the live stream', () => {
  /** Waits until the owner has received the frame: every other stream had the chance to receive it too. */
  async function live(level?: string) {
    const all = await house();
    const helper = level ? await world.user() : await staff();
    const board = await all.device.connect();
    const [owners, theirs] = [await all.owner.stream(), await helper.stream()];
    await theirs.next('snapshot');
    const frame = async (pressure: number) => {
      await board.publishTele({ d: aReading({ pressure }) });
      await owners.next('last-data', ({ data }) => data.pressure === pressure);
    };
    expect((await all.owner.post(all.path, { email: helper.email, ...(level && { level }) })).status).toBe(
      201,
    );
    await theirs.next('devices');
    await frame(1);
    await theirs.next('last-data', ({ data }) => data.pressure === 1);
    const devicesHeard = () => theirs.events.filter(({ event }) => event === 'devices').length;
    const pressures = () =>
      theirs.events.flatMap((event) =>
        event.event === 'last-data' ? [event.data.data.pressure ?? null] : [],
      );
    const leave = async () => {
      owners.close();
      theirs.close();
      await board.leave();
    };
    return { ...all, helper, frame, theirs, devicesHeard, pressures, leave };
  }

  it.each([
    ['delegate', undefined],
    ['R4.18 watcher', 'watch'],
  ])(
    'adds a new device with its values, and drops it within a second for a revoked %s',
    async (_who, level) => {
      const { owner, helper, revoke, frame, theirs, devicesHeard, pressures, leave } = await live(level);
      await revoke(owner, helper);
      await expect.poll(devicesHeard, { interval: 20, timeout: 1000 }).toBe(2);
      await frame(2);
      expect(pressures()).toEqual([null, 1]);
      expect(theirs.state.isEnded).toBe(false);
      await leave();
    },
  );

  it('drops the device of an expired delegate without a request', async () => {
    const { owner, helper, give, frame, theirs, devicesHeard, pressures, leave } = await live();
    const end = Math.floor(Date.now() / 1000) + 3;
    expect((await give(owner, helper, end)).status).toBe(201);
    await expect.poll(devicesHeard, { interval: 20 }).toBe(3);
    await frame(2);
    expect(pressures()).toEqual([null, 1]);
    theirs.close();
    await leave();
  });

  it('a browser that resumes after its devices changed gets a snapshot and the devices event', async () => {
    const { owner, helper, revoke, theirs, leave } = await live();
    const lastEventId = theirs.state.lastEventId;
    theirs.close();
    await revoke(owner, helper);
    const again = await helper.stream('', lastEventId);
    expect((await again.next('snapshot')).data.last_data).toEqual([]);
    await again.next('devices');
    again.close();
    await leave();
  });
});
