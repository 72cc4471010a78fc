import type { Activity } from '@manoboard/contract/activity/activity';
import type {
  AlertDeliveries,
  Escalation,
  NotificationSettings,
  Notifications,
  OwnDelivery,
} from '@manoboard/contract/alert/alert-delivery';
import { DEFAULT_ESCALATION, DEFAULT_NOTIFICATIONS } from '@manoboard/domain/alerts/delivery/settings';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { cleared, createHouses, dryRun, pageOf } from '../../../../test/alert-house.ts';
import { insertAlert } from '../../../../test/alert-row.ts';
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { markSent } from './send.repo.ts';

let world: World;
let post: MailServer;
beforeAll(async () => {
  post = await startMailServer();
  world = await startWorld({ env: { SMTP_URL: post.url, MAIL_FROM: 'pumps@example.com' } });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
});

const { house, disconnectAll } = createHouses(() => world);
afterEach(disconnectAll);

type User = Awaited<ReturnType<World['user']>>;

/** An alert whose deliveries were stored by hand, at this time. */
async function alertOf(deviceKey: DeviceKey, receiver: User, at: Date) {
  const thresholds = JSON.stringify({ afterS: 20 });
  const id = await insertAlert(world.db, deviceKey, { raised_at: at, thresholds });
  await world.db
    .insertInto('alert_delivery')
    .values({
      alert_id: id,
      change: 'raised',
      step: 'owner',
      user_id: receiver.id,
      channel: 'mail',
      state: 'sent',
      target_id: `${receiver.id}`,
      target_label: receiver.email,
      created_at: at,
      next_at: at,
      sent_at: at,
    })
    .execute();
  return id;
}
const deliveriesOf = async (user: User, alertId: number) =>
  (await user.get(`/alerts/${alertId}/deliveries`)).body as AlertDeliveries;

it('the settings of a user are the defaults until they change them; their targets are listed', async () => {
  const user = await world.user();
  const read = async () => (await user.get('/users/me/notifications')).body as Notifications;
  const targets = [{ channel: 'mail', id: `${user.id}`, label: user.email }];
  const mail_service = 'server';
  expect(await read()).toEqual({ settings: DEFAULT_NOTIFICATIONS, targets, mail_service });
  const settings: NotificationSettings = {
    ...DEFAULT_NOTIFICATIONS,
    quiet_hours: { from: '22:00', to: '06:30' },
    digest_over: 3,
  };
  expect((await user.send('PUT', '/users/me/notifications', settings)).body).toEqual({
    settings,
    targets,
    mail_service,
  });
  expect(await read()).toEqual({ settings, targets, mail_service });
  for (const wrong of [
    { quiet_hours: { from: '24:00', to: '06:00' } },
    { zone: 'Mars/Base' },
    { digest_over: 0 },
  ])
    expect((await user.send('PUT', '/users/me/notifications', { ...settings, ...wrong })).status).toBe(422);
});

it('a changed setting judges held deliveries again', async () => {
  const user = await world.user();
  const { id: deviceKey } = await world.enrol(user.id);
  const alertId = await alertOf(deviceKey, user, new Date());
  const later = new Date(Date.now() + 3_600_000);
  const change = world.db.updateTable('alert_delivery').where('alert_id', '=', alertId);
  await change.set({ state: 'held', next_at: later }).execute();
  await user.send('PUT', '/users/me/notifications', DEFAULT_NOTIFICATIONS);
  const [mail] = await post.mailsTo(user.email);
  expect(mail?.parts).toContain('Chod nasucho');
});

it('a message that is held back is withdrawn when a person resolves the alert; one that is being sent or says that it is over is not', async () => {
  const user = await world.user();
  const later = new Date(Date.now() + 3_600_000);
  for (const [change, message_key, expected] of [
    ['raised', null, []],
    ['raised', '1.1', [{ state: 'held' }]],
    ['cleared', null, [{ state: 'held' }]],
  ] as const) {
    const { id: deviceKey } = await world.enrol(user.id);
    const alertId = await alertOf(deviceKey, user, new Date());
    await world.db
      .updateTable('alert_delivery')
      .where('alert_id', '=', alertId)
      .set({ change, state: 'held', next_at: later, message_key })
      .execute();
    expect((await user.post(`/alerts/${alertId}/resolve`, {})).status).toBe(200);
    expect((await deliveriesOf(user, alertId)).items).toMatchObject(expected);
  }
});

it('a test goes through the channel to an own target and returns the error of the receiving side', async () => {
  const [user, other] = [await world.user(), await world.user()];
  const test = (target: string) => user.post('/users/me/notifications/test', { channel: 'mail', target });
  expect((await test(`${other.id}`)).body).toEqual({ sent: false, reason: 'the target does not exist' });
  expect(await test(`${user.id}`)).toMatchObject({ status: 200, body: { sent: true, reason: null } });
  expect((await post.mailsTo(user.email))[0]?.parts).toContain('Skúšobné oznámenie');
  post.state.refuse = true;
  expect((await test(`${user.id}`)).body).toEqual({ sent: false, reason: '550 mailbox unavailable' });
  post.state.refuse = false;
});

