import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactorAdded, NewTotp } from '@manoboard/contract/account/factor';
import type { LoginStep } from '@manoboard/contract/account/login';
import type { WebhookWithSecret } from '@manoboard/contract/alert/webhook';
import { startProgram } from '@manoboard/testkit/program';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorld, type World } from './world.ts';

/** Starts servers and programs. */
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let user: Awaited<ReturnType<World['user']>>;
let clockMs = Date.now();
const plain = { totp: Buffer.alloc(0), webhook: Buffer.alloc(0) };
beforeAll(async () => {
  world = await startWorld({ now: () => clockMs, env: { WEBHOOK_LOCAL: '1' } });
  user = await world.user();
  await world.enrol(user.id);
});
afterAll(() => world.stop());

/** The first bytes of an encrypted value. */
const isSealed = (stored: Buffer) => stored.subarray(0, 4).toString() === 'mnb1';

const codeOf = (secret: Buffer) =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).generate({
    timestamp: clockMs,
  });
const stored = async () => ({
  totps: (await world.db.selectFrom('second_factor').select('secret').execute()).map(({ secret }) => secret),
  webhooks: (await world.db.selectFrom('webhook').select('secret').execute()).map(({ secret }) => secret),
  auths: (await world.db.selectFrom('push_subscription').select('auth').execute()).map(({ auth }) => auth),
  push: (await world.db.selectFrom('push_key').select(['public_key', 'private_key']).execute())[0],
});

it('secrets are encrypted in the database, and still work after a restart', async () => {
  const totp = (await user.post('/users/me/factors/totp', { name: 'Telefón' })).body as NewTotp;
  plain.totp = Buffer.from(Secret.fromBase32(totp.secret).bytes);
  const added = await user.post(`/users/me/factors/${totp.id}/confirm`, { code: codeOf(plain.totp) });
  expect((added.body as FactorAdded).codes).toHaveLength(10);
  const hook = { scope: 'user', name: 'ntfy', url: 'http://127.0.0.1:9/pump' };
  const { secret } = (await user.post('/webhooks', hook)).body as WebhookWithSecret;
  plain.webhook = Buffer.from(secret?.replace('whsec_', '') ?? '', 'base64');
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  const browserAdded = await user.post('/users/me/push-subscriptions', {
    endpoint: 'http://127.0.0.1:9/push',
    keys,
  });
  expect(browserAdded.status).toBe(201);
  await world.restart();
  const { totps, webhooks, push, auths } = await stored();
  for (const auth of auths) expect(isSealed(Buffer.from(auth, 'base64url'))).toBe(true);
  expect(auths).toHaveLength(1);
  for (const sealed of [...totps, ...webhooks]) expect(sealed && isSealed(sealed)).toBe(true);
  expect(totps[0]?.includes(plain.totp)).toBe(false);
  expect(webhooks[0]?.includes(plain.webhook)).toBe(false);
  expect(isSealed(Buffer.from(push?.private_key ?? '', 'base64url'))).toBe(true);
  clockMs += 30_000;
  const browser = world.browser();
  const { token } = (await browser.login(user.email, user.password)).body as LoginStep;
  expect((await browser.post('/auth/factor', { token, code: codeOf(plain.totp) })).status).toBe(204);
  expect((await browser.get('/push/key')).body).toEqual({ public_key: push?.public_key });
});

it('another key is refused at the start; after npm run cli -- secrets forget a server starts with it, without what only the lost key reads', async () => {
  const before = await stored();
  world.env.SECRET_KEY = 'the-key-of-a-server-that-lost-its-own';
  await expect(world.restart()).rejects.toThrow(/encrypted with another key/);
  const { user: name, password, host, port, database } = world.connection;
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-forget-'));
  const run = (...args: string[]) =>
    startProgram('apps/server/src/cli/secrets.ts', args, {
      DATABASE_URL: `postgres://${name}:${password}@${host}:${port}/${database}`,
      DATA_DIR: folder,
    }).exitCode();
  expect(await run('remember')).toBe(1);
  expect((await stored()).totps).toEqual(before.totps);
  expect(await run('forget')).toBe(0);
  await rm(folder, { recursive: true });
  await world.restart();
  const { totps, webhooks, push } = await stored();
  expect(totps).toEqual([]);
  expect(push?.public_key).not.toBe(before.push?.public_key);
  expect(webhooks).toHaveLength(1);
  expect(webhooks[0]).not.toEqual(before.webhooks[0]);
  expect(webhooks[0] && isSealed(webhooks[0])).toBe(true);
  const browser = world.browser();
  expect((await browser.login(user.email, user.password)).status).toBe(204);
});
