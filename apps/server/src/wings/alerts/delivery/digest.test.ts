import { CLEARING_DELAY_MS } from '@manoboard/domain/alerts/delivery/settings';
import { MINUTE_MS } from '@manoboard/domain/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeliveryWorld, startDeliveryWorld } from '../../../../test/delivery-world.ts';
import { composeMessage } from './alert-message.ts';
import type { DeliveryFacts } from './send.repo.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await startDeliveryWorld();
});
afterAll(() => world.stop());

async function house() {
  const owner = await world.user();
  return { owner, deviceKey: await world.device({ owner, delegate: undefined }) };
}

const setQuietHours = (userId: number, from: string, to: string) =>
  sql`insert into notification_settings (user_id, settings) values (${userId}, ${JSON.stringify({
    matrix: {
      alarm: { mail: true, push: true, webhook: true },
      warning: { mail: true, push: true, webhook: true },
    },
    quiet_hours: { from, to },
    zone: 'Europe/Bratislava',
    digest_over: 5,
  })})`.execute(world.db);

it('2,000 alerts of one person at once are one mail, and later ones wait for the end of its minute', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const at = new Date(world.clock.ms);
  await sql`
    with board as (
      insert into device (id_dev, secret_hash) select 'MNB-S' || n, '' from generate_series(1, 2000) n returning id
    ), held as (
      insert into user_device (user_id, device_id, access, created_at)
      select ${owner.id}, id, 'owner', ${at}::timestamptz from board
    ), raised as (
      insert into alert (device_id, event_id, code, kind, severity, raised_at, thresholds)
      select id, 'E', 'DRY_RUN', 'dry_run', 'alarm', ${at}::timestamptz, '{"afterS": 20}' from board returning id
    )
    insert into alert_delivery (alert_id, change, step, user_id, channel, target_id, target_label, created_at, next_at)
    select id, 'raised', 'owner', ${owner.id}::integer, 'mail', ${`${owner.id}`}, 'x', ${at}::timestamptz, ${at}::timestamptz
    from raised`.execute(world.db);
  await server.settle();
  const [mail, second] = world.mailsTo(owner);
  expect(second).toBeUndefined();
  expect(mail?.parts).toMatch(/a 1\s950 ďalších/);
  const late = await world.raise(server, deviceKey, { kind: 'pipe_burst' });
  await server.settle();
  expect(await world.ledger(late)).toMatchObject([{ state: 'waiting', message_key: null }]);
  world.clock.ms += MINUTE_MS;
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(2);
});

it('alerts that come one after the other are single mails up to the limit, then one digest a minute', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const kinds = [
    'dry_run',
    'pipe_burst',
    'over_pressure',
    'no_flow',
    'leak',
    'weak_wifi',
    'clock_unset',
    'meter_jump',
  ];
  for (const kind of kinds) {
    await world.raise(server, deviceKey, { kind });
    await server.settle();
    world.clock.ms += 1000;
  }
  expect(world.mailsTo(owner)).toHaveLength(5);
  world.clock.ms += MINUTE_MS;
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(6);
  const digest = world.mailsTo(owner)[5]?.parts;
  for (const title of ['Slabý signál', 'Doska nepozná čas', 'Skok']) expect(digest).toContain(title);
});

const facts: DeliveryFacts = {
  id: 1,
  alertId: 1,
  change: 'raised',
  step: 'owner',
  kind: 'dry_run',
  severity: 'alarm',
  numbers: {},
  thresholds: { afterS: 20 },
  raisedAt: new Date(0),
  clearedAt: null,
  deviceKey: null,
  deviceId: 'MNB-D1000',
  alias: null,
  address: null,
  mayReceive: true,
  fcType: null,
  fcFacts: null,
  fcRefusal: null,
  fcConfigured: null,
  heldMessages: null,
  zone: null,
};

it.each([
  ['Super Seller', '/admin/super-seller/alerts-list?state=all&days=7'],
  ['Technician', '/admin/technician'],
  ['', '/admin/overview?device=MNB-D1000&tool=alerts'],
])('the digest of a user with the role "%s" leads to %s', (role, path) => {
  const context = {
    locale: 'sk',
    timeZone: 'UTC',
    messageKey: '1',
    roles: [role],
    waterOf: () => undefined,
  } as const;
  const pageUrl = (page: string) => page;
  expect(composeMessage([facts, facts], { ...context, pageUrl }).url).toBe(path);
  const elsewhere = { ...facts, deviceId: 'MNB-D2000' };
  expect(composeMessage([facts, elsewhere], { ...context, pageUrl, roles: [] }).url).toBe('/admin/alerts');
});

it('a digest of many devices with one cause has one entry that names them; other alerts follow it', () => {
  const context = {
    locale: 'sk',
    timeZone: 'UTC',
    messageKey: '1',
    roles: [],
    waterOf: () => undefined,
  } as const;
  const pageUrl = (page: string) => page;
  const dips = Array.from({ length: 6 }, (_, n): DeliveryFacts => {
    const clearedAt = n === 5 ? new Date(60_000) : null;
    return {
      ...facts,
      alertId: n,
      kind: 'under_voltage',
      deviceId: `MNB-D${n}`,
      alias: `Dom ${n}`,
      clearedAt,
    };
  });
  const [first, ...others] = dips as [DeliveryFacts, ...DeliveryFacts[]];
  const alone = composeMessage([first, ...others], { ...context, pageUrl });
  expect(alone.title).toBe('Podpätie: 6 zariadení naraz');
  expect(alone.text).toContain('Dom 0, Dom 1, Dom 2, Dom 3, Dom 4, Dom 5. Už skončilo: 1.');
  expect(alone.items).toHaveLength(6);
  const mixed = composeMessage([facts, first, ...others], { ...context, pageUrl });
  expect(mixed.text).toBe(
    `Podpätie: 6 zariadení naraz\n${composeMessage([facts], { ...context, pageUrl }).title}, MNB-D1000`,
  );
  expect(mixed.title).toBe('7 upozornení');
});

