import type { Alert, AlertPage } from '@manoboard/contract/nouns/alert';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const technician = (name: string) => world.user({ name, surname: 'Technik' }, ['Technician']);
const take = (user: User, id: number) => user.send('PUT', `/alerts/${id}/assignee`);
const release = (user: User, id: number) => user.send('DELETE', `/alerts/${id}/assignee`);

/** An open alert of a device with an owner. */
async function house() {
  const owner = await world.user({ name: 'Eva', surname: 'Vodná', phone_number: '+421 900 000 001' });
  const device = await world.enrol(owner.id);
  const { id } = await world.db
    .insertInto('alert')
    .values({
      device_id: device.id,
      event_id: 'E1',
      code: 'DRY_RUN',
      severity: 'alarm',
      raised_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const read = async (user: User) =>
    ((await user.get(`/alerts?id=${id}`)).body as AlertPage).items[0] as Alert;
  return { owner, device, id, read };
}

it('R7.5 staff take an alert and see whom to call; the owner sees the assignee and cannot take it', async () => {
  const { owner, id, read } = await house();
  const first = await technician('Tomáš');
  expect((await take(owner, id)).status).toBe(403);
  expect(await take(first, id)).toMatchObject({
    status: 200,
    body: {
      assignee: { user_id: first.id, name: 'Tomáš Technik', since: expect.any(Number) },
      owner: { name: 'Eva Vodná', phone_number: '+421 900 000 001' },
    },
  });
  expect(await read(owner)).toMatchObject({ assignee: { name: 'Tomáš Technik' }, owner: null });
});

it('R7.5 of concurrent takers one wins, and the others receive their name', async () => {
  const { id, read } = await house();
  const takers = await Promise.all(['Adam', 'Boris', 'Cyril', 'Dana'].map(technician));
  const answers = await Promise.all(takers.map((user) => take(user, id)));
  const winner = takers.filter((_, i) => answers[i]?.status === 200);
  expect(winner).toHaveLength(1);
  const [user] = winner;
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, body]).toMatchObject([
      409,
      { detail: 'ALERT_TAKEN', assignee: { user_id: user?.id, since: expect.any(Number) } },
    ]);
  expect((await read(takers[0] as User)).assignee?.user_id).toBe(user?.id);
});

it('R7.5 the assignee or a Super Seller gives an alert back; another technician cannot', async () => {
  const { id, read } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const boss = await world.user({}, ['Super Seller']);
  await take(first, id);
  expect(await release(second, id)).toMatchObject({
    status: 409,
    body: { detail: 'ALERT_TAKEN', assignee: { name: 'Tomáš Technik' } },
  });
  expect((await take(first, id)).status).toBe(200);
  expect(await release(first, id)).toMatchObject({ status: 200, body: { assignee: null } });
  expect((await release(first, id)).status).toBe(200);
  await take(second, id);
  expect((await release(boss, id)).status).toBe(200);
  expect((await read(first)).assignee).toBeNull();
});

it('R7.4 a resolved alert cannot be taken and keeps its assignee', async () => {
  const { owner, id, read } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  await take(first, id);
  await owner.send('POST', `/alerts/${id}/resolve`);
  expect(await take(second, id)).toMatchObject({ status: 409, body: { detail: 'ALERT_RESOLVED' } });
  expect((await read(owner)).assignee?.name).toBe('Tomáš Technik');
});

it('R7.4 taking and giving back are sent once to the staff and to the owner', async () => {
  const { owner, device, id } = await house();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const streams = [await owner.stream(), await second.stream()];
  for (const stream of streams) await stream.next('snapshot');
  for (let i = 0; i < 2; i++) await take(first, id);
  await take(second, id);
  for (let i = 0; i < 2; i++) await release(first, id);
  for (const stream of streams) {
    await stream.next('alert', ({ change }) => change === 'released');
    expect(stream.events.flatMap(({ event, data }) => (event === 'alert' ? [data] : []))).toEqual(
      ['taken', 'released'].map((change) => ({ device_id: device.deviceId, alert_id: id, change })),
    );
    stream.close();
  }
});
