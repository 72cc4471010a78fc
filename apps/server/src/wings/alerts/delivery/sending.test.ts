import { MINUTE_MS } from '@manoboard/domain/time';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestChannel,
  type DeliveryWorld,
  startDeliveryWorld,
} from '../../../../test/delivery-world.ts';
import { UndeliverableError } from '../alert-channel.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await startDeliveryWorld();
});
afterAll(() => world.stop());

async function house(change: Parameters<DeliveryWorld['user']>[0] = {}) {
  const owner = await world.user(change);
  return { owner, deviceKey: await world.device({ owner, delegate: undefined }) };
}
const messageId = (headers: string) => /^message-id: (.*)$/im.exec(headers)?.[1];

it('an alert is one mail with the reason, the next step and links, in HTML and plain text, in the language of the receiver', async () => {
  const server = world.newServer();
  const [slovak, english] = [await house(), await house({ locale: 'gb' })];
  const alertId = await world.raise(server, slovak.deviceKey);
  await world.raise(server, english.deviceKey);
  await server.settle();
  const [mail, second] = world.mailsTo(slovak.owner);
  expect(second).toBeUndefined();
  expect(mail?.headers).toContain('multipart/alternative');
  expect(mail?.headers).toMatch(
    /^list-unsubscribe: <https:\/\/console\.example\/admin\/profile\/notifications>/im,
  );
  expect(messageId(mail?.headers ?? '')).toMatch(/^<alert-\d+\.\d+@example\.com>$/);
  const body = mail?.parts ?? '';
  for (const part of [
    'Chod nasucho',
    'Studňa v sade (MNB-',
    'Lesná 7, Krupina',
    'Čerpadlo beží nasucho.',
    'Skontrolujte hladinu vody',
    `https://console.example/admin/alerts/${alertId}`,
    '<table role="presentation"',
  ])
    expect(body).toContain(part);
  expect(world.mailsTo(english.owner)[0]?.parts).toContain('Check the water level');
  expect(await world.ledger(alertId)).toMatchObject([
    {
      state: 'sent',
      step: 'owner',
      channel: 'mail',
      attempts: 1,
      reason: null,
      target_label: slovak.owner.email,
    },
  ]);
  const { mail_sent_at } = await world.db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .select('mail_sent_at')
    .executeTakeFirstOrThrow();
  expect(mail_sent_at).toEqual(new Date(world.clock.ms));
});

it('a repeated call plans nothing, and a rolled-back transaction sends nothing', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const alertId = await world.raise(server, deviceKey);
  const change = { alertId, deviceKey, kind: 'dry_run', severity: 'alarm', change: 'raised' } as const;
  await server.transaction(world.db, (tx) => server.deliver(tx, change));
  const other = await house();
  await server
    .transaction(world.db, async (tx) => {
      await server.deliver(tx, { ...change, deviceKey: other.deviceKey });
      throw new Error('rolled back');
    })
    .catch(() => {});
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  expect(world.mailsTo(other.owner)).toEqual([]);
});

it('R4.3d no mail goes to an address that is not confirmed, to a disabled account, or after access was lost', async () => {
  const server = world.newServer();
  const [unconfirmed, disabled, lost] = [await house({ isConfirmed: false }), await house(), await house()];
  for (const { deviceKey } of [unconfirmed, disabled, lost]) await world.raise(server, deviceKey);
  await world.db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where('id', '=', disabled.owner.id)
    .execute();
  await world.db.deleteFrom('user_device').where('device_id', '=', lost.deviceKey).execute();
  await server.settle();
  for (const { owner } of [unconfirmed, disabled, lost]) expect(world.mailsTo(owner)).toEqual([]);
});

it('while the mail server is away a mail is retried every minute at most, and is sent once after its recovery', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  await world.stopMail();
  const alertId = await world.raise(server, deviceKey);
  for (const delayMs of [5000, 10_000, 20_000, 40_000, MINUTE_MS, MINUTE_MS]) {
    await server.settle();
    const [row] = await world.ledger(alertId);
    expect(row).toMatchObject({ state: 'waiting', reason: expect.stringContaining('ECONNREFUSED') });
    expect(row?.next_at.getTime()).toBe(world.clock.ms + delayMs);
    world.clock.ms += delayMs;
  }
  await world.startMail();
  await server.settle();
  await world.newServer().settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  expect(await world.ledger(alertId)).toMatchObject([{ state: 'sent', reason: null }]);
});

