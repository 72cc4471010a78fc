import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { Device, FcDevice } from '@manoboard/contract/device/device';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPump, commandsOf } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { listChanges } from '../../../audit-log/changes.repo.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

let world: World;
let aheadS = 0;
const now = () => Date.now() + aheadS * 1000;
const inS = (seconds: number) => Math.floor(now() / 1000) + seconds;

beforeAll(async () => {
  world = await startWorld({ now, env: { START_GAP_S: '0', STARTS_PER_HOUR: '3600' } });
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
type Named = { deviceId: string };
const pathOf = ({ deviceId }: Named) => `/devices/${deviceId}/lock-out`;
const set = (user: User, device: Named, tag: object = { reason: 'výmena ventilu' }) =>
  user.send('PUT', pathOf(device), tag);
const remove = (user: User, device: Named, query = '') => user.send('DELETE', `${pathOf(device)}${query}`);
const get = async (user: User, device: Named) => (await user.get(pathOf(device))).body as LockOut | null;
const lockedOut = (reason = 'výmena ventilu') => ({
  status: 409,
  body: { detail: 'LOCKED_OUT', lock_out: { reason } },
});

async function changesOf(deviceKey: DeviceKey) {
  const rows = await world.db
    .selectFrom('device_change')
    .where('device_id', '=', deviceKey)
    .select('id')
    .orderBy('id')
    .execute();
  const changes = await listChanges(
    world.db,
    rows.map(({ id }) => id),
  );
  return changes.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Every write but stop. */
const WRITES: readonly [name: string, method: 'POST' | 'PUT', path: string, body: object | undefined][] = [
  ['start', 'POST', '/mqtt/{id}/start-stop', { what: 'start', value: true }],
  ['lock', 'POST', '/mqtt/{id}/set-lock', { what: 'lock', value: true }],
  ['pressure', 'POST', '/mqtt/{id}/write', { what: 'Required pressure', value: 4 }],
  ['control mode', 'POST', '/mqtt/{id}/pressure_control', { what: 'control', value: 0 }],
  ['meter reset', 'POST', '/devices/{id}/reset-fc-config', { config_value_name: 'electro_meter' }],
  ['restart', 'POST', '/mqtt/{id}/restart', undefined],
  ['register', 'POST', '/mqtt/{id}/write-register', { register: 2305, value: 400 }],
  ['configuration', 'PUT', '/devices/{id}/config', { version: 0, config: { tele_s: 5 } }],
];

describe('R5.10 a lock-out tag', () => {
  it('refuses every write but stop for all users with its reason, and nothing is published', async () => {
    const { owner, device, board } = await aPump(world);
    const technician = await world.user({ name: 'Peter', surname: 'Horváth' }, ['Technician']);
    const superSeller = await world.user({}, ['Super Seller']);
    const until = inS(3600);
    expect(await set(technician, device, { reason: ' výmena ventilu ', until })).toMatchObject({
      status: 200,
      body: { reason: 'výmena ventilu', by: { user_id: technician.id, name: 'Peter Horváth' }, until },
    });
    await board.done(await board.nextCommand());
    for (const user of [owner, technician, superSeller])
      for (const [name, method, path, body] of WRITES) {
        if (user === owner && (name === 'register' || name === 'configuration')) continue;
        const answer = await user.send(method, path.replace('{id}', device.deviceId), body);
        expect(answer, name).toMatchObject({
          status: 409,
          body: { detail: 'LOCKED_OUT', lock_out: { reason: 'výmena ventilu', until } },
        });
      }
    expect(board.commands).toMatchObject([{ op: 'start_stop', val: false }]);
    const [, ...rows] = await commandsOf(world, device.id);
    expect(rows.every(({ status, problem }) => status === 'rejected' && problem === 'LOCKED_OUT')).toBe(true);

    const stop = owner.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect((await stop).status).toBe(200);
    await board.leave();
  });

  it('does not refuse rename and delegation, which write nothing to the device', async () => {
    const owner = await world.user();
    const helper = await world.user({}, ['Technician']);
    const device = await world.enrol(owner.id);
    await set(owner, device);
    const path = `/users-devices/${device.deviceId}`;
    expect((await owner.send('PATCH', path, { alias: 'Studňa' })).status).toBe(200);
    expect((await owner.post(`${path}/delegations`, { email: helper.email })).status).toBe(201);
  });

  it('persists over a restart of the server', async () => {
    const { owner, device, board } = await aPump(world);
    await set(owner, device);
    await board.leave();
    await world.restart();
    const again = world.browser();
    await again.login(owner.email, owner.password);
    expect(await again.startStop(device.deviceId, true)).toMatchObject(lockedOut());
  });

  /** Queues both requests on the device lock, which is granted in order of arrival. */
  async function inOrder<A, B>(deviceKey: DeviceKey, first: () => Promise<A>, second: () => Promise<B>) {
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return world.db.transaction().execute(async (tx) => {
      // Not FOR UPDATE: rows that refer to the device (last values) would wait too, and be counted.
      await tx.selectFrom('device').where('id', '=', deviceKey).select('id').forNoKeyUpdate().execute();
      const answers: [Promise<A>?, Promise<B>?] = [];
      answers[0] = first();
      await waitFor(async () => (await waiting.execute(world.db)).rows.length === 1);
      answers[1] = second();
      await waitFor(async () => (await waiting.execute(world.db)).rows.length === 2);
      return answers as [Promise<A>, Promise<B>];
    });
  }

  it('is decided under the device lock: the first of a start and a tag wins', async () => {
    const { owner, device, board } = await aPump(world, { on_off_state_r: 3 });
    const technician = await world.user({}, ['Technician']);
    const start = () => owner.startStop(device.deviceId, true);
    const tag = () => set(technician, device);

    const [started, tagged] = await inOrder(device.id, start, tag);
    expect((await tagged).status).toBe(200);
    await board.done(await board.nextCommand());
    expect((await started).status).toBe(200);
    // Of the tag.
    await board.done(await board.nextCommand());

    await remove(technician, device);
    const [taggedFirst, refused] = await inOrder(device.id, tag, start);
    expect((await taggedFirst).status).toBe(200);
    expect(await refused).toMatchObject(lockedOut());
    await board.done(await board.nextCommand());
    expect(board.commands.map((cmd) => cmd.op === 'start_stop' && cmd.val)).toEqual([true, false, false]);
    await board.leave();
  });

  it('is set once by two concurrent requests', async () => {
    const owner = await world.user();
    const technicians = [await world.user({}, ['Technician']), await world.user({}, ['Technician'])];
    const device = await world.enrol(owner.id);
    const answers = await Promise.all([owner, ...technicians].map((user) => set(user, device)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(lockedOut());
  });

  it('is changed by its author only', async () => {
    const owner = await world.user();
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol(owner.id);
    await set(owner, device);
    expect(await set(technician, device, { reason: 'iné' })).toMatchObject(lockedOut());
    const until = inS(600);
    expect(await set(owner, device, { reason: 'čistenie', until })).toMatchObject({
      status: 200,
      body: { reason: 'čistenie', until },
    });
    expect(await changesOf(device.id)).toMatchObject([
      { action: 'set', by: { user_id: owner.id, role: 'owner' }, reason: 'výmena ventilu' },
      {
        action: 'changed',
        fields: [
          { field: 'reason', old: 'výmena ventilu', new: 'čistenie' },
          { field: 'until', old: null, new: until },
        ],
      },
    ]);
  });

  it.each([
    ['no reason', { reason: '  ' }, 422],
    ['a reason of 201 characters', { reason: 'x'.repeat(201) }, 422],
    ['an end in the past', { reason: 'x', until: 1000 }, 422],
    ['an end that is not a number', { reason: 'x', until: '2030-01-01' }, 422],
  ])('is refused with %s', async (_case, tag, status) => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    expect((await set(owner, device, tag)).status).toBe(status);
    expect(await get(owner, device)).toBeNull();
  });

  it('answers a stranger like a device that does not exist', async () => {
    const device = await world.enrol((await world.user()).id);
    const stranger = await world.user();
    for (const answer of [await set(stranger, device), await remove(stranger, device)])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'DEVICE_NOT_FOUND' } });
  });
});

describe('R7.5 removal of a lock-out tag', () => {
  it('is permitted to its author, a Technician or a Super Seller', async () => {
    const owner = await world.user();
    const seller = await world.user({}, ['Seller']);
    const device = await world.enrol(owner.id);
    for (const [author, others, removers] of [
      [
        owner,
        [seller],
        [owner, await world.user({}, ['Technician']), await world.user({}, ['Super Seller'])],
      ],
      [seller, [owner], [seller]],
    ] as const)
      for (const remover of removers) {
        await set(author, device);
        for (const other of others) expect((await remove(other, device)).status).toBe(403);
        expect((await remove(remover, device)).status).toBe(204);
        expect(await get(owner, device)).toBeNull();
      }
    expect((await remove(owner, device)).status).toBe(204);
    const removed = (await changesOf(device.id)).filter(({ action }) => action === 'removed');
    expect(removed).toHaveLength(4);
    expect(removed[0]).toMatchObject({ reason: 'výmena ventilu', by: { user_id: owner.id } });
  });

  it('is refused for another tag than the current one', async () => {
    const owner = await world.user();
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol(owner.id);
    const first = (await set(owner, device)).body as LockOut;
    await remove(owner, device);
    await set(owner, device, { reason: 'druhá práca' });
    expect(await remove(technician, device, `?tag=${first.id}`)).toMatchObject(lockedOut('druhá práca'));
    const second = await get(owner, device);
    expect((await remove(technician, device, `?tag=${second?.id}`)).status).toBe(204);
  });
});

describe('R5.10 the end of a lock-out tag', () => {
  it('permits writes without a job, and is once in the stream and in the timeline', async () => {
    const { owner, device, board } = await aPump(world, { on_off_state_r: 3 });
    const stream = await owner.stream();
    expect((await stream.next('snapshot')).data.lock_outs).toEqual([]);
    await set(owner, device, { reason: 'výmena ventilu', until: inS(20) });
    expect((await stream.next('lock-out')).data).toMatchObject({
      device_id: device.deviceId,
      lock_out: { reason: 'výmena ventilu' },
    });
    await board.done(await board.nextCommand());
    const late = await owner.stream();
    expect((await late.next('snapshot')).data.lock_outs).toMatchObject([{ device_id: device.deviceId }]);
    late.close();
    expect(await owner.startStop(device.deviceId, true)).toMatchObject(lockedOut());
    aheadS += 21;
    const starting = owner.startStop(device.deviceId, true);
    await board.done(await board.nextCommand());
    expect((await starting).status).toBe(200);
    await stream.next('lock-out', ({ lock_out }) => lock_out === null);
    const ended = (await changesOf(device.id)).filter(({ action }) => action === 'expired');
    expect(ended).toMatchObject([{ by: null, reason: 'výmena ventilu', status: 'done' }]);
    stream.close();
    await board.leave();
  });

  it('permits a new tag at once', async () => {
    const owner = await world.user();
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol(owner.id);
    await set(owner, device, { reason: 'prvá', until: inS(30) });
    aheadS += 31;
    expect((await set(technician, device, { reason: 'druhá' })).status).toBe(200);
    expect((await changesOf(device.id)).map(({ action }) => action)).toEqual(['set', 'expired', 'set']);
  });
});

it('R5.10 the lists of devices show the tag', async () => {
  const { owner, device, board } = await aPump(world);
  await set(owner, device);
  const own = (await owner.get('/users-devices/get-devices')).body as Device[];
  const converters = (await owner.get('/users-devices/get-all-fc-devices')).body as FcDevice[];
  for (const [row] of [own, converters])
    expect(row).toMatchObject({ lock_out: { reason: 'výmena ventilu' } });
  await remove(owner, device);
  const [row] = (await owner.get('/users-devices/get-devices')).body as Device[];
  expect(row).not.toHaveProperty('lock_out');
  await board.leave();
});