it('a digest that fails is retried with the same alerts and the same message ID', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const { state } = world.post.current;
  Object.assign(state, { refuse: true, status: 451 });
  for (const kind of ['dry_run', 'pipe_burst', 'over_pressure', 'no_flow', 'leak', 'weak_wifi'])
    await world.raise(server, deviceKey, { kind });
  await server.settle();
  const later = await world.raise(server, deviceKey, { kind: 'meter_jump' });
  state.refuse = false;
  world.clock.ms += 5000;
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  expect(world.mailsTo(owner)[0]?.parts).not.toContain('Skok');
  expect(await world.ledger(later)).toMatchObject([{ state: 'waiting' }]);
});

it('quiet hours hold warnings back until their end, then one mail lists them and says what is over; alarms pass', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  await setQuietHours(owner.id, '22:00', '06:30');
  world.clock.ms = Date.parse('2026-11-20T23:00:00Z');
  const leak = await world.raise(server, deviceKey, { severity: 'warning', kind: 'leak' });
  const wifi = await world.raise(server, deviceKey, { severity: 'warning', kind: 'weak_wifi' });
  await world.raise(server, deviceKey, { severity: 'alarm', kind: 'pipe_burst' });
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  expect(await world.ledger(leak)).toMatchObject([
    { state: 'held', next_at: new Date('2026-11-21T05:30:00Z') },
  ]);
  world.clock.ms += 60 * MINUTE_MS;
  await world.clear(server, wifi, deviceKey);
  await server.settle();
  world.clock.ms = Date.parse('2026-11-21T05:30:00Z');
  await server.settle();
  const [, digest, third] = world.mailsTo(owner);
  expect(third).toBeUndefined();
  expect(digest?.parts).toContain('Podozrenie na únik vody');
  expect(digest?.parts).toContain('Medzitým to pominulo: 21. 11. 2026, 1:00 (Europe/Bratislava)');
  expect((await world.ledger(wifi)).map(({ change, state }) => [change, state])).toEqual([
    ['raised', 'sent'],
  ]);
});

it('the clearing goes to those who have received the alert, and never before it', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const alertId = await world.raise(server, deviceKey);
  await server.settle();
  await world.clear(server, alertId, deviceKey);
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  world.clock.ms += CLEARING_DELAY_MS;
  await server.settle();
  const [, mail] = world.mailsTo(owner);
  expect(mail?.parts).toContain('Pominulo: Chod nasucho');
  const { state } = world.post.current;
  Object.assign(state, { refuse: true, status: 451 });
  const retried = await world.raise(server, deviceKey, { kind: 'leak' });
  await server.settle();
  await world.clear(server, retried, deviceKey);
  await server.settle();
  state.refuse = false;
  world.clock.ms += 5000;
  await server.settle();
  world.clock.ms += CLEARING_DELAY_MS;
  await server.settle();
  const mails = world.mailsTo(owner);
  expect(mails).toHaveLength(3);
  expect(mails[2]?.parts).toContain('Medzitým to pominulo');
});

it('an alert that is raised again soon after it cleared is one mail, and escalates', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const technician = await world.user({ role: 'Technician' });
  const alertId = await world.raise(server, deviceKey);
  await server.settle();
  await world.clear(server, alertId, deviceKey);
  world.clock.ms += CLEARING_DELAY_MS / 2;
  await world.clear(server, alertId, deviceKey, 'raised');
  await server.settle();
  world.clock.ms += CLEARING_DELAY_MS;
  await server.settle();
  expect([world.mailsTo(owner).length, world.mailsTo(technician).length]).toEqual([1, 1]);
});

it('an alert that is raised again after its clearing was sent is told again, and so is its next clearing', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const alertId = await world.raise(server, deviceKey);
  await server.settle();
  const clear = async () => {
    await world.clear(server, alertId, deviceKey);
    world.clock.ms += CLEARING_DELAY_MS;
    await server.settle();
  };
  await clear();
  expect(world.mailsTo(owner)).toHaveLength(2);
  // The event of a board that was offline: it is one alert with the one that has cleared before.
  await world.clear(server, alertId, deviceKey, 'raised');
  await server.settle();
  await world.clear(server, alertId, deviceKey, 'raised');
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(3);
  await clear();
  expect((await world.ledger(alertId)).map(({ change, occurrence }) => [change, occurrence])).toEqual([
    ['raised', 1],
    ['cleared', 1],
    ['raised', 2],
    ['cleared', 2],
  ]);
});

it('an alert that is raised again after its first message said that it is over is told again', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const alertId = await world.raise(server, deviceKey);
  const clearedAt = new Date(world.clock.ms);
  await world.clear(server, alertId, deviceKey);
  world.clock.ms += MINUTE_MS;
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  const alarm = { alertId, deviceKey, kind: 'dry_run', severity: 'alarm' } as const;
  await server.transaction(world.db, async (tx) => {
    await sql`update alert set cleared_at = null where id = ${alertId}`.execute(tx);
    await server.deliver(tx, { ...alarm, change: 'raised', clearedAt });
  });
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(2);
});
