import type { Inbox, InboxEvent } from '@manoboard/contract/inbox/inbox';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import { newRuleState } from '@manoboard/domain/alerts/rules/evaluate';
import { blockSpan, rollUp } from '@manoboard/domain/history/rollup';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@manoboard/domain/time';
import { DEFAULT_ZONE, zoneOf } from '@manoboard/domain/time-zone';
import { waitFor } from '@manoboard/testkit/wait-for';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { createMemoryBus } from '../../bus/bus.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { createOutbox } from '../../outbox/outbox.ts';
import { saveStates } from '../alerts/rules/rule-state.repo.ts';
import { replaceBlocks } from '../history/history.repo.ts';
import { ensureHistoryPartitions } from '../history/history-partitions.ts';
import { packBlock } from '../history/packed-block.ts';
import { createInbox } from './inbox.service.ts';
import type { Notice } from './notice.ts';

let world: World;
let laterMs = 0;
const now = () => Date.now() + laterMs;
beforeAll(async () => {
  world = await startWorld({ now });
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const inboxOf = async (user: User) => (await user.get('/inbox')).body as Inbox;
const noticesOf = async (user: User) =>
  (await inboxOf(user)).notifications.flatMap(({ event }) => event ?? []);
const names = async (user: User) => (await inboxOf(user)).notifications.map(({ name }) => name);
const technician = () => world.user({}, ['Technician']);
const inSeconds = (seconds: number) => Math.floor(now() / 1000) + seconds;

async function house(alias: string | null = null) {
  const owner = await world.user({ name: 'Jana', surname: 'Malá' });
  const device = await world.enrol(owner.id);
  await world.db.updateTable('device').where('id', '=', device.id).set({ alias }).execute();
  const path = `/users-devices/${device.deviceId}`;
  const give = (giver: User, receiver: User, expires_at: number | null = null) =>
    giver.post(`${path}/delegations`, { email: receiver.email, expires_at });
  const revoke = (user: User, from: User) => user.send('DELETE', `${path}/delegations/${from.id}`);
  return { owner, device, path, give, revoke };
}

/** Half past six on the next Monday, by the clock of the default zone. */
function mondayMorning(): number {
  const { wallOf, instantOf } = zoneOf(DEFAULT_ZONE);
  const today = new Date(wallOf(now()));
  const days = (8 - today.getUTCDay()) % 7 || 7;
  return instantOf(Math.floor(today.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + 6.5 * HOUR_MS);
}

/** The inbox of a server; its events have no subscriber. */
function newInbox() {
  const { db } = world;
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({
    db,
    bus: createMemoryBus(),
    log,
    quietWarn: () => {},
  });
  const inbox = createInbox({ db, outbox, now, takeTry: () => true });
  const notify = (notice: Notice) => outbox.transaction(db, (tx) => inbox.notify(tx, notice));
  const alertRaised = (deviceKey: DeviceKey, alert_id: number, code: EventCode) =>
    notify({ deviceKey, readers: 'holders', event: { type: 'alert', alert_id, code } });
  return { outbox, notifyFirmware: inbox.notifyFirmware, notify, alertRaised };
}

it('a first night that looks like a leak and a shaky week are one notice each, not an alert', async () => {
  const { db } = world;
  const beforeMs = laterMs;
  laterMs += mondayMorning() - now();
  const { owner, device } = await house('Vrt');
  const dayMs = Math.floor(now() / DAY_MS) * DAY_MS;
  const hour = { starts: 4, ranS: 200, seenS: 3600, longestS: 900, fall: 0, restS: 0 };
  const state = newRuleState();
  state.memory.nights = [{ day: dayMs / DAY_MS, startsS: [], hours: [hour, hour, hour, hour] }];
  await saveStates(db, [{ deviceKey: device.id, version: 0, state }], new Date(now()));
  const yesterdayMs = dayMs - DAY_MS;
  const frames = Array.from({ length: 6 * 60 }, (_, minute) => ({
    tsMs: yesterdayMs + minute * MINUTE_MS,
    boot: 1,
    seq: minute,
    fc: 1,
    d: { rssi: -85 },
    na: [],
  }));
  const block = rollUp(frames, blockSpan('hour', yesterdayMs), ['rssi']);
  await ensureHistoryPartitions(db, [yesterdayMs]);
  await replaceBlocks(db, 'hour', yesterdayMs, new Map([[device.id, packBlock(block)]]));
  await world.server.runJob('quiet-notices');
  await world.server.runJob('quiet-notices');
  const about = { device_id: device.deviceId, alias: 'Vrt' };
  expect(await noticesOf(owner)).toEqual([
    { type: 'weekly_summary', ...about, wifi_h: 6, offline_min: 0, short_h: 0 },
    { type: 'leak_suspected', ...about, minutes: 15 },
  ]);
  laterMs = beforeMs;
});

describe('R1.7 the inbox', () => {
  it('R4.2 loses the notices of a device that its owner removes, also after they add it again', async () => {
    const { owner, device, path } = await house('Audit');
    const neighbour = await house('Iná studňa');
    const inbox = newInbox();
    await inbox.alertRaised(device.id, 7, 'DRY_RUN');
    await inbox.notify({
      deviceKey: neighbour.device.id,
      readers: [owner.id],
      event: { type: 'delegation_ended', reason: 'revoked' },
    });
    expect(await noticesOf(owner)).toHaveLength(2);
    expect((await owner.send('DELETE', path)).status).toBe(204);
    expect(await noticesOf(owner)).toMatchObject([{ type: 'delegation_ended' }]);
    await world.db
      .insertInto('user_device')
      .values({ user_id: owner.id, device_id: device.id, access: 'owner', created_at: new Date(now()) })
      .execute();
    expect(await noticesOf(owner)).toMatchObject([{ type: 'delegation_ended' }]);
    await inbox.alertRaised(device.id, 8, 'DRY_RUN');
    expect(await noticesOf(owner)).toMatchObject([{ alert_id: 8 }, { type: 'delegation_ended' }]);
  });

  it('is empty at first, and answers 401 without a session', async () => {
    expect(await inboxOf(await world.user())).toEqual({ notifications: [], messages: [] });
    expect((await world.browser().get('/inbox')).status).toBe(401);
  });

  it('has items with id, name, unread and details; sentences are Slovak unless the user chose English', async () => {
    const { owner, device, give } = await house('Studňa');
    const helper = await technician();
    await give(owner, helper, inSeconds(3600));
    const { notifications, messages } = await inboxOf(helper);
    expect(messages).toEqual([]);
    expect(notifications).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        name: expect.stringMatching(/^Jana Malá: dostali ste prístup k zariadeniu Studňa do \d/),
        unread: true,
        details: { name: 'Studňa', type: 'delegation_received' },
        ts: expect.any(Number),
        event: {
          type: 'delegation_received',
          device_id: device.deviceId,
          alias: 'Studňa',
          by: 'Jana Malá',
          expires_at: expect.any(Number),
        },
      },
    ]);
    const english = { card_order: [], theme_colour: null, locale: 'gb' };
    await helper.send('PUT', '/users/me/personalization', english);
    expect((await names(helper))[0]).toMatch(/^Jana Malá gave you access to Studňa until \d/);
  });

  it('lists the newest fifty items, newest first', async () => {
    const { owner, device } = await house();
    const { alertRaised } = newInbox();
    for (let alertId = 1; alertId <= 60; alertId++) await alertRaised(device.id, alertId, 'NO_FLOW');
    const ids = (await noticesOf(owner)).map((event) => event.type === 'alert' && event.alert_id);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i));
  });

  it('R1.7 the job keeps the newest 200 items of each list, and 90 days: alerts do not displace messages', async () => {
    const { owner, device } = await house();
    const seller = await world.user({}, ['Seller']);
    await seller.post(`/devices/${device.deviceId}/messages`, { text: 'Ozvite sa nám.' });
    const event = JSON.stringify({
      type: 'firmware_done',
      device_id: device.deviceId,
      alias: null,
      version: '2',
    });
    await world.db
      .insertInto('inbox_item')
      .values(Array.from({ length: 230 }, () => ({ user_id: owner.id, event, created_at: new Date(now()) })))
      .execute();
    const { alertRaised } = newInbox();
    await alertRaised(device.id, 1, 'DRY_RUN');
    await world.server.runJob('inbox-retention');
    const kept = async () =>
      (await world.db.selectFrom('inbox_item').where('user_id', '=', owner.id).selectAll().execute()).length;
    expect(await kept()).toBe(201);
    expect((await inboxOf(owner)).messages).toHaveLength(1);

    laterMs += 91 * DAY_MS;
    await owner.login(owner.email, owner.password);
    expect(await inboxOf(owner)).toEqual({ notifications: [], messages: [] });
    await alertRaised(device.id, 1, 'DRY_RUN');
    await world.server.runJob('inbox-retention');
    expect(await kept()).toBe(1);
  });

  it('concurrent notices to one inbox do not deadlock', async () => {
    const { owner, device } = await house();
    const { alertRaised } = newInbox();
    await Promise.all(Array.from({ length: 300 }, (_, i) => alertRaised(device.id, i, 'NO_FLOW')));
    expect(await noticesOf(owner)).toHaveLength(50);
  });
});