it('a temporary refusal (4xx) is retried, a permanent one (5xx) fails with its reason', async () => {
  const server = world.newServer();
  const [first, second] = [await house(), await house()];
  const { state } = world.post.current;
  Object.assign(state, { refuse: true, status: 451 });
  const retried = await world.raise(server, first.deviceKey);
  await server.settle();
  expect(await world.ledger(retried)).toMatchObject([
    { state: 'waiting', reason: '451 mailbox unavailable' },
  ]);
  state.status = 550;
  const refused = await world.raise(server, second.deviceKey);
  await server.settle();
  expect(await world.ledger(refused)).toMatchObject([
    { state: 'failed', attempts: 1, reason: '550 mailbox unavailable' },
  ]);
  expect(server.failures).toEqual({ raised: 1, cleared: 0, logged: 1 });
  await server.clearOldFailure();
  expect(server.failures.cleared).toBe(0);
  state.refuse = false;
  world.clock.ms += 5000;
  await server.settle();
  expect(await world.ledger(retried)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  expect([world.mailsTo(first.owner).length, world.mailsTo(second.owner).length]).toEqual([1, 0]);
});

it('a mail that is refused for half a day fails visibly', async () => {
  const server = world.newServer();
  const { deviceKey } = await house();
  Object.assign(world.post.current.state, { refuse: true, status: 451 });
  const alertId = await world.raise(server, deviceKey);
  await server.settle();
  world.clock.ms += 12 * 60 * MINUTE_MS;
  await server.settle();
  world.post.current.state.refuse = false;
  expect(await world.ledger(alertId)).toMatchObject([{ state: 'failed', reason: '451 mailbox unavailable' }]);
  world.clock.ms += 24 * 60 * MINUTE_MS;
  await server.clearOldFailure();
  expect(server.failures).toEqual({ raised: 1, cleared: 1, logged: 1 });
});

it('a slow mail server delays neither another channel nor further mails', async () => {
  const push = createTestChannel('push');
  const server = world.newServer([push]);
  let accept = () => {};
  world.post.current.state.pause = new Promise((resolve) => {
    accept = resolve;
  });
  const [slow, next] = [await house(), await house()];
  await world.raise(server, slow.deviceKey);
  server.wake();
  await waitFor(() => world.mailsTo(slow.owner).length === 1 && push.received.length === 1);
  world.post.current.state.pause = undefined;
  const alertId = await world.raise(server, next.deviceKey);
  server.wake();
  await waitFor(async () => (await world.ledger(alertId)).every(({ state }) => state === 'sent'));
  accept();
  await server.settle();
  expect(world.mailsTo(slow.owner)).toHaveLength(1);
});

it('two servers send each mail once', async () => {
  const servers = [world.newServer(), world.newServer()] as const;
  const houses = await Promise.all(Array.from({ length: 20 }, () => house()));
  for (const [i, { deviceKey }] of houses.entries())
    await world.raise(servers[i % 2 === 0 ? 0 : 1], deviceKey);
  await Promise.all(servers.map((server) => server.settle()));
  expect(houses.map(({ owner }) => world.mailsTo(owner).length)).toEqual(houses.map(() => 1));
});

it.each([
  ['a refusal', new UndeliverableError('blocked')],
  ['a failure', new Error('away')],
])(
  '%s that a server learns after the end of its lease leaves the message to the server that took it over',
  async (_case, error) => {
    const sends: ((failure?: Error) => void)[] = [];
    const channel = {
      ...createTestChannel('push'),
      send: () =>
        new Promise<void>((done, fail) => sends.push((failure) => (failure ? fail(failure) : done()))),
    };
    const [late, next] = [world.newServer([channel]), world.newServer([channel])];
    const { deviceKey } = await house();
    const alertId = await world.raise(late, deviceKey);
    const pushed = async () => (await world.ledger(alertId)).find((row) => row.channel === 'push');
    const lateEnd = late.settle();
    await waitFor(() => sends.length === 1);
    world.clock.ms += MINUTE_MS;
    const nextEnd = next.settle();
    await waitFor(() => sends.length === 2);
    const leased = await pushed();
    sends[0]?.(error);
    await lateEnd;
    expect(await pushed()).toEqual(leased);
    expect(late.failures).toMatchObject({ raised: 0, logged: 0 });
    sends[1]?.();
    await nextEnd;
    expect(await pushed()).toMatchObject({ state: 'sent', attempts: 2, reason: null });
  },
);

it('an alert whose end was told by a server with an earlier clock is told when it is raised again', async () => {
  const server = world.newServer();
  const { owner, deviceKey } = await house();
  const alertId = await world.raise(server, deviceKey);
  // By the clock of the server that cleared it.
  const clearedAt = new Date(world.clock.ms + 5000);
  const setCleared = (cleared_at: Date | null) =>
    world.db.updateTable('alert').set({ cleared_at }).where('id', '=', alertId).execute();
  await setCleared(clearedAt);
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  await setCleared(null);
  await server.transaction(world.db, (tx) =>
    server.deliver(tx, {
      alertId,
      deviceKey,
      kind: 'dry_run',
      severity: 'alarm',
      change: 'raised',
      clearedAt,
    }),
  );
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(2);
});

it('the alert about undeliverable alerts goes to the Super Sellers and does not raise itself', async () => {
  const server = world.newServer();
  const boss = await world.user({ role: 'Super Seller' });
  const { deviceKey } = await house();
  Object.assign(world.post.current.state, { refuse: true, status: 550 });
  const failure = { kind: 'delivery_failed', severity: 'warning' } as const;
  const alertId = await world.raise(server, null, failure);
  await server.settle();
  expect(await world.ledger(alertId)).toMatchObject([{ state: 'failed', user_id: boss.id, step: 'staff' }]);
  expect(server.failures.raised).toBe(0);
  await world.raise(server, deviceKey);
  await server.settle();
  expect(server.failures.raised).toBe(1);
  world.post.current.state.refuse = false;
});
