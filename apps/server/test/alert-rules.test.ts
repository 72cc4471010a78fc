import type { Activity } from '@manoboard/contract/activity/activity';
import type { Alert, AlertDetail } from '@manoboard/contract/alert/alert';
import type { AlertDeliveries } from '@manoboard/contract/alert/alert-delivery';
import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleared, createHouses, dryRun, pageOf } from './alert-house.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let post: MailServer;
let nowMs = Math.floor(Date.now() / 60_000) * 60_000;
beforeAll(async () => {
  post = await startMailServer();
  world = await startWorld({ env: { SMTP_URL: post.url }, now: () => nowMs });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
});

const { house } = createHouses(() => world);
type House = Awaited<ReturnType<typeof house>>;

let seq = 1000;
/** A frame each ten seconds. */
async function send({ board }: House, seconds: number, change: Parameters<typeof aReading>[0]) {
  for (let s = 0; s <= seconds; s += 10) {
    nowMs += 10_000;
    await board.publishTele({ ts: nowMs / 1000, seq: ++seq, d: aReading({ fault: 0, ...change }) });
  }
}
const alertOf = (home: House, isMet: (alert: Alert) => boolean) =>
  waitFor(async () => (await pageOf(home.owner)).items.find(isMet) ?? false, { what: 'the alert' });

it('R7.4 a rule raises an alert from frames, with its numbers, its evidence and one notice, and clears it', async () => {
  const home = await house();
  await send(home, 60, { temperature_fc: 78 });
  const raised = await alertOf(home, ({ kind }) => kind === 'over_temperature');
  expect(raised).toMatchObject({
    code: 'OVER_TEMPERATURE',
    severity: 'warning',
    timestamp: nowMs / 1000,
    since_timestamp: nowMs / 1000 - 60,
    description: expect.stringContaining('78 °C'),
  });
  const { body } = await home.owner.get(`/alerts/${raised.id}`);
  expect(body as AlertDetail).toMatchObject({
    id: raised.id,
    numbers: { temperature: 78 },
    thresholds: { warnC: 75, alarmC: 85 },
    evidence: { fields: expect.arrayContaining(['temperature_fc']), to: nowMs / 1000 },
  });
  const { notifications } = (await home.owner.get('/inbox')).body as Inbox;
  expect(notifications).toMatchObject([{ event: { alert_id: raised.id, code: 'OVER_TEMPERATURE' } }]);
  await send(home, 300, { temperature_fc: 50 });
  await alertOf(home, ({ cleared_timestamp }) => cleared_timestamp !== null);
});

it('R5.5 no rule judges the pressure of a board with a config from elsewhere', async () => {
  const home = await house();
  await home.board.publish('cfg/reported', { v: 1, ver: 7, st: 'applied', ts: nowMs / 1000 });
  // Mode 10: 8 bar, as required.
  const holding = { required_pressure: 0.8, pressure: 8, frequency_fc: 40, motor_power: 0.9 };
  await send(home, 360, holding);
  await send(home, 60, { ...holding, temperature_fc: 78 });
  await alertOf(home, ({ kind }) => kind === 'over_temperature');
  expect((await pageOf(home.owner)).items.map(({ kind }) => kind)).toEqual(['over_temperature']);
});

