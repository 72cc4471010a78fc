import type { PushPayload } from '@manoboard/contract/alert/push-payload';
import { SECOND_MS } from '@manoboard/domain/time';
import { newBrowserKeys } from '@manoboard/testkit/push-browser';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSecretBox } from '../src/base/secret-box.ts';
import { createOutgoing } from '../src/net/outgoing-http.ts';
import { authPlace, createPush, hashOfEndpoint } from '../src/wings/alerts/push/push.service.ts';
import { createWebhooks, SECRET_PLACE } from '../src/wings/alerts/webhooks/webhooks.service.ts';
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts';
import { type Receiver, startReceiver } from './http-receiver.ts';

/** Mail, push and webhooks together: the real channels, with a mail server, a push service and a webhook of our own. */
let world: DeliveryWorld;
let pushService: Receiver;
let hook: Receiver;
beforeAll(async () => {
  world = await startDeliveryWorld();
  pushService = await startReceiver();
  hook = await startReceiver();
});
beforeEach(() => {
  for (const receiver of [pushService, hook]) {
    receiver.accept();
    receiver.requests.length = 0;
  }
});
afterAll(async () => {
  await world.stop();
  await pushService.stop();
  await hook.stop();
});

const LEASE_MS = 60 * SECOND_MS;
const browser = newBrowserKeys();

const secrets = createSecretBox('only for tests');

function newServer(silenceMs?: number) {
  const needs = {
    db: world.db,
    outgoing: createOutgoing({ isLocalAllowed: true, timeoutMs: 1000 }),
    now: () => world.clock.ms,
    secrets,
  };
  const push = createPush({ ...needs, contactEmail: 'support@example.com' });
  const webhooks = createWebhooks({ ...needs, notifyAccess: async () => {} });
  return world.newServer([push.channel, webhooks.channel], silenceMs);
}

const addHook = (userId: number) =>
  world.db
    .insertInto('webhook')
    .values({
      user_id: userId,
      name: 'ntfy',
      url: `${hook.url}/${userId}`,
      secret: secrets.seal(SECRET_PLACE, Buffer.alloc(32)),
      created_at: new Date(0),
    })
    .execute();

/** An owner with a device, a browser and a webhook. */
async function house() {
  const owner = await world.user();
  const deviceKey = await world.device({ owner, delegate: undefined });
  const endpoint = `${pushService.url}/${owner.id}`;
  const endpointHash = hashOfEndpoint(endpoint);
  const { p256dh, auth } = browser.keys;
  await world.db
    .insertInto('push_subscription')
    .values({
      user_id: owner.id,
      endpoint,
      created_at: new Date(0),
      endpoint_hash: endpointHash,
      p256dh,
      auth: secrets.seal(authPlace(endpointHash), Buffer.from(auth, 'base64url')).toString('base64url'),
    })
    .execute();
  await addHook(owner.id);
  return { owner, deviceKey };
}

/** IDs of the accepted messages; a notification has the tag of its alert. */
const received = (owner: { email: string }) => ({
  mail: world.mailsTo(owner).map(({ headers }) => /^message-id: (.*)$/im.exec(headers)?.[1]),
  push: pushService.requests.map(({ body }) => (browser.decrypt(body) as PushPayload).tag),
  webhook: hook.requests.map(({ headers }) => headers['webhook-id']),
});
const statesOf = async (alertId: number) =>
  Object.fromEntries((await world.ledger(alertId)).map(({ channel, ...row }) => [channel, row]));

it('a message that was accepted right before a crash is sent again once, with the same ID, by every channel', async () => {
  const crashing = newServer();
  const { owner, deviceKey } = await house();
  await sql`
    create function refuse_sent() returns trigger language plpgsql as $$
    begin raise exception 'crash'; end $$`.execute(world.db);
  await sql`
    create trigger crash before update on alert_delivery for each row when (new.state = 'sent')
    execute function refuse_sent()`.execute(world.db);
  const alertId = await world.raise(crashing, deviceKey);
  await crashing.settle();
  await sql`drop trigger crash on alert_delivery`.execute(world.db);
  const next = newServer();
  world.clock.ms += LEASE_MS - 1;
  await next.settle();
  expect(Object.values(received(owner)).map((ids) => ids.length)).toEqual([1, 1, 1]);
  world.clock.ms += 1;
  await next.settle();
  world.clock.ms += LEASE_MS;
  await next.settle();
  for (const ids of Object.values(received(owner))) expect(ids).toEqual([ids[0], ids[0]]);
  const sent = { state: 'sent', attempts: 2 };
  expect(await statesOf(alertId)).toMatchObject({ mail: sent, push: sent, webhook: sent });
});

it('a message that takes longer than its lease is sent by one server', async () => {
  const [server, other] = [newServer(), newServer()];
  const { owner, deviceKey } = await house();
  let accept = () => {};
  world.post.current.state.pause = new Promise((resolve) => {
    accept = resolve;
  });
  const alertId = await world.raise(server, deviceKey);
  server.wake();
  await waitFor(() => world.mailsTo(owner).length === 1);
  world.post.current.state.pause = undefined;
  for (let i = 0; i < 3; i++) {
    world.clock.ms += LEASE_MS / 2;
    server.wake();
    const leaseEnd = new Date(world.clock.ms + LEASE_MS);
    await waitFor(async () => (await statesOf(alertId)).mail?.next_at.getTime() === leaseEnd.getTime());
    await other.settle();
  }
  accept();
  await server.settle();
  expect(world.mailsTo(owner)).toHaveLength(1);
  expect(await statesOf(alertId)).toMatchObject({ mail: { state: 'sent', attempts: 1 } });
});

