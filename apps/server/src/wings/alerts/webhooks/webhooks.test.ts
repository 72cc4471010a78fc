import { createHmac, timingSafeEqual } from 'node:crypto';
import { type WebhookCall, WebhookMessage, type WebhookWithSecret } from '@manoboard/contract/alert/webhook';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anAlertMessage } from '../../../../test/alert-message.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../../../test/http-receiver.ts';
import { startWorld, TEST_SECRET_KEY, type World } from '../../../../test/world.ts';
import { createSecretBox } from '../../../base/secret-box.ts';
import { createOutgoing, OutgoingError } from '../../../net/outgoing-http.ts';
import { UndeliverableError } from '../alert-channel.ts';
import { createWebhooks, type Webhooks } from './webhooks.service.ts';

const notifyAccess = async () => {};
const secrets = createSecretBox(TEST_SECRET_KEY);
let world: World;
let receiver: Receiver;
let webhooks: Webhooks;
beforeAll(async () => {
  world = await startWorld({ env: { WEBHOOK_LOCAL: '1' } });
  receiver = await startReceiver();
  const outgoing = createOutgoing({ isLocalAllowed: true, timeoutMs: 1000 });
  webhooks = createWebhooks({ db: world.db, outgoing, now: Date.now, secrets, notifyAccess });
});
beforeEach(() => {
  receiver.accept();
  receiver.requests.length = 0;
});
afterAll(async () => {
  await receiver.stop();
  await world.stop();
});

type Browser = Awaited<ReturnType<World['user']>>;
async function add(user: Browser, change: object = {}) {
  const body = { scope: 'user', name: 'ntfy', url: `${receiver.url}/pump`, ...change };
  const answer = await user.post('/webhooks', body);
  expect(answer.status).toBe(201);
  return answer.body as WebhookWithSecret;
}
const list = async (user: Browser) => (await user.get('/webhooks')).body as WebhookWithSecret[];
const calls = async (user: Browser, id: number) =>
  (await user.get(`/webhooks/${id}/calls`)).body as WebhookCall[];
const send = (id: number, change = {}) => webhooks.channel.send(`${id}`, anAlertMessage(change));
const errorOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The check of a receiver, written from docs/guide/integrations.md. */
function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  const given = Buffer.from(String(headers['webhook-signature']));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

describe('webhooks of a user', () => {
  it('are added, changed and removed; the secret is in the answer to its creation only', async () => {
    const user = await world.user();
    const { secret, ...added } = await add(user);
    expect(Buffer.from(secret?.replace('whsec_', '') ?? '', 'base64')).toHaveLength(32);
    expect(await list(user)).toEqual([added]);
    const changed = await user.send('PATCH', `/webhooks/${added.id}`, { name: 'Domov' });
    expect(changed.body).toEqual({ ...added, name: 'Domov', secret: null });
    const renewed = await user.send('PATCH', `/webhooks/${added.id}`, { renew_secret: true });
    expect((renewed.body as WebhookWithSecret).secret).not.toBe(secret);
    expect((await user.send('DELETE', `/webhooks/${added.id}`)).status).toBe(204);
    expect(await list(user)).toEqual([]);
  });

  it('are invisible to other users, a Super Seller too', async () => {
    const { id } = await add(await world.user());
    const boss = await world.user({}, ['Super Seller']);
    const answers = [
      await boss.send('PATCH', `/webhooks/${id}`, { name: 'x' }),
      await boss.get(`/webhooks/${id}/calls`),
      await boss.send('DELETE', `/webhooks/${id}`),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { detail: 'CHANNEL_NOT_FOUND' }]);
    expect((await list(boss)).map((webhook) => webhook.id)).not.toContain(id);
  });

  it.each(['https://169.254.169.254/', 'http://8.8.8.8/', 'https://user:pass@example.com/'])(
    'refuse the address %s',
    async (url) => {
      const user = await world.user();
      const refusal = [422, { detail: 'CHANNEL_ADDRESS_REFUSED' }];
      const { status, body } = await user.post('/webhooks', { scope: 'user', name: 'x', url });
      expect([status, body]).toEqual(refusal);
      const { id } = await add(user);
      const changed = await user.send('PATCH', `/webhooks/${id}`, { url });
      expect([changed.status, changed.body]).toEqual(refusal);
    },
  );

  it('are at most 20', async () => {
    const user = await world.user();
    for (let i = 0; i < 20; i++) await add(user);
    const body = { scope: 'user', name: 'x', url: receiver.url };
    expect((await user.post('/webhooks', body)).body).toEqual({ detail: 'TOO_MANY_CHANNELS' });
  });

  it('are deleted with the account', async () => {
    const user = await world.user();
    const { id } = await add(user);
    await user.send('POST', '/users/me/delete');
    expect(await errorOf(send(id))).toBeInstanceOf(UndeliverableError);
  });
});