/** Faults of the simulator as their boards report them; each frame, event and alert takes the whole path. */
describe('R7.4 a fault of a board becomes one alert with its start, reaches its owner, and clears', () => {
  const working = {
    on_off_state_r: 1,
    frequency_fc: 40,
    pressure: 4,
    required_pressure: 4,
    motor_power: 0.7,
  };
  const wet = { ...working, analog_input_2: 4, bus_voltage: 320, temperature_fc: 45 };
  const dry = { ...wet, frequency_fc: 50, pressure: 0, motor_power: 0.31, analog_input_2: 0.1 };
  const burst = { ...wet, frequency_fc: 50, pressure: 0.25, motor_power: 1.38, analog_input_2: 0.25 };
  const brokenWire = { ...wet, frequency_fc: 50, analog_input_2: 0, pressure: 0, motor_power: 0.9 };
  const sagging = { ...wet, bus_voltage: 233 };
  const tripped = { ...wet, on_off_state_r: 4, frequency_fc: 0, motor_power: 0, bus_voltage: 180, fault: 10 };

  it.each([
    ['dry run', dry, 10, 'dry_run', 'alarm', 70],
    ['pipe burst', burst, 60, 'pipe_burst', 'alarm', 70],
    ['sensor break', brokenWire, 10, 'sensor_fault', 'alarm', 40],
    ['low mains', sagging, 10, 'under_voltage', 'warning', 70],
    ['tripped drive', tripped, 10, 'under_voltage', 'alarm', 70],
  ] as const)('%s', async (_fault, faulty, lastsS, kind, severity, clearS) => {
    const home = await house();
    await send(home, 20, wet);
    const sinceS = nowMs / 1000 + 10;
    await send(home, lastsS, faulty);
    const raised = await alertOf(home, (alert) => alert.kind === kind);
    expect(raised).toMatchObject({ severity, since_timestamp: sinceS, timestamp: sinceS + lastsS });
    const deliveries = async () =>
      ((await home.owner.get(`/alerts/${raised.id}/deliveries`)).body as AlertDeliveries).items;
    expect(await deliveries()).toMatchObject([{ channel: 'mail', change: 'raised', step: 'owner' }]);
    await send(home, clearS, wet);
    await alertOf(home, ({ id, cleared_timestamp }) => id === raised.id && cleared_timestamp !== null);
    expect((await pageOf(home.owner)).items).toHaveLength(1);
  });

  it('an event of the board and the rule for it are one alert, which clears with the last of them', async () => {
    const home = await house();
    await send(home, 20, wet);
    const event = { ...dryRun, ts: nowMs / 1000 };
    await home.board.publish('event', event);
    await send(home, 20, dry);
    await home.board.publish('event', { ...cleared(event), ts: nowMs / 1000 });
    const { id } = await alertOf(home, ({ kind }) => kind === 'dry_run');
    await send(home, 50, wet);
    // The rule may judge the frames after the event has cleared, and holds the alert open again.
    await alertOf(home, (alert) => alert.id === id && alert.cleared_timestamp === null);
    await send(home, 20, wet);
    await alertOf(home, ({ cleared_timestamp }) => cleared_timestamp !== null);
    expect((await pageOf(home.owner)).items).toHaveLength(1);
  });

  it('a stop by the board notifies, also if the rule has reopened the alert within 15 minutes', async () => {
    const home = await house();
    await send(home, 20, wet);
    await send(home, 10, dry);
    const { id } = await alertOf(home, ({ kind }) => kind === 'dry_run');
    const raisings = async () => {
      const { body } = await home.owner.get(`/alerts/${id}/deliveries`);
      return (body as AlertDeliveries).items.filter(({ change }) => change === 'raised');
    };
    // A message that is sent after the alert has cleared names its end, and the next raising is told again.
    await waitFor(async () => (await raisings()).some((delivery) => delivery.sent_timestamp !== null));
    await send(home, 80, wet);
    await alertOf(home, ({ cleared_timestamp }) => cleared_timestamp !== null);
    await send(home, 10, dry);
    await alertOf(home, ({ cleared_timestamp }) => cleared_timestamp === null);
    expect(await raisings()).toHaveLength(1);
    await home.board.publish('event', { ...dryRun, ts: nowMs / 1000 });
    await waitFor(async () => (await raisings()).length === 2, { what: 'the notice of the stop' });
  });

  it.each([
    ['a stop by the board', dryRun],
    ['a fault of the drive', { ...dryRun, code: 'FC_FAULT', d: { fault: 16 } }],
  ] as const)(
    '%s that is reported with its end reaches the owner by mail, and climbs no ladder',
    async (_stop, stop) => {
      const home = await house([cleared(stop), stop]);
      expect(await pageOf(home.owner)).toMatchObject({ items: [{ cleared_timestamp: stop.ts + 60 }] });
      const mail = await waitFor(() => post.mails.find(({ to }) => to.includes(home.owner.email)), {
        what: 'the mail',
      });
      expect(mail.parts).toContain('Medzitým to pominulo');
      await home.board.publish('event', stop);
      const { items, next } = (await home.owner.get(`/alerts/${home.id}/deliveries`)).body as AlertDeliveries;
      expect(items).toMatchObject([{ channel: 'mail', change: 'raised', step: 'owner' }]);
      expect(next).toBeNull();
    },
  );

  it('a converter that does not answer', async () => {
    const home = await house();
    await send(home, 10, wet);
    for (const _ of [0, 1, 2]) {
      nowMs += 10_000;
      await home.board.publishTele({ ts: nowMs / 1000, seq: ++seq, fc: 0, d: { rssi: -60 } });
    }
    await alertOf(home, ({ kind, severity }) => kind === 'fc_link_lost' && severity === 'alarm');
    await send(home, 20, wet);
    await alertOf(home, ({ cleared_timestamp }) => cleared_timestamp !== null);
  });
});

it('R5.7b numbers of a rule are changed within their limits, apply to the next frame and are logged', async () => {
  const home = await house();
  const path = `/devices/${home.device.deviceId}/alert-settings`;
  expect((await home.owner.get(path)).body).toEqual({
    thresholds: {},
    off: [],
    changed_at: null,
    changed_by: null,
  });
  const technician = await world.user({}, ['Technician']);
  const put = (warnC: number) =>
    technician.send('PUT', path, { thresholds: { over_temperature: { warnC, afterS: 0 } }, off: ['leak'] });
  expect(await put(20)).toMatchObject({ status: 422, body: { detail: 'OUT_OF_BOUNDS' } });
  await send(home, 10, { temperature_fc: 60 });
  expect((await put(55)).body).toMatchObject({
    thresholds: { over_temperature: { warnC: 55, afterS: 0 } },
    off: ['leak'],
    changed_by: expect.any(String),
  });
  const isRaised = async () => {
    await send(home, 0, { temperature_fc: 60 });
    return (await pageOf(home.owner)).items.length > 0;
  };
  await waitFor(isRaised, { what: 'the alert' });
  const { items } = (await home.owner.get(`/devices/${home.device.deviceId}/activity`)).body as Activity;
  expect(JSON.stringify(items)).toContain('{"field":"alerts.over_temperature.warnC","old":75,"new":55}');
  const stranger = await world.user();
  expect((await stranger.get(path)).status).toBe(404);
});

