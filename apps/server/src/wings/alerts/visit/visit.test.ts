import type { NewVisit, Visits, WorkVisits } from '@manoboard/contract/alert/visit';
import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { DAY_MS } from '@manoboard/domain/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAlert } from '../../../../test/alert-row.ts';
import { startMailServer } from '../../../../test/mail-server.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let post: Awaited<ReturnType<typeof startMailServer>>;
let world: World;
beforeAll(async () => {
  post = await startMailServer();
  world = await startWorld({ env: { SMTP_URL: post.url } });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
});

type User = Awaited<ReturnType<World['user']>>;
const technician = (name: string) => world.user({ name, surname: 'Technik' }, ['Technician']);
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const CHANGED = { status: 409, body: { detail: 'VISIT_CHANGED' } };

async function house() {
  const owner = await world.user({ name: 'Eva', surname: 'Vodná', phone_number: '+421 900 000 001' });
  const { id, deviceId } = await world.enrol(owner.id);
  await world.db.updateTable('device').set({ alias: 'Vrt' }).where('id', '=', id).execute();
  const path = `/devices/${deviceId}/visit`;
  return {
    owner,
    key: id,
    deviceId,
    plan: (user: User, visit: Partial<NewVisit> = {}) =>
      user.send('PUT', path, { version: 0, day: dayIn(2), part: 'morning', ...visit }),
    answer: (user: User, what: 'ask' | 'cancel' | 'done', body: object) =>
      user.send('POST', `${path}/${what}`, body),
    list: async (user: User) => ((await user.get(`${path}s`)).body as Visits).items,
  };
}
const newsOf = async (user: User) =>
  ((await user.get('/inbox')).body as Inbox).notifications.flatMap(({ event }) =>
    event?.type === 'visit' ? [event.news] : [],
  );

it('R7.5 a technician agrees on a visit: the owner reads it, in the inbox, by mail and in the timeline', async () => {
  const { owner, key, deviceId, plan, list } = await house();
  const staff = await technician('Tomáš');
  const alert_id = await insertAlert(world.db, key);
  expect(await plan(staff, { note: 'Prinesiem filter.', alert_id })).toMatchObject({
    status: 200,
    body: { version: 1, state: 'agreed', owner: { phone_number: '+421 900 000 001' } },
  });
  expect(await list(owner)).toMatchObject([
    {
      day: dayIn(2),
      part: 'morning',
      technician: { name: 'Tomáš Technik' },
      note: 'Prinesiem filter.',
      alert_id,
      owner: null,
    },
  ]);
  expect(await newsOf(owner)).toEqual(['agreed']);
  const [mail] = await post.mailsTo(owner.email);
  expect(mail?.text).toMatch(/k\sčerpadlu Vrt príde technik .*, dopoludnia/);
  expect(mail?.text).not.toContain('filter');
  expect((await owner.get(`/devices/${deviceId}/activity?kind=visit`)).body).toMatchObject({
    items: [
      { change: { action: 'agreed', person: { name: 'Tomáš Technik' }, fields: [{ new: dayIn(2) }, {}] } },
    ],
  });
  const work = (await staff.get('/work/visits')).body as WorkVisits;
  expect(work.items.filter(({ id_dev }) => id_dev === deviceId)).toHaveLength(1);
  expect(work.technicians).toContainEqual({ user_id: staff.id, name: 'Tomáš Technik' });
});

it('R7.5 of two technicians who agree at once one wins, and a stale move is refused', async () => {
  const { plan, list } = await house();
  const staff = [await technician('Tomáš'), await technician('Peter')] as const;
  const answers = await Promise.all(staff.map((user) => plan(user)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const moves = await Promise.all(staff.map((user) => plan(user, { version: 1, day: dayIn(3) })));
  expect(moves.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await plan(staff[0], { version: 1 })).toMatchObject(CHANGED);
  expect(await list(staff[0])).toMatchObject([{ version: 2, day: dayIn(3), state: 'agreed' }]);
});

it('R7.5 the owner asks for another day and cancels; the technician is told, the owner is not', async () => {
  const { owner, plan, answer, list } = await house();
  const staff = await technician('Tomáš');
  await plan(staff);
  expect(await answer(owner, 'ask', { version: 1, note: 'Radšej v piatok.' })).toMatchObject({
    status: 200,
    body: { state: 'asked', wish: 'Radšej v piatok.' },
  });
  // A mail about a version that has changed since is not sent.
  await post.mailsTo(staff.email);
  expect(await plan(staff, { version: 2, day: dayIn(4) })).toMatchObject({
    status: 200,
    body: { state: 'agreed', wish: null, technician: { user_id: staff.id } },
  });
  expect(await answer(owner, 'cancel', { version: 2 })).toMatchObject(CHANGED);
  expect((await answer(owner, 'cancel', { version: 3 })).status).toBe(200);
  expect(await answer(owner, 'cancel', { version: 4 })).toMatchObject(CHANGED);
  expect(await newsOf(staff)).toEqual(['cancelled', 'asked']);
  expect(await newsOf(owner)).toEqual(['moved', 'agreed']);
  expect(await post.mailsTo(staff.email, 2)).toHaveLength(2);
  expect(await list(owner)).toMatchObject([{ state: 'cancelled' }]);
  expect(await plan(staff)).toMatchObject({ status: 200, body: { version: 1 } });
});

it('R7.5 the rights of visits: the owner neither plans nor ends one, a Seller and a delegate only see it', async () => {
  const { owner, key, plan, answer, list } = await house();
  const [staff, seller, stranger, delegate] = [
    await technician('Tomáš'),
    await world.user({}, ['Seller']),
    await world.user(),
    await world.user(),
  ];
  await world.db
    .insertInto('user_device')
    .values({ user_id: delegate.id, device_id: key, access: 'delegate', granted_by: owner.id })
    .execute();
  await plan(staff);
  for (const user of [owner, seller, delegate]) {
    expect((await plan(user, { version: 1 })).status).toBe(403);
    expect((await answer(user, 'done', { version: 1 })).status).toBe(403);
    expect(await list(user)).toHaveLength(1);
  }
  for (const user of [seller, delegate])
    expect((await answer(user, 'cancel', { version: 1 })).status).toBe(403);
  expect((await plan(stranger)).status).toBe(404);
  expect((await plan(staff, { version: 1, technician_id: owner.id })).status).toBe(404);
  expect(await plan(staff, { version: 1, day: '2020-01-01' })).toMatchObject({
    status: 422,
    body: { detail: 'VISIT_DAY_REFUSED' },
  });
  expect((await answer(staff, 'done', { version: 1, note: 'Vymenený filter.' })).status).toBe(200);
  expect(await list(owner)).toMatchObject([{ state: 'done', note: 'Vymenený filter.' }]);
});

it('R4.3c visits of a former tenure are hidden from the new owner', async () => {
  const { owner, deviceId, plan, list } = await house();
  const [staff, next] = [await technician('Tomáš'), await world.user()];
  await plan(staff);
  await world.db
    .updateTable('visit')
    .set({ created_at: new Date(Date.now() - DAY_MS) })
    .execute();
  await owner.send('POST', `/users-devices/${deviceId}/transfer`, { email: next.email });
  expect(await list(next)).toEqual([]);
  expect(await list(staff)).toHaveLength(1);
});