describe('webhooks of the installation', () => {
  it('are of Super Sellers, and each change is in the log with the host only', async () => {
    const [boss, colleague] = [
      await world.user({}, ['Super Seller']),
      await world.user({}, ['Super Seller']),
    ];
    const { id } = await add(boss, { scope: 'installation', url: `${receiver.url}/token-123` });
    expect((await list(colleague)).map((webhook) => webhook.id)).toContain(id);
    expect(await webhooks.channel.targetsOf(world.db, null)).toContainEqual({ id: `${id}`, label: 'ntfy' });
    expect((await colleague.send('DELETE', `/webhooks/${id}`)).status).toBe(204);
    const log = await world.db.selectFrom('audit').select('entry').orderBy('seq', 'desc').limit(2).execute();
    const texts = log.map(({ entry }) => String(entry));
    expect(texts.map((text) => JSON.parse(text).webhook.action)).toEqual(['removed', 'added']);
    expect(texts.join()).not.toContain('token-123');
  });

  it.each([[[]], [['Technician']], [['Seller']]] as const)('are refused to roles %j', async (roles) => {
    const user = await world.user({}, [...roles]);
    const body = { scope: 'installation', name: 'x', url: receiver.url };
    expect((await user.post('/webhooks', body)).body).toEqual({ detail: 'FORBIDDEN' });
  });
});