it('the ledger names the receiver, shows addresses to staff and to the receiver, and marks what they have seen', async () => {
  const [owner, delegate] = [await world.user({ name: 'Eva', surname: 'Vodná' }), await world.user()];
  const technician = await world.user({}, ['Technician']);
  const { id: deviceKey } = await world.enrol(owner.id);
  await world.db
    .insertInto('user_device')
    .values({ user_id: delegate.id, device_id: deviceKey, access: 'delegate', created_at: new Date(0) })
    .execute();
  const alertId = await alertOf(deviceKey, owner, new Date());
  const sent = {
    channel: 'mail',
    step: 'owner',
    receiver: { user_id: owner.id, name: 'Eva Vodná' },
    state: 'sent',
  };
  expect((await deliveriesOf(delegate, alertId)).items).toMatchObject([{ ...sent, target: null }]);
  expect((await deliveriesOf(technician, alertId)).items).toMatchObject([{ ...sent, target: owner.email }]);
  const seen = { ...sent, state: 'seen', target: owner.email, seen_timestamp: expect.any(Number) };
  expect((await deliveriesOf(owner, alertId)).items).toMatchObject([seen]);
  expect((await deliveriesOf(technician, alertId)).items).toMatchObject([seen]);
  expect((await (await world.user()).get(`/alerts/${alertId}/deliveries`)).status).toBe(404);
});

it('R4.3c a new owner does not see who received an alert of the former tenure', async () => {
  const [former, owner] = [await world.user(), await world.user()];
  const { id: deviceKey } = await world.enrol();
  const since = new Date(Date.now() - 60_000);
  const alertId = await alertOf(deviceKey, former, new Date(since.getTime() - 60_000));
  await world.db
    .insertInto('user_device')
    .values({ user_id: owner.id, device_id: deviceKey, access: 'owner', created_at: since })
    .execute();
  expect((await deliveriesOf(owner, alertId)).items).toMatchObject([{ receiver: null, target: null }]);
});

it('the owner and staff set the escalation of a device, a delegate reads it', async () => {
  const [owner, delegate] = [await world.user({ name: 'Eva', surname: 'Vodná' }), await world.user()];
  const { id: deviceKey, deviceId } = await world.enrol(owner.id);
  await world.db
    .insertInto('user_device')
    .values({ user_id: delegate.id, device_id: deviceKey, access: 'delegate', created_at: new Date(0) })
    .execute();
  const path = `/devices/${deviceId}/escalation`;
  const unchanged: Escalation = { settings: DEFAULT_ESCALATION, changed_by: null, changed_timestamp: null };
  expect((await delegate.get(path)).body).toEqual(unchanged);
  const settings = { alarm_minutes: 5, warning_minutes: 60, delegates: true, technicians: false };
  expect((await delegate.send('PUT', path, settings)).status).toBe(403);
  const changed = { settings, changed_by: 'Eva Vodná', changed_timestamp: expect.any(Number) };
  expect((await owner.send('PUT', path, settings)).body).toEqual(changed);
  expect((await delegate.get(path)).body).toEqual(changed);
  expect((await owner.send('PUT', path, { ...settings, alarm_minutes: 0 })).status).toBe(422);
  await owner.send('PUT', path, settings);
  const { items } = (await owner.get(`/devices/${deviceId}/activity?kind=config`)).body as Activity;
  expect(items).toMatchObject([
    {
      change: {
        by: { name: 'Eva Vodná', role: 'owner' },
        fields: [
          { field: 'escalation.alarm_minutes', old: 15, new: 5 },
          { field: 'escalation.warning_minutes', old: null, new: 60 },
          { field: 'escalation.technicians', old: true, new: false },
        ],
      },
    },
  ]);
});

it('R7.4 the next step is shown only while the alert waits for a person, and again when it does once more', async () => {
  const home = await house([dryRun]);
  const technician = await world.user({}, ['Technician']);
  const stepAfter = async (method: 'POST' | 'PUT' | 'DELETE', call: string, body?: object) => {
    expect((await technician.send(method, `/alerts/${home.id}/${call}`, body)).status).toBe(200);
    return (await deliveriesOf(home.owner, home.id)).next?.step ?? null;
  };
  expect(await stepAfter('POST', 'shelve', { minutes: 60 })).toBeNull();
  await world.db.deleteFrom('alert_escalation').where('alert_id', '=', home.id).execute();
  expect(await stepAfter('POST', 'unshelve')).toBe('delegates');
  expect(await stepAfter('PUT', 'assignee')).toBeNull();
  await world.db.deleteFrom('alert_escalation').where('alert_id', '=', home.id).execute();
  expect(await stepAfter('DELETE', 'assignee')).toBe('delegates');
  await home.board.publish('event', cleared(dryRun));
  expect((await deliveriesOf(home.owner, home.id)).next).toBeNull();
});