describe('R4.3b a notice of ended access', () => {
  const ended = (device: { deviceId: string }, reason: string) => ({
    type: 'delegation_ended',
    device_id: device.deviceId,
    reason,
  });

  it('goes to a revoked delegate and to those they passed it on to, not to the revoker', async () => {
    const { owner, device, give, revoke } = await house();
    const [first, second] = [await technician(), await technician()];
    await give(owner, first);
    await give(first, second);
    await revoke(owner, first);
    expect((await noticesOf(first))[0]).toMatchObject(ended(device, 'revoked'));
    expect((await noticesOf(second))[0]).toMatchObject(ended(device, 'revoked'));
    expect(await noticesOf(owner)).toEqual([]);
    expect((await names(first))[0]).toBe(`Váš prístup k zariadeniu ${device.deviceId} bol odobratý`);
  });

  it('does not go to a delegate who gives up their own access', async () => {
    const { owner, path, give } = await house();
    const helper = await technician();
    await give(owner, helper);
    await helper.send('DELETE', path);
    expect(await noticesOf(helper)).toMatchObject([{ type: 'delegation_received' }]);
  });

  it('goes to the delegates of a removed device, with the alias they knew', async () => {
    const { owner, device, path, give } = await house('Chata');
    const helper = await technician();
    await give(owner, helper);
    await owner.send('DELETE', path);
    expect((await noticesOf(helper))[0]).toMatchObject({ ...ended(device, 'removed'), alias: 'Chata' });
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('goes to an expired delegate once, also if the server was down at the expiry', async () => {
    const { owner, device, give } = await house();
    const helper = await technician();
    await give(owner, helper, inSeconds(3600));
    laterMs += 2 * 3_600_000;
    const afterRestart = async () => {
      await world.restart();
      const browser = world.browser();
      await browser.login(helper.email, helper.password);
      return Object.assign(browser, { id: helper.id, email: helper.email, password: helper.password });
    };
    const ends = async (user: User) =>
      (await noticesOf(user)).filter(({ type }) => type === 'delegation_ended');
    const later = await afterRestart();
    await waitFor(async () => (await ends(later)).length > 0);
    expect(await ends(later)).toMatchObject([ended(device, 'expired')]);
    expect(await ends(await afterRestart())).toHaveLength(1);
  });

  it('does not go to an expired delegate again when the device is removed', async () => {
    const { owner, path, give } = await house();
    const helper = await technician();
    await give(owner, helper, inSeconds(3600));
    await world.db
      .updateTable('user_device')
      .where('user_id', '=', helper.id)
      .set({ is_end_told: true })
      .execute();
    await owner.send('DELETE', path);
    expect(await noticesOf(helper)).toMatchObject([{ type: 'delegation_received' }]);
  });
});

describe('R1.7 a notice about a device', () => {
  it('of an alert goes to owner and delegates, not to former delegates nor to other staff', async () => {
    const { owner, device, give, revoke } = await house('Studňa');
    const [helper, former, other] = [await technician(), await technician(), await technician()];
    await give(owner, helper);
    await give(owner, former);
    await revoke(owner, former);
    await newInbox().alertRaised(device.id, 7, 'DRY_RUN');
    const alert = {
      type: 'alert',
      device_id: device.deviceId,
      alias: 'Studňa',
      alert_id: 7,
      code: 'DRY_RUN',
    };
    expect(await noticesOf(owner)).toEqual([alert]);
    expect((await noticesOf(helper))[0]).toEqual(alert);
    expect((await noticesOf(former))[0]).toMatchObject({ type: 'delegation_ended' });
    expect(await noticesOf(other)).toEqual([]);
    expect(await names(owner)).toEqual(['Studňa: chod nasucho']);
  });

  it('of new firmware is one item for all older devices of this hardware', async () => {
    const owner = await world.user();
    const stranger = await world.user();
    const devices = [];
    for (const [hw, version] of [
      ['mnb-7', '1.9.0'],
      ['mnb-7', '1.10.0'],
      ['mnb-7', '2.0.0'],
      ['mnb-8', '1.0.0'],
    ] as const) {
      const device = await world.enrol(owner.id);
      await world.db.updateTable('device').where('id', '=', device.id).set({ hw, version }).execute();
      devices.push(device);
    }
    const { outbox, notifyFirmware } = newInbox();
    await outbox.transaction(world.db, (tx) => notifyFirmware(tx, { version: '2.0.0', hw: 'mnb-7' }));
    const first = devices[0]?.deviceId;
    expect(await noticesOf(owner)).toEqual([
      { type: 'firmware_available', device_id: first, alias: null, version: '2.0.0', devices: 2 },
    ]);
    expect(await names(owner)).toEqual([`Pre zariadenie ${first} a 1 ďalšie je dostupný firmvér 2.0.0`]);
    expect(await noticesOf(stranger)).toEqual([]);
  });

  it('of an ended update names success or failure', async () => {
    const { owner, device } = await house();
    const { notify } = newInbox();
    const readers = 'holders';
    const failed = { type: 'firmware_failed', version: '2.0.0', reason: 'ROLLED_BACK' } as const;
    await notify({ deviceKey: device.id, readers, event: failed });
    await notify({ deviceKey: device.id, readers, event: { type: 'firmware_done', version: '2.0.0' } });
    const about = { device_id: device.deviceId, alias: null, version: '2.0.0' };
    expect(await noticesOf(owner)).toEqual([
      { type: 'firmware_done', ...about },
      { type: 'firmware_failed', ...about, reason: 'ROLLED_BACK' },
    ] satisfies InboxEvent[]);
  });
});
