import { WorkDevices, type WorkKind } from '@manoboard/contract/alert/work';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startWorld, type World } from '../../../../test/world.ts';

/** Only tests advance it. */
const clock = { ms: Date.now() };
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clock.ms });
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const technician = (name: string) => world.user({ name, surname: 'Technik' }, ['Technician']);

/** A board with a converter and an owner, which never connected. */
async function house() {
  const owner = await world.user({ name: 'Eva', surname: 'Vodná', phone_number: '+421 900 000 001' });
  const device = await world.enrol(owner.id);
  const { id, deviceId } = device;
  await world.db
    .updateTable('device')
    .where('id', '=', id)
    .set({ fc_id: `FC-${deviceId}`, fc_type: 'GD10', alias: 'Studňa' })
    .execute();
  const path = (kind: WorkKind) => `/devices/${deviceId}/work/${kind}/assignee`;
  return {
    owner,
    device,
    take: (user: User, kind: WorkKind) => user.send('PUT', path(kind)),
    release: (user: User, kind: WorkKind) => user.send('DELETE', path(kind)),
    async entry(user: User, kind: WorkKind) {
      const { items } = z.parse(WorkDevices, (await user.get('/work/devices')).body);
      return items.find((item) => item.id_dev === deviceId && item.kind === kind);
    },
    /** Goes online, and offline again with `leave`. */
    async connect() {
      const board = await device.connect();
      await board.publishStatus();
      return board;
    },
  };
}

it('R7.5 staff take an offline device until the board connects again', async () => {
  const { owner, take, entry, connect } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  expect(await entry(second, 'offline')).toMatchObject({
    alias: 'Studňa',
    owner: { name: 'Eva Vodná', phone_number: '+421 900 000 001' },
    since: null,
    lock_out: null,
    assignee: null,
  });
  expect((await take(owner, 'offline')).status).toBe(403);
  expect(await take(first, 'offline')).toMatchObject({
    status: 200,
    body: { assignee: { user_id: first.id, name: 'Tomáš Technik' } },
  });
  expect((await entry(second, 'offline'))?.assignee?.name).toBe('Tomáš Technik');

  clock.ms += 1000;
  const board = await connect();
  expect(await entry(second, 'offline')).toBeUndefined();
  expect(await take(second, 'offline')).toMatchObject({ status: 409, body: { detail: 'WORK_ENDED' } });
  await board.leave();
  const again = await waitFor(() => entry(second, 'offline'), { what: 'the board to be offline' });
  expect(again).toMatchObject({ since: Math.floor(clock.ms / 1000), assignee: null });
  expect((await take(second, 'offline')).status).toBe(200);
});

it('R7.5 of concurrent takers of a device one wins, and the others receive their name', async () => {
  const { take, entry } = await house();
  const takers = await Promise.all(['Adam', 'Boris', 'Cyril', 'Dana'].map(technician));
  const answers = await Promise.all(takers.map((user) => take(user, 'offline')));
  const [winner, ...others] = takers.filter((_, i) => answers[i]?.status === 200);
  expect(others).toEqual([]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(3);
  for (const answer of refused)
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: 'ALERT_TAKEN', assignee: { user_id: winner?.id } },
    });
  expect((await entry(takers[0] as User, 'offline'))?.assignee?.user_id).toBe(winner?.id);
});

it('R5.10 R7.5 a lock-out tag has its author, reason and time; another tag has no assignee', async () => {
  const { owner, device, take, entry } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const path = `/devices/${device.deviceId}/lock-out`;
  expect(await take(first, 'locked_out')).toMatchObject({ status: 409, body: { detail: 'WORK_ENDED' } });
  const tag = (await owner.send('PUT', path, { reason: 'Výmena ventilu' })).body as LockOut;
  await take(first, 'locked_out');
  expect(await entry(second, 'locked_out')).toMatchObject({
    since: tag.since,
    lock_out: { reason: 'Výmena ventilu', by: { name: 'Eva Vodná' } },
    assignee: { name: 'Tomáš Technik' },
  });
  expect((await entry(second, 'offline'))?.assignee).toBeNull();

  // The clock has not advanced: the second tag differs by its ID only.
  await owner.send('DELETE', path);
  expect(await entry(second, 'locked_out')).toBeUndefined();
  await owner.send('PUT', path, { reason: 'Čistenie' });
  expect(await entry(second, 'locked_out')).toMatchObject({
    lock_out: { reason: 'Čistenie' },
    assignee: null,
  });
  expect(await take(second, 'locked_out')).toMatchObject({ status: 200 });
});

it('R7.5 the assignee or a Super Seller gives a device back; another technician cannot', async () => {
  const { take, release, entry } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const boss = await world.user({}, ['Super Seller']);
  await take(first, 'offline');
  expect((await take(first, 'offline')).status).toBe(200);
  expect(await release(second, 'offline')).toMatchObject({
    status: 409,
    body: { detail: 'ALERT_TAKEN', assignee: { name: 'Tomáš Technik' } },
  });
  expect(await release(boss, 'offline')).toMatchObject({ status: 200, body: { assignee: null } });
  expect((await release(first, 'offline')).status).toBe(200);
  expect((await entry(second, 'offline'))?.assignee).toBeNull();
});

it('R7.5 taking and giving back a device are sent to the staff once', async () => {
  const { device, take, release } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const stream = await second.stream();
  await stream.next('snapshot');
  for (let i = 0; i < 2; i++) await take(first, 'offline');
  await release(first, 'offline');
  const events = () => stream.events.filter(({ event }) => event === 'work').map(({ data }) => data);
  await waitFor(() => events().length >= 2, { what: 'two events' });
  expect(events()).toEqual([{ device_id: device.deviceId }, { device_id: device.deviceId }]);
  stream.close();
});

it('R3.5 a deleted account takes care of nothing', async () => {
  const { take, entry } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  await take(first, 'offline');
  expect((await first.send('POST', '/users/me/delete')).status).toBe(204);
  expect((await entry(second, 'offline'))?.assignee).toBeNull();
});
