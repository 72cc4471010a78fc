import type { Alert, AlertPage } from '@manoboard/contract/alert/alert';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleared, createHouses, dryRun, pageOf, RAISED_S } from '../../../../test/alert-house.ts';
import { insertAlert } from '../../../../test/alert-row.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { house, disconnectAll } = createHouses(() => world);
afterEach(disconnectAll);

type User = Awaited<ReturnType<World['user']>>;

describe('R7.5 an alert is resolved by users who may see the device', () => {
  it('the first resolution wins and keeps its user and time', async () => {
    const home = await house([dryRun]);
    const technician = await world.user({ name: 'Tomáš', surname: 'Technik' }, ['Technician']);
    const first = await technician.send('POST', `/alerts/${home.id}/resolve`);
    const second = await home.owner.send('POST', `/alerts/${home.id}/resolve`);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ resolved: true, resolved_by: 'Tomáš Technik' });
    expect(second.status).toBe(200);
    // Only staff see the contact.
    expect(second.body).toEqual({ ...(first.body as Alert), owner: null });
  });

  it('of concurrent resolutions one wins', async () => {
    const home = await house([dryRun]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () =>
        (await world.user({}, ['Seller'])).send('POST', `/alerts/${home.id}/resolve`),
      ),
    );
    // Its mail may be sent between two answers.
    const resolutions = answers.map(({ body }) => {
      const { resolved_by, resolved_timestamp } = body as Alert;
      return JSON.stringify([resolved_by, resolved_timestamp]);
    });
    expect(new Set(resolutions).size).toBe(1);
  });

  it('the note of a resolution is stored with it; a later resolution changes neither', async () => {
    const home = await house([dryRun]);
    const technician = await world.user({ name: 'Tomáš', surname: 'Technik' }, ['Technician']);
    const resolve = (user: User, body?: object) => user.send('POST', `/alerts/${home.id}/resolve`, body);
    expect((await resolve(home.owner, { notes: 'x'.repeat(2001) })).status).toBe(422);
    expect((await pageOf(home.owner)).items[0]).toMatchObject({ resolved: false, notes: null });
    const first = await resolve(technician, { notes: ' Vymenený snímač. ' });
    expect(first.body).toMatchObject({ resolved_by: 'Tomáš Technik', notes: 'Vymenený snímač.' });
    expect((await resolve(home.owner, { notes: 'Nič som nevidel.' })).body).toEqual({
      ...(first.body as Alert),
      owner: null,
    });
  });

  it('a resolution without a note keeps the note', async () => {
    const home = await house([dryRun]);
    await home.owner.send('PATCH', `/alerts/${home.id}`, { notes: 'Ide technik.' });
    const { body } = await home.owner.send('POST', `/alerts/${home.id}/resolve`, {});
    expect(body).toMatchObject({ resolved: true, notes: 'Ide technik.' });
  });

  it('a resolved alert that clears later stays resolved', async () => {
    const home = await house([dryRun]);
    await home.owner.send('POST', `/alerts/${home.id}/resolve`);
    await home.board.publish('event', cleared(dryRun));
    expect((await pageOf(home.owner)).items).toMatchObject([
      { resolved: true, cleared_timestamp: RAISED_S + 60 },
    ]);
  });

  it('notes are written, changed and deleted', async () => {
    const home = await house([dryRun]);
    const note = async (notes: unknown) => {
      const { status, body } = await home.owner.send('PATCH', `/alerts/${home.id}`, { notes });
      return status === 200 ? (body as Alert).notes : status;
    };
    expect(await note(' Volal som majiteľovi.\nPríde zajtra. ')).toBe('Volal som majiteľovi.\nPríde zajtra.');
    expect(await note('Hotovo')).toBe('Hotovo');
    expect(await note('')).toBeNull();
    expect(await note(null)).toBeNull();
    expect(await note('a\u0000b')).toBe(422);
    expect(await note('x'.repeat(2001))).toBe(422);
  });

  it('a note that another person has changed since is neither replaced nor resolved away', async () => {
    const home = await house([dryRun]);
    const note = (body: object) => home.owner.send('PATCH', `/alerts/${home.id}`, body);
    const resolve = (body: object) => home.owner.send('POST', `/alerts/${home.id}/resolve`, body);
    expect((await note({ notes: 'Ide technik.', known_notes: null })).status).toBe(200);
    const changed = { status: 409, body: { detail: 'NOTES_CHANGED' } };
    expect(await note({ notes: 'Volal som.', known_notes: null })).toMatchObject(changed);
    expect(await resolve({ notes: 'Hotovo.', known_notes: '' })).toMatchObject(changed);
    expect((await pageOf(home.owner)).items[0]).toMatchObject({ resolved: false, notes: 'Ide technik.' });
    const { body } = await resolve({ notes: 'Hotovo.', known_notes: 'Ide technik.' });
    expect(body).toMatchObject({ resolved: true, notes: 'Hotovo.' });
  });

  it('an alert of another user answers like one that does not exist', async () => {
    const home = await house([dryRun]);
    const stranger = await world.user();
    for (const id of [home.id, 99_999_999])
      expect(await stranger.send('POST', `/alerts/${id}/resolve`)).toMatchObject({
        status: 404,
        body: { detail: 'ALERT_NOT_FOUND' },
      });
    expect((await home.owner.send('POST', '/alerts/abc/resolve')).status).toBe(422);
  });
});