it('a message that is confirmed while a person changes its alert does not deadlock', async () => {
  const owner = await world.user();
  const { id: deviceKey } = await world.enrol(owner.id);
  const alertId = await alertOf(deviceKey, owner, new Date());
  const inTransfer = {
    state: 'waiting',
    message_key: 'in transfer',
    next_at: new Date('2100-01-01'),
  } as const;
  await world.db.updateTable('alert_delivery').where('alert_id', '=', alertId).set(inTransfer).execute();
  let confirmation: ReturnType<typeof markSent> | undefined;
  await world.db.transaction().execute(async (person) => {
    await person.updateTable('alert').where('id', '=', alertId).set({ notes: 'Na ceste' }).execute();
    confirmation = world.db
      .transaction()
      .execute((tx) => markSent(tx, inTransfer.message_key, 'sent', new Date()));
    await waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
      return rows.length > 0;
    });
    await person
      .updateTable('alert_delivery')
      .where('alert_id', '=', alertId)
      .set({ reason: null })
      .execute();
  });
  expect(await confirmation).toMatchObject([{ alertId }]);
});

it('R7.4 an event of a board reaches the owner by mail, and the alert shows it', async () => {
  const home = await house([dryRun]);
  const [mail] = await post.mailsTo(home.owner.email);
  expect(mail?.parts).toContain('Chod nasucho');
  const [alert] = await waitFor(async () => {
    const { items } = await pageOf(home.owner);
    return items[0]?.mail_sent && items;
  });
  expect(alert?.mail_sent_timestamp).toEqual(expect.any(Number));
  expect(await deliveriesOf(home.owner, home.id)).toMatchObject({
    items: [{ channel: 'mail', change: 'raised', state: 'seen', attempts: 1 }],
    next: { step: 'delegates', timestamp: expect.any(Number) },
  });
});

it('many mails that are refused for good raise one alert of the installation, and its own mail raises none', async () => {
  const boss = await world.user({}, ['Super Seller']);
  post.state.refuse = true;
  const codes = ['DRY_RUN', 'NO_FLOW', 'PIPE_BURST'] as const;
  const events = codes.map((code) => ({ ...dryRun, id: `01JCPV40${code.slice(0, 2)}`, code }));
  await Promise.all([house(events), house(events)]);
  const failed = () =>
    world.db
      .selectFrom('alert_delivery')
      .innerJoin('alert', 'alert.id', 'alert_id')
      .where('state', '=', 'failed')
      .select(['kind', 'alert_delivery.user_id as userId'])
      .execute();
  await waitFor(async () => (await failed()).length > 2 * codes.length, { what: 'failed deliveries' });
  post.state.refuse = false;
  expect((await failed()).filter(({ kind }) => kind === 'delivery_failed')).toEqual([
    { kind: 'delivery_failed', userId: boss.id },
  ]);
  const failures = world.db
    .selectFrom('alert')
    .where('kind', '=', 'delivery_failed')
    .select(['device_id', 'severity', 'occurrences']);
  expect(await failures.execute()).toEqual([{ device_id: null, severity: 'warning', occurrences: 1 }]);
});

it('the last messages of a user are their own ones, newest first, and name no device of another owner', async () => {
  const [user, neighbour] = await Promise.all([world.user(), world.user()]);
  const [one, other, last] = await Promise.all([world.enrol(), world.enrol(), world.enrol()]);
  const first = await alertOf(one.id, user, new Date(1_000_000_000_000));
  await alertOf(other.id, neighbour, new Date(1_000_000_030_000));
  const second = await alertOf(last.id, user, new Date(1_000_000_060_000));
  const own = (await user.get('/users/me/notifications/deliveries')).body as OwnDelivery[];
  expect(own.map(({ alert_id }) => alert_id)).toEqual([second, first]);
  expect(own[0]).toEqual({
    id: expect.any(Number),
    change: 'raised',
    channel: 'mail',
    state: 'sent',
    target: user.email,
    timestamp: 1_000_000_060,
    next_timestamp: null,
    sent_timestamp: 1_000_000_060,
    failure: null,
    alert_id: second,
    titles: { sk: 'Chod nasucho', gb: 'Dry running' },
    id_dev: last.deviceId,
  });
});

it('a row of the matrix for the connection is stored', async () => {
  const user = await world.user();
  const quiet = { mail: false, push: false, webhook: false };
  const settings = {
    ...DEFAULT_NOTIFICATIONS,
    matrix: { ...DEFAULT_NOTIFICATIONS.matrix, connection: quiet },
  };
  expect((await user.send('PUT', '/users/me/notifications', settings)).body).toMatchObject({ settings });
});

it('R3.5 a deleted account leaves neither settings nor addresses in the ledger', async () => {
  const user = await world.user({}, ['Technician']);
  const { id: deviceKey } = await world.enrol();
  await alertOf(deviceKey, user, new Date());
  await user.send('PUT', '/users/me/notifications', DEFAULT_NOTIFICATIONS);
  expect((await user.send('POST', '/users/me/delete')).status).toBe(204);
  for (const table of ['alert_delivery', 'notification_settings'] as const)
    expect(await world.db.selectFrom(table).where('user_id', '=', user.id).selectAll().execute()).toEqual([]);
});