describe('a message', () => {
  it('is JSON of version 1 with a signature that a receiver can check', async () => {
    const user = await world.user();
    const { id, secret } = await add(user);
    await send(id);
    const [request] = receiver.requests;
    if (!request || !secret) throw new Error('no request');
    expect(isSigned(request, secret)).toBe(true);
    expect(isSigned({ ...request, body: Buffer.from('{}') }, secret)).toBe(false);
    expect(isSigned(request, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'MaNoBoard' });
    expect(z.parse(WebhookMessage, JSON.parse(request.body.toString()))).toEqual({
      version: 1,
      id: 'delivery-5@pumps.example',
      type: 'alert.raised',
      locale: 'sk',
      alert: {
        id: 42,
        change: 'raised',
        kind: 'dry_run',
        severity: 'alarm',
        title: 'Chod nasucho',
        text: 'Čerpadlo beží bez vody.',
        next_step: 'Skontrolujte hladinu v studni.',
        url: 'https://pumps.example/admin/alerts/42',
        raised_at: 1_790_000_000,
        cleared_at: null,
        device: { id: 'MNB-T0001', name: 'Studňa' },
      },
      items: [],
    });
    expect(await list(user)).toMatchObject([{ last_call: { status: 201, failure: null, answer: 'ok' } }]);
  });

  it('that is sent again has the same ID and the same bytes', async () => {
    const { id } = await add(await world.user());
    await send(id);
    await send(id);
    const [first, second] = receiver.requests;
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('of a test and of an alert of the installation has its own type and no device', async () => {
    const { id } = await add(await world.user());
    await send(id, { isTest: true, alertId: null, deviceId: null, deviceName: null });
    expect(JSON.parse(String(receiver.requests[0]?.body))).toMatchObject({
      type: 'test',
      alert: { id: null, device: null },
    });
  });

  it.each([
    [302, 'redirect', UndeliverableError],
    [400, 'status', UndeliverableError],
    [404, 'status', UndeliverableError],
    [410, 'status', UndeliverableError],
    [408, 'status', OutgoingError],
    [429, 'status', OutgoingError],
    [500, 'status', OutgoingError],
    [503, 'status', OutgoingError],
  ])('that is answered with %d is a failure (%s), reported as %o', async (status, failure, kind) => {
    const user = await world.user();
    const { id } = await add(user);
    receiver.answerWith(status, 'not now');
    expect(await errorOf(send(id))).toBeInstanceOf(kind);
    expect(await calls(user, id)).toMatchObject([{ status, failure, answer: 'not now' }]);
    expect(await list(user)).toHaveLength(1);
  });

  it('is retried when the receiver is dead or slow, and the log keeps at most 200 characters of an answer', async () => {
    const user = await world.user({}, ['Super Seller']);
    const { id } = await add(user);
    receiver.answerBy(() => {});
    expect(await errorOf(send(id))).toBeInstanceOf(OutgoingError);
    await receiver.stop();
    expect(await errorOf(send(id))).toBeInstanceOf(OutgoingError);
    await receiver.start();
    receiver.answerWith(200, 'x'.repeat(1_000_000));
    await send(id);
    expect(await calls(user, id)).toMatchObject([
      { status: 200, failure: null, answer: 'x'.repeat(200) },
      { status: null, failure: 'refused' },
      { status: null, failure: 'timeout' },
    ]);
  });

  it.each([
    ['a name that does not exist', 'http://nobody.invalid/'],
    ['a port that is closed', 'http://127.0.0.1:1/'],
    ['a receiver that does not answer', 'silent'],
    ['a service without TLS', 'tls'],
    ['an address that is not allowed any more', 'forbidden'],
  ])('to %s fails with the same reason for a user without the installation', async (_case, target) => {
    const user = await world.user({}, ['Seller', 'Technician']);
    receiver.answerBy(() => {});
    const url = { silent: receiver.url, tls: receiver.url.replace('http:', 'https:') }[target] ?? target;
    const { id } = await add(user, { url: target === 'forbidden' ? receiver.url : url });
    const outgoing = createOutgoing({ isLocalAllowed: target !== 'forbidden', timeoutMs: 1000 });
    const sender = createWebhooks({ db: world.db, outgoing, now: Date.now, secrets, notifyAccess });
    const error = await errorOf(sender.channel.send(`${id}`, anAlertMessage()));
    expect(error).toBeInstanceOf(OutgoingError);
    expect(error).toMatchObject({ failure: 'unreachable', message: 'no answer from the address' });
    const failed = { status: null, failure: 'unreachable', answer: 'no answer from the address' };
    expect(await calls(user, id)).toMatchObject([failed]);
    expect(await list(user)).toMatchObject([{ last_call: failed }]);
  });

  it('to an address that is not allowed any more is not sent', async () => {
    const user = await world.user({}, ['Super Seller']);
    const { id } = await add(user);
    const outgoing = createOutgoing({ isLocalAllowed: false });
    const strict = createWebhooks({ db: world.db, outgoing, now: Date.now, secrets, notifyAccess });
    expect(await errorOf(strict.channel.send(`${id}`, anAlertMessage()))).toBeInstanceOf(UndeliverableError);
    expect(receiver.requests).toEqual([]);
    expect(await calls(user, id)).toMatchObject([{ failure: 'address' }]);
  });

  it('leaves the newest 50 calls in the log', async () => {
    const user = await world.user();
    const { id } = await add(user);
    const old = { webhook_id: id, at: new Date(0), is_test: false, status: 200, duration_ms: 1 };
    await world.db
      .insertInto('webhook_call')
      .values(Array.from({ length: 60 }, () => ({ ...old, failure: null, answer: null })))
      .execute();
    await send(id);
    const log = await calls(user, id);
    expect([log.length, log[0]?.status]).toEqual([50, 201]);
    const { n } = await world.db
      .selectFrom('webhook_call')
      .where('webhook_id', '=', id)
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe('50');
  });
});