it('R7.5 the owner changes numbers of a rule within the same limits; a delegate without a role reads them', async () => {
  const home = await house();
  const path = `/devices/${home.device.deviceId}/alert-settings`;
  const delegate = await world.user();
  const access = { user_id: delegate.id, device_id: home.device.id, access: 'delegate' as const };
  await world.db
    .insertInto('user_device')
    .values({ ...access, granted_by: home.owner.id })
    .execute();
  const put = (user: typeof delegate, warnC: number) =>
    user.send('PUT', path, { thresholds: { over_temperature: { warnC } }, off: [] });
  expect(await put(home.owner, 200)).toMatchObject({ status: 422, body: { detail: 'OUT_OF_BOUNDS' } });
  expect((await put(home.owner, 60)).status).toBe(200);
  expect((await put(delegate, 70)).status).toBe(403);
  expect((await delegate.get(path)).body).toMatchObject({ thresholds: { over_temperature: { warnC: 60 } } });
});

it('R7.4 a kind that is switched off notifies no one: an alarm of the board is listed, a warning raises nothing', async () => {
  const home = await house();
  const technician = await world.user({}, ['Technician']);
  await technician.send('PUT', `/devices/${home.device.deviceId}/alert-settings`, {
    thresholds: {},
    off: ['dry_run', 'clock_unset'],
  });
  await home.board.publish('event', dryRun);
  await home.board.publish('event', { ...dryRun, id: 'E2', code: 'CLOCK_UNSET', sev: 'warning', d: {} });
  const { items, open } = await pageOf(home.owner);
  expect(items.map(({ kind }) => kind)).toEqual(['dry_run']);
  expect(open).toMatchObject({ alarm: 1, warning: 0 });
  const [alertId] = items.map(({ id }) => id);
  const quiet = async () => {
    expect(((await home.owner.get('/inbox')).body as Inbox).notifications).toEqual([]);
    expect((await home.owner.get(`/alerts/${alertId}/deliveries`)).body).toEqual({
      items: [],
      unreached: [],
      ladder: [],
      next: null,
    });
  };
  await quiet();
  await home.owner.send('POST', `/alerts/${alertId}/shelve`, { minutes: 1 });
  nowMs += 60_000;
  await world.server.runJob('shelved-alerts');
  await quiet();
});

it('R7.4 a shelved alert is not counted and comes back when its time is over and the condition lasts', async () => {
  const home = await house();
  await send(home, 60, { temperature_fc: 78 });
  const { id } = await alertOf(home, ({ kind }) => kind === 'over_temperature');
  const shelve = (minutes: number) => home.owner.send('POST', `/alerts/${id}/shelve`, { minutes });
  expect((await shelve(0)).status).toBe(422);
  expect((await shelve(30)).body).toMatchObject({ shelved_until: nowMs / 1000 + 1800 });
  expect(await pageOf(home.owner)).toMatchObject({ open: { warning: 0, alarm: 0 }, shelved: 1 });
  const found = async (query: string) => (await pageOf(home.owner, query)).items.map((alert) => alert.id);
  expect(await found('?shelved=true&kind=over_temperature')).toEqual([id]);
  expect([await found('?shelved=false'), await found('?kind=dry_run')]).toEqual([[], []]);
  await send(home, 60, { temperature_fc: 90 });
  await alertOf(home, ({ severity }) => severity === 'alarm');
  const notices = async () => ((await home.owner.get('/inbox')).body as Inbox).notifications.length;
  expect(await notices()).toBe(1);
  await world.server.runJob('shelved-alerts');
  expect(await notices()).toBe(1);
  nowMs += 1_800_000;
  await world.server.runJob('shelved-alerts');
  expect(await notices()).toBe(2);
  expect(await pageOf(home.owner)).toMatchObject({
    items: [{ id, shelved_until: null }],
    open: { alarm: 1 },
  });
  await shelve(30);
  expect((await home.owner.send('POST', `/alerts/${id}/unshelve`)).body).toMatchObject({
    shelved_until: null,
  });
  await home.owner.send('POST', `/alerts/${id}/resolve`);
  expect(await shelve(30)).toMatchObject({ status: 409, body: { detail: 'ALERT_RESOLVED' } });
});
