import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlertDeliveries, AlertReach, AlertReceivers } from '@manoboard/contract/alert/alert-delivery';
import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createHouses, dryRun, pageOf } from '../../../../test/alert-house.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

/** A real server without a mail server. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { house, disconnectAll } = createHouses(() => world);
afterEach(disconnectAll);

type User = Awaited<ReturnType<World['user']>>;
const reachOf = async (user: User) => (await user.get('/users/me/alert-reach')).body as AlertReach;
const deliveriesOf = async (user: User, alertId: number) =>
  (await user.get(`/alerts/${alertId}/deliveries`)).body as AlertDeliveries;
const noticesOf = async (user: User) =>
  ((await user.get('/inbox')).body as Inbox).notifications.filter(
    ({ event }) => event?.type === 'alert_undelivered',
  );
const addBrowser = (userId: number) =>
  world.db
    .insertInto('push_subscription')
    .values({
      user_id: userId,
      endpoint: `https://push.example/${userId}`,
      p256dh: '',
      auth: '',
      endpoint_hash: Buffer.from(`${userId}`),
      created_at: new Date(),
    })
    .execute();
const delegateTo = (userId: number, deviceKey: DeviceKey) =>
  world.db
    .insertInto('user_device')
    .values({ user_id: userId, device_id: deviceKey, access: 'delegate', created_at: new Date(0) })
    .execute();
const mailsTo = async (email: string) => {
  const folder = join(world.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.filter((text) => text.includes(`To: ${email}`));
};

const NO_WAY = { mail: 'no_mail_server', push: 'no_browser', webhook: 'no_webhook' };

it('without a mail server an alert is a file, the owner is shown as not reached with the reason, and both are told', async () => {
  const boss = await world.user({}, ['Super Seller']);
  const home = await house([dryRun]);
  const [mail] = await waitFor(async () => {
    const mails = await mailsTo(home.owner.email);
    return mails.length > 0 && mails;
  });
  expect(mail).toContain('Chod nasucho');
  const answer = await waitFor(async () => {
    const found = await deliveriesOf(home.owner, home.id);
    return found.items[0]?.state === 'written' && found;
  });
  expect(answer.unreached).toMatchObject([
    { step: 'owner', receiver: { user_id: home.owner.id }, ways: NO_WAY },
  ]);
  expect((await pageOf(home.owner)).items).toMatchObject([{ mail_sent: false }]);
  for (const reader of [home.owner, boss])
    expect(await noticesOf(reader)).toMatchObject([
      { event: { alert_id: home.id, device_id: home.device.deviceId, titles: { sk: 'Chod nasucho' } } },
    ]);
  expect(await reachOf(home.owner)).toEqual({
    mail: { service: 'files', folder: null, failing_since: null },
    own: NO_WAY,
    installation: null,
  });
  const { mail: service, installation } = await reachOf(boss);
  expect(service.folder).toBe('mail');
  expect(installation?.undelivered_alerts).toBeGreaterThan(0);
  expect(installation?.owners).toContainEqual({
    name: expect.any(String),
    email: home.owner.email,
    ways: NO_WAY,
  });
});

it('an owner with a registered browser is reached: no notice, and the state of others is not shown to them', async () => {
  const home = await house();
  await addBrowser(home.owner.id);
  await home.board.publish('event', dryRun);
  const [alert] = (await pageOf(home.owner)).items;
  expect((await deliveriesOf(home.owner, alert?.id ?? 0)).unreached).toEqual([]);
  expect(await noticesOf(home.owner)).toEqual([]);
  expect(await reachOf(home.owner)).toMatchObject({ own: { push: 'ok' }, installation: null });
});

it('an address that is not confirmed is the reason before the missing mail server; a user without devices has no own state', async () => {
  const home = await house();
  const set = { email_confirmed_at: null };
  await world.db.updateTable('app_user').set(set).where('id', '=', home.owner.id).execute();
  expect((await reachOf(home.owner)).own).toEqual({ ...NO_WAY, mail: 'unconfirmed' });
  expect((await reachOf(await world.user())).own).toBeNull();
});

it('the receivers of a device are shown in the order and at the times of the plan; technicians are counted, not named', async () => {
  const home = await house();
  await world.user({}, ['Technician']);
  const receivers = async (user: User) =>
    (await user.get(`/devices/${home.device.deviceId}/alert-receivers`)).body as AlertReceivers;
  const { steps } = await receivers(home.owner);
  expect(steps).toMatchObject([
    { step: 'owner', after_minutes: { alarm: 0, warning: 0 }, people: [{ is_self: true, alarm: NO_WAY }] },
    { step: 'delegates', after_minutes: { alarm: null, warning: null }, people: [], count: 0 },
    { step: 'technicians', after_minutes: { alarm: 15, warning: null }, people: [] },
  ]);
  expect(steps[2]?.count).toBeGreaterThan(0);
  const delegate = await world.user({ name: 'Jana', surname: 'Nováková' });
  await delegateTo(delegate.id, home.device.id);
  await addBrowser(delegate.id);
  const after = (await receivers(home.owner)).steps;
  expect(after[1]).toMatchObject({
    after_minutes: { alarm: 15 },
    people: [{ name: 'Jana Nováková', is_self: false, alarm: { push: 'ok' } }],
    reached: { any: 1, push: 1, mail: 0 },
  });
  expect(after[2]?.after_minutes).toEqual({ alarm: 30, warning: null });
  const stranger = await world.user();
  expect((await stranger.get(`/devices/${home.device.deviceId}/alert-receivers`)).status).toBe(404);
});

it('the ladder of an alert announces the technicians at the time of delegates who do not exist', async () => {
  await world.user({}, ['Technician']);
  const home = await house([dryRun]);
  const { ladder, next } = await deliveriesOf(home.owner, home.id);
  expect(ladder).toMatchObject([
    { step: 'owner', state: 'reached', after_minutes: 0 },
    { step: 'delegates', state: 'nobody', timestamp: null },
    { step: 'technicians', state: 'due', after_minutes: 15, timestamp: next?.timestamp },
  ]);
});

it('the error of a delivery is for staff and its receiver; others get a code', async () => {
  const [home, technician] = [await house([dryRun]), await world.user({}, ['Technician'])];
  const reason = '550 5.1.1 <tech@staff.example>: unknown at 10.20.30.40';
  const failed = { alert_id: home.id, change: 'raised', channel: 'mail', state: 'failed', reason } as const;
  const at = { created_at: new Date(), next_at: new Date(), failed_at: new Date() };
  await world.db
    .insertInto('alert_delivery')
    .values([
      {
        ...failed,
        ...at,
        step: 'technicians',
        user_id: technician.id,
        target_id: 'T',
        target_label: 'tech@x',
      },
      { ...failed, ...at, step: 'installation', user_id: null, target_id: 'W', target_label: 'ntfy.lan' },
    ])
    .execute();
  const failuresOf = async (user: User) =>
    (await deliveriesOf(user, home.id)).items
      .filter(({ state }) => state === 'failed')
      .map((item) => [item.target, item.failure, item.reason]);
  expect(await failuresOf(home.owner)).toEqual([
    [null, 'rejected', null],
    [null, 'rejected', null],
  ]);
  expect(await failuresOf(technician)).toEqual([
    ['tech@x', 'rejected', reason],
    ['ntfy.lan', 'rejected', reason],
  ]);
});
