import { createPublicKey, verify } from 'node:crypto';
import { PushPayload } from '@manoboard/contract/alert/push-payload';
import { newBrowserKeys } from '@manoboard/testkit/push-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anAlertMessage } from '../../../../test/alert-message.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../../../test/http-receiver.ts';
import { startWorld, TEST_SECRET_KEY, type World } from '../../../../test/world.ts';
import { createSecretBox } from '../../../base/secret-box.ts';
import { createOutgoing, OutgoingError } from '../../../net/outgoing-http.ts';
import { UndeliverableError } from '../alert-channel.ts';
import { createPush, type Push } from './push.service.ts';

const PATH = '/users/me/push-subscriptions';

let world: World;
let service: Receiver;
let push: Push;
beforeAll(async () => {
  world = await startWorld({ env: { WEBHOOK_LOCAL: '1' } });
  service = await startReceiver();
  push = createPush({
    ...needs(),
    outgoing: createOutgoing({ isLocalAllowed: true, timeoutMs: 1000 }),
  });
});
const needs = () => ({
  db: world.db,
  now: Date.now,
  secrets: createSecretBox(TEST_SECRET_KEY),
  contactEmail: 'support@example.com',
});
beforeEach(() => {
  service.accept();
  service.requests.length = 0;
});
afterAll(async () => {
  await service.stop();
  await world.stop();
});

let endpoints = 0;
const newSubscription = () => {
  const { keys, decrypt } = newBrowserKeys();
  return { subscription: { endpoint: `${service.url}/send/${++endpoints}`, keys }, decrypt };
};
type Browser = Awaited<ReturnType<World['user']>>;
async function subscribe(user: Browser) {
  const { subscription, decrypt } = newSubscription();
  const { status, body } = await user.post(PATH, subscription);
  expect(status).toBe(201);
  return { id: `${(body as { id: number }).id}`, subscription, decrypt };
}
const listed = async (user: Browser) => (await user.get(PATH)).body as { id: number }[];
const errorOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the key of the installation', () => {
  it('is made at the first start, stays, and is the same on a second server', async () => {
    const user = await world.user();
    const { body: key } = await user.get('/push/key');
    expect(Buffer.from((key as { public_key: string }).public_key, 'base64url')).toHaveLength(65);
    const second = await world.startSecond();
    expect((await second.browser(user).get('/push/key')).body).toEqual(key);
    await second.stop();
  });
});