const technician = (name: string) => world.user({ name, surname: 'Technik' }, ['Technician']);
const take = (user: User, id: number) => user.send('PUT', `/alerts/${id}/assignee`);
const release = (user: User, id: number) => user.send('DELETE', `/alerts/${id}/assignee`);

/** An open alert of a device with an owner. */
async function houseWithoutBoard() {
  const owner = await world.user({ name: 'Eva', surname: 'Vodná', phone_number: '+421 900 000 001' });
  const device = await world.enrol(owner.id);
  const id = await insertAlert(world.db, device.id);
  const read = async (user: User) =>
    ((await user.get(`/alerts?id=${id}`)).body as AlertPage).items[0] as Alert;
  return { owner, device, id, read };
}

it('R7.5 staff take an alert and see the contact; the owner sees the assignee', async () => {
  const { owner, id, read } = await houseWithoutBoard();
  const first = await technician('Tomáš');
  expect(await take(first, id)).toMatchObject({
    status: 200,
    body: {
      assignee: { user_id: first.id, name: 'Tomáš Technik', since: expect.any(Number) },
      owner: { name: 'Eva Vodná', phone_number: '+421 900 000 001' },
    },
  });
  expect(await read(owner)).toMatchObject({ assignee: { name: 'Tomáš Technik' }, owner: null });
  expect(await take(owner, id)).toMatchObject({
    status: 409,
    body: { detail: 'ALERT_TAKEN', assignee: { name: 'Tomáš Technik' } },
  });
});

/** Without a role, so that only the delegation permits anything. */
async function delegateOf(deviceKey: DeviceKey, ownerId: number) {
  const delegate = await world.user({ name: 'Dana', surname: 'Sused' });
  await world.db
    .insertInto('user_device')
    .values({ user_id: delegate.id, device_id: deviceKey, access: 'delegate', granted_by: ownerId })
    .execute();
  return delegate;
}

it('R7.5 the owner and a delegate take an alert and give it back; a stranger does not see it', async () => {
  const { owner, device, id, read } = await houseWithoutBoard();
  const delegate = await delegateOf(device.id, owner.id);
  const stranger = await world.user();
  expect((await take(stranger, id)).status).toBe(404);
  expect(await take(owner, id)).toMatchObject({ status: 200, body: { assignee: { name: 'Eva Vodná' } } });
  expect((await take(delegate, id)).status).toBe(409);
  expect((await release(delegate, id)).status).toBe(409);
  expect((await release(owner, id)).status).toBe(200);
  expect(await take(delegate, id)).toMatchObject({ status: 200, body: { assignee: { name: 'Dana Sused' } } });
  expect((await read(owner)).assignee?.user_id).toBe(delegate.id);
});

it('R7.5 an alert is given back when its assignee loses access or the role', async () => {
  const { owner, device, id, read } = await houseWithoutBoard();
  const delegate = await delegateOf(device.id, owner.id);
  const boss = await world.user({}, ['Super Seller']);
  const holder = await technician('Tomáš');
  const assigneeAfterJob = async () => {
    await world.server.runJob('lost-assignees');
    return (await read(boss)).assignee?.user_id ?? null;
  };
  await take(delegate, id);
  expect(await assigneeAfterJob()).toBe(delegate.id);
  await world.db.deleteFrom('user_device').where('user_id', '=', delegate.id).execute();
  expect(await assigneeAfterJob()).toBeNull();
  await take(holder, id);
  expect(await assigneeAfterJob()).toBe(holder.id);
  await world.db.deleteFrom('user_role').where('user_id', '=', holder.id).execute();
  expect(await assigneeAfterJob()).toBeNull();
});

it('R7.5 of concurrent takers one wins, and the others receive their name', async () => {
  const { id, read } = await houseWithoutBoard();
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
  const { id, read } = await houseWithoutBoard();
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
  const { owner, id, read } = await houseWithoutBoard();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  await take(first, id);
  await owner.send('POST', `/alerts/${id}/resolve`);
  expect(await take(second, id)).toMatchObject({ status: 409, body: { detail: 'ALERT_RESOLVED' } });
  expect((await read(owner)).assignee?.name).toBe('Tomáš Technik');
});

it('R7.4 taking and giving back are sent once to the staff and to the owner', async () => {
  const { owner, device, id } = await houseWithoutBoard();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const streams = [await owner.stream(), await second.stream()];
  for (const stream of streams) await stream.next('snapshot');
  for (let i = 0; i < 2; i++) await take(first, id);
  await take(second, id);
  for (let i = 0; i < 2; i++) await release(first, id);
  for (const stream of streams) {
    await stream.next('alert', ({ change }) => change === 'released');
    const changes = stream.events.flatMap(({ event, data }) => (event === 'alert' ? [data] : []));
    // The mail about the alert may be sent at any time.
    expect(changes.filter(({ change }) => change !== 'delivered')).toEqual(
      ['taken', 'released'].map((change) => ({ device_id: device.deviceId, alert_id: id, change })),
    );
    stream.close();
  }
});