it('a mail server that answers too late gets the mail again with the same ID, and the reason is visible meanwhile', async () => {
  const impatient = newServer(200);
  const { owner, deviceKey } = await house();
  world.post.current.state.pause = new Promise(() => {});
  const alertId = await world.raise(impatient, deviceKey);
  await impatient.settle();
  const reason = expect.stringMatching(/timeout/i);
  expect(await statesOf(alertId)).toMatchObject({
    mail: { state: 'waiting', reason },
    webhook: { state: 'sent' },
  });
  world.post.current.state.pause = undefined;
  world.clock.ms += 5 * SECOND_MS;
  await newServer().settle();
  expect(new Set(received(owner).mail).size).toBe(1);
  expect(await statesOf(alertId)).toMatchObject({ mail: { state: 'sent', attempts: 2, reason: null } });
});

it('a push service that answers 410 loses the browser; the alert shows the reason, and no failure is raised', async () => {
  const server = newServer();
  const { deviceKey } = await house();
  pushService.answerWith(410, 'push subscription has unsubscribed or expired.');
  const alertId = await world.raise(server, deviceKey);
  await server.settle();
  const reason = 'HTTP 410';
  expect(await statesOf(alertId)).toMatchObject({ push: { state: 'failed', attempts: 1, reason } });
  const next = await world.raise(server, deviceKey, { kind: 'no_flow' });
  await server.settle();
  expect(Object.keys(await statesOf(next)).sort()).toEqual(['mail', 'webhook']);
  expect(pushService.requests).toHaveLength(1);
  expect(server.failures.raised).toBe(0);
});

it('a receiver that answers 429 with Retry-After gets nothing until then, and everything after it once', async () => {
  const server = newServer();
  const { owner, deviceKey } = await house();
  for (const receiver of [pushService, hook])
    receiver.answerBy((response) => response.writeHead(429, { 'retry-after': '300' }).end());
  const alertId = await world.raise(server, deviceKey);
  await server.settle();
  for (const receiver of [pushService, hook]) receiver.accept();
  world.clock.ms += 299 * SECOND_MS;
  await server.settle();
  expect([pushService.requests.length, hook.requests.length]).toEqual([1, 1]);
  expect(await statesOf(alertId)).toMatchObject({ mail: { state: 'sent' }, push: { reason: 'HTTP 429' } });
  world.clock.ms += SECOND_MS;
  await server.settle();
  const { push, webhook } = received(owner);
  expect([push.length, webhook]).toEqual([2, [webhook[0], webhook[0]]]);
  expect(await statesOf(alertId)).toMatchObject({ push: { state: 'sent' }, webhook: { state: 'sent' } });
});

it('a webhook that does not answer delays only its own messages, and gets one at a time', async () => {
  const server = newServer();
  const [stalled, other] = [await house(), await house()];
  for (let i = 0; i < 8; i++) await addHook(stalled.owner.id);
  hook.answerBy((response) => {
    if (response.req.url === `/${other.owner.id}`) response.end();
  });
  const alerts: number[] = [];
  for (const kind of ['dry_run', 'no_flow'])
    alerts.push(await world.raise(server, stalled.deviceKey, { kind }));
  const next = await world.raise(server, other.deviceKey);
  await server.settle();
  expect(await statesOf(next)).toMatchObject({ webhook: { state: 'sent' } });
  expect(hook.requests).toHaveLength(9 + 1);
  hook.accept();
  world.clock.ms += 5 * SECOND_MS;
  await server.settle();
  for (const alertId of alerts)
    expect((await world.ledger(alertId)).map(({ state }) => state)).toEqual(Array(11).fill('sent'));
});

it('a message that its webhook refuses again and again delays no other message', async () => {
  const server = newServer();
  const { deviceKey } = await house();
  hook.answerWith(500);
  const refused = await world.raise(server, deviceKey, { kind: 'no_flow' });
  const other = await world.raise(server, deviceKey);
  await server.settle();
  hook.answerBy((response) => {
    const isRefused = hook.requests.at(-1)?.body.includes('no_flow');
    response.writeHead(isRefused ? 500 : 200).end();
  });
  world.clock.ms += 5 * SECOND_MS;
  await server.settle();
  expect(await statesOf(refused)).toMatchObject({ webhook: { state: 'waiting', reason: 'HTTP 500' } });
  expect(await statesOf(other)).toMatchObject({ webhook: { state: 'sent' } });
});

it('a webhook with an endless answer has received the alert, and one that redirects to this machine fails visibly', async () => {
  const server = newServer();
  const { deviceKey } = await house();
  hook.answerBy((response) => {
    const more = () => response.write('x'.repeat(64 * 1024), (error) => error ?? setImmediate(more));
    more();
  });
  const endless = await world.raise(server, deviceKey);
  await server.settle();
  expect(await statesOf(endless)).toMatchObject({ webhook: { state: 'sent', attempts: 1 } });
  const before = pushService.requests.length;
  hook.answerBy((response) => response.writeHead(307, { location: `${pushService.url}/inside` }).end());
  const redirected = await world.raise(server, deviceKey, { kind: 'no_flow' });
  await server.settle();
  expect(await statesOf(redirected)).toMatchObject({ webhook: { state: 'failed', reason: 'HTTP 307' } });
  expect(pushService.requests.slice(before).map(({ path }) => path)).not.toContain('/inside');
});