describe('browsers of a user', () => {
  it('are stored once for each endpoint, listed without their keys, and removed', async () => {
    const user = await world.user();
    const { subscription } = await subscribe(user);
    await user.post(PATH, subscription);
    const [row, ...others] = await listed(user);
    expect(others).toEqual([]);
    expect(Object.keys(row ?? {}).sort()).toEqual(
      ['created_at', 'endpoint_hash', 'failed_at', 'failure', 'id', 'sent_at', 'user_agent'].sort(),
    );
    const stranger = await world.user();
    expect((await stranger.send('DELETE', `${PATH}/${row?.id}`)).body).toEqual({
      detail: 'CHANNEL_NOT_FOUND',
    });
    expect((await user.send('DELETE', `${PATH}/${row?.id}`)).status).toBe(204);
    expect(await listed(user)).toEqual([]);
  });

  it('belong to the last user who subscribed in that browser', async () => {
    const [first, second] = [await world.user(), await world.user()];
    const { subscription } = await subscribe(first);
    await second.post(PATH, subscription);
    expect([(await listed(first)).length, (await listed(second)).length]).toEqual([0, 1]);
  });

  it.each([
    ['a link-local address', { endpoint: 'https://169.254.169.254/' }, 'CHANNEL_ADDRESS_REFUSED'],
    ['http to a public address', { endpoint: 'http://8.8.8.8/' }, 'CHANNEL_ADDRESS_REFUSED'],
    ['another protocol', { endpoint: 'file:///etc/passwd' }, undefined],
    ['a long address', { endpoint: `https://push.example.com/${'x'.repeat(2000)}` }, undefined],
    ['a short key', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }, undefined],
  ])('refuses %s', async (_what, change, code) => {
    const user = await world.user();
    const { status, body } = await user.post(PATH, { ...newSubscription().subscription, ...change });
    expect(status).toBe(422);
    if (code) expect(body).toEqual({ detail: code });
    expect(await listed(user)).toEqual([]);
  });

  it('are at most 20', async () => {
    const user = await world.user();
    for (let i = 0; i < 20; i++) await subscribe(user);
    expect((await user.post(PATH, newSubscription().subscription)).body).toEqual({
      detail: 'TOO_MANY_CHANNELS',
    });
  });

  it('end with the logout of that browser, and stay when its session expires', async () => {
    const [leaving, away] = [await world.user(), await world.user()];
    const left = await subscribe(leaving);
    const kept = await subscribe(away);
    await leaving.post('/auth/jwt/logout', undefined);
    await world.db
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', away.id)
      .execute();
    await world.server.runJob('expired-credentials');
    const targets = async (user: Browser) =>
      (await push.channel.targetsOf(world.db, user.id)).map(({ id }) => id);
    expect([await targets(leaving), await targets(away)]).toEqual([[], [kept.id]]);
    expect(await errorOf(push.channel.send(left.id, anAlertMessage()))).toBeInstanceOf(UndeliverableError);
  });

  it('stay when the same user logs in again in that browser, and end when another user does', async () => {
    const [user, other] = [await world.user(), await world.user()];
    await subscribe(user);
    await user.login(user.email, user.password);
    expect(await push.channel.targetsOf(world.db, user.id)).toHaveLength(1);
    await user.login(other.email, other.password);
    expect(await push.channel.targetsOf(world.db, user.id)).toEqual([]);
  });

  it('whose session has expired end with a new password', async () => {
    const user = await world.user();
    await subscribe(user);
    await world.db
      .updateTable('push_subscription')
      .set({ session_id: null })
      .where('user_id', '=', user.id)
      .execute();
    const password = 'Studna4567';
    await user.send('PATCH', '/users/me', { password });
    expect(await push.channel.targetsOf(world.db, user.id)).toEqual([]);
  });

  it('of a disabled account get nothing', async () => {
    const user = await world.user();
    await subscribe(user);
    await world.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    expect(await push.channel.targetsOf(world.db, user.id)).toEqual([]);
    expect(await push.channel.targetsOf(world.db, null)).toEqual([]);
  });
});

