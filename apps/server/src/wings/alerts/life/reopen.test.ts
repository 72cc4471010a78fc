import type { Alert, AlertDetail } from '@manoboard/contract/alert/alert';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { cleared, createHouses, dryRun, pageOf } from '../../../../test/alert-house.ts';
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

const { house, disconnectAll } = createHouses(() => world);
afterEach(disconnectAll);

type User = Awaited<ReturnType<World['user']>>;
const technician = (name: string) => world.user({ name, surname: 'Technik' }, ['Technician']);
const resolve = async (user: User, id: number, body?: object) =>
  (await user.send('POST', `/alerts/${id}/resolve`, body)).body as Alert;
const reopen = (user: User, id: number, body?: object) => user.send('POST', `/alerts/${id}/reopen`, body);
const read = async (user: User, id: number) => (await user.get(`/alerts/${id}`)).body as AlertDetail;

/** An alert without a board. */
async function lastingAlert() {
  const owner = await world.user({ name: 'Eva', surname: 'Vodná' });
  const device = await world.enrol(owner.id);
  return { owner, device, id: await insertAlert(world.db, device.id, { thresholds: '{"afterS":10}' }) };
}

it('R7.4 R7.5 a resolution is undone, with its course and the timeline of the device', async () => {
  const { owner, device, id } = await lastingAlert();
  const first = await technician('Tomáš');
  await first.send('PUT', `/alerts/${id}/assignee`);
  const { resolved_timestamp } = await resolve(first, id, { notes: 'Zapnutý istič.' });
  expect(await reopen(owner, id, { resolved_timestamp })).toMatchObject({
    status: 200,
    body: {
      resolved: false,
      resolved_by: null,
      notes: 'Zapnutý istič.',
      assignee: { name: 'Tomáš Technik' },
    },
  });
  expect((await read(owner, id)).course).toMatchObject([
    { change: 'taken', by: 'Tomáš Technik' },
    { change: 'resolved', by: 'Tomáš Technik' },
    { change: 'reopened', by: 'Eva Vodná' },
  ]);
  const { body } = await owner.get(`/devices/${device.deviceId}/activity?kind=alert`);
  expect(body).toMatchObject({
    items: [
      { change: { action: 'reopened', by: { name: 'Eva Vodná', role: 'owner' } } },
      { change: { action: 'resolved', by: { role: 'Technician' }, fields: [{ new: 'Chod nasucho' }, {}] } },
    ],
  });
});

it('R7.5 reopening an open alert changes nothing; a stranger does not see it', async () => {
  const { owner, id } = await lastingAlert();
  expect(await reopen(owner, id)).toMatchObject({ status: 200, body: { resolved: false } });
  expect((await read(owner, id)).course).toEqual([]);
  expect((await reopen(await world.user(), id)).status).toBe(404);
});

it('R7.4 a late undo does not undo the resolution of another person', async () => {
  const { id } = await lastingAlert();
  const [first, second] = [await technician('Tomáš'), await technician('Peter')];
  const { resolved_timestamp } = await resolve(first, id);
  await reopen(second, id);
  await world.db
    .updateTable('alert')
    .set({ resolved_at: new Date(((resolved_timestamp ?? 0) + 5) * 1000), resolved_by: second.id })
    .where('id', '=', id)
    .execute();
  expect(await reopen(first, id, { resolved_timestamp })).toMatchObject({
    status: 409,
    body: { detail: 'RESOLUTION_CHANGED' },
  });
  expect(await read(first, id)).toMatchObject({ resolved: true, resolved_by: 'Peter Technik' });
});

it('R7.4 reopening is refused while another alert of the device and kind is open', async () => {
  const { owner, device, id } = await lastingAlert();
  const clearedAlert = { cleared_at: new Date() };
  await world.db.updateTable('alert').set(clearedAlert).where('id', '=', id).execute();
  await resolve(owner, id);
  const newer = await insertAlert(world.db, device.id);
  expect(await reopen(owner, id)).toMatchObject({ status: 409, body: { detail: 'ALERT_OPEN_AGAIN' } });
  await world.db.updateTable('alert').set(clearedAlert).where('id', '=', newer).execute();
  await resolve(owner, newer);
  expect((await reopen(owner, id)).status).toBe(200);
});

it('R7.4 of two resolved alerts of a kind that two people reopen at once, one stays resolved', async () => {
  const { owner, device, id } = await lastingAlert();
  const staff = await technician('Tomáš');
  const resolved = { cleared_at: new Date(), resolved_at: new Date(), resolved_by: owner.id };
  await world.db.updateTable('alert').set(resolved).where('id', '=', id).execute();
  const other = await insertAlert(world.db, device.id, resolved);
  const answers = await Promise.all([reopen(owner, id), reopen(staff, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await pageOf(owner, '?resolved=false')).items).toHaveLength(1);
});

it('R7.4 of an undo and a resolution at once, the course tells both and the alert is as the last one left it', async () => {
  const { owner, id } = await lastingAlert();
  const staff = await technician('Tomáš');
  await resolve(owner, id);
  await Promise.all([reopen(owner, id), resolve(staff, id)]);
  const { course = [], resolved } = await read(owner, id);
  expect(resolved).toBe(course.at(-1)?.change === 'resolved');
  expect(course.map(({ change }) => change).slice(0, 2)).toEqual(['resolved', 'reopened']);
});

it('R7.4 an undo sends no mail twice, and a withdrawn one once', async () => {
  const home = await house([dryRun]);
  const { owner, id } = home;
  await post.mailsTo(owner.email);
  for (let i = 0; i < 2; i++) {
    await resolve(owner, id);
    await reopen(owner, id);
  }
  await home.board.publish('event', cleared(dryRun));
  const deliveries = async () => {
    const { body } = await owner.get(`/alerts/${id}/deliveries`);
    return (body as { items: { change: string }[] }).items;
  };
  const items = await waitFor(
    async () => {
      const all = await deliveries();
      return all.some(({ change }) => change === 'cleared') ? all : undefined;
    },
    { what: 'the clearing to be planned' },
  );
  expect(items.map(({ change }) => change).sort()).toEqual(['cleared', 'raised']);
  expect(post.mails.filter(({ to }) => to.includes(owner.email))).toHaveLength(1);
});