/** RFC 8292: an ES256 token for the origin of the push service. */
function verifiedClaims({ headers }: ReceivedRequest) {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { isValid, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

describe('a notification', () => {
  it('is encrypted for the browser, signed for its push service, and replaces an older one of the same alert', async () => {
    const user = await world.user();
    const { id, decrypt } = await subscribe(user);
    await push.channel.send(id, anAlertMessage());
    const [request] = service.requests;
    if (!request) throw new Error('no request');
    expect(request.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
      topic: 'alert-42',
    });
    expect(request.body.includes('Studňa')).toBe(false);
    expect(z.parse(PushPayload, decrypt(request.body))).toEqual({
      version: 1,
      title: 'Studňa: Chod nasucho',
      body: 'Čerpadlo beží bez vody.\nSkontrolujte hladinu v studni.',
      path: '/admin/alerts/42',
      take: { path: '/admin/alerts/42?take=1', label: 'Beriem si to' },
      tag: 'alert-42',
      lang: 'sk',
      is_urgent: true,
      at: 1_790_000_000,
    });
    expect(verifiedClaims(request)).toMatchObject({
      isValid: true,
      aud: service.url,
      sub: 'mailto:support@example.com',
    });
    expect(await listed(user)).toMatchObject([{ sent_at: expect.any(Number), failure: null }]);
  });

  it('of a warning is less urgent, and a test expires after a minute', async () => {
    const { id } = await subscribe(await world.user());
    await push.channel.send(id, anAlertMessage({ severity: 'warning' }));
    await push.channel.send(id, anAlertMessage({ isTest: true, alertId: null }));
    expect(service.requests.map(({ headers: { urgency, ttl, topic } }) => [urgency, ttl, topic])).toEqual([
      ['normal', '43200', 'alert-42'],
      ['high', '60', undefined],
    ]);
  });

  it('with long texts is cut to the size that push services accept', async () => {
    const { id, decrypt } = await subscribe(await world.user());
    await push.channel.send(id, anAlertMessage({ title: '💧'.repeat(5000), text: '💧'.repeat(5000) }));
    const [request] = service.requests;
    expect(request?.body.length).toBeLessThanOrEqual(4096);
    expect(z.safeParse(PushPayload, decrypt(request?.body ?? Buffer.alloc(0))).success).toBe(true);
  });

  it.each([404, 410])('that the push service answers with %d removes the browser', async (status) => {
    const user = await world.user();
    const { id } = await subscribe(user);
    service.answerWith(status, 'gone');
    expect(await errorOf(push.channel.send(id, anAlertMessage()))).toBeInstanceOf(UndeliverableError);
    expect(await listed(user)).toEqual([]);
  });

  it.each([
    [403, UndeliverableError],
    [413, UndeliverableError],
    [429, OutgoingError],
    [500, OutgoingError],
  ])('that is answered with %d is reported as %o and shown at the browser', async (status, kind) => {
    const user = await world.user();
    const { id } = await subscribe(user);
    service.answerWith(status);
    expect(await errorOf(push.channel.send(id, anAlertMessage()))).toBeInstanceOf(kind);
    expect(await listed(user)).toMatchObject([{ failure: 'status', failed_at: expect.any(Number) }]);
  });

  it.each([
    ['a name that does not exist', () => 'https://nobody.invalid/'],
    ['the name of this machine', () => 'https://localhost/'],
    ['a port that is closed', () => 'http://127.0.0.1:1/'],
    ['a service without TLS', () => service.url.replace('http:', 'https:')],
    ['a service that does not answer', () => service.url],
    ['an address that is not allowed any more', () => 'http://192.168.1.1/'],
  ])('to %s fails with the same reason for a user without the installation', async (what, endpointOf) => {
    const user = await world.user({}, ['Seller', 'Technician']);
    const { keys } = newBrowserKeys();
    service.answerBy(() => {});
    const endpoint = `${endpointOf()}?${++endpoints}`;
    const { body } = await user.post(PATH, { endpoint, keys });
    const isLocalAllowed = !/machine|any more/.test(what);
    const sender = createPush({
      ...needs(),
      outgoing: createOutgoing({ isLocalAllowed, timeoutMs: 300 }),
    });
    const error = await errorOf(sender.channel.send(`${(body as { id: number }).id}`, anAlertMessage()));
    expect(error).toBeInstanceOf(OutgoingError);
    expect(error).toMatchObject({ failure: 'unreachable', message: 'no answer from the address' });
    expect(await listed(user)).toMatchObject([{ failure: 'unreachable' }]);
  });

  it.each([
    [[], 'HTTP 403'],
    [['Super Seller'], 'HTTP 403 wrong key'],
  ] as const)('shows roles %o of a refusal only: %s', async (roles, message) => {
    const user = await world.user({}, [...roles]);
    const { id } = await subscribe(user);
    service.answerWith(403, 'wrong key');
    expect(await errorOf(push.channel.send(id, anAlertMessage()))).toMatchObject({ message });
  });

  it('is retried when the push service is dead or slow', async () => {
    const user = await world.user({}, ['Super Seller']);
    const { id } = await subscribe(user);
    service.answerBy(() => {});
    expect(await errorOf(push.channel.send(id, anAlertMessage()))).toMatchObject({ failure: 'timeout' });
    await service.stop();
    expect(await errorOf(push.channel.send(id, anAlertMessage()))).toMatchObject({ failure: 'refused' });
    await service.start();
    service.accept();
    await push.channel.send(id, anAlertMessage());
    expect(await listed(user)).toMatchObject([{ failure: null }]);
  });
});
