import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FactorAdded, NewTotp, PasskeyOptions } from '@manoboard/contract/account/factor';
import type { LoginStep } from '@manoboard/contract/account/login';
import type { WebhookWithSecret } from '@manoboard/contract/alert/webhook';
import type { Enrolment } from '@manoboard/contract/installation/enrolment';
import type { IntegrationWithPassword } from '@manoboard/contract/integration/integration';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Message } from '@manoboard/contract/mqtt/topics';
import type { ApiTokenWithSecret } from '@manoboard/contract/token/token';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aRegistration } from '@manoboard/testkit/factories';
import { connectIntegration } from '@manoboard/testkit/integration-client';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createBackup } from '../src/db/backup/dump.ts';
import { findLeaks, type KnownSecret, type Place } from './leaks.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { startWorld, TEST_SECRET_KEY, type World } from './world.ts';

/** Walks through every action that handles a secret. */
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let post: MailServer;
let folder: string;
const secrets: KnownSecret[] = [];
/** Tokens of mailed links are readable in their own mail, which is how they reach the person, and nowhere else. */
const MAIL = ['mails'];
/** The address of a webhook is shown to its user again, so a backup without a passphrase holds it (docs/security-inventory.md). */
const BACKUP = ['backup'];
const PUSH_AUTH = randomBytes(16).toString('base64url');

/** Remembers a secret that the product has made or received. */
function know(name: string, value: string | undefined, more: Partial<KnownSecret> = {}): string {
  if (!value) throw new Error(`there is no ${name}`);
  secrets.push({ name, value, allowedIn: [], bytes: Buffer.from(value), ...more });
  return value;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manoboard-leaks-'));
  post = await startMailServer();
  world = await startWorld({
    logLevel: 'trace',
    env: {
      SMTP_URL: post.url,
      AUDIT_FORWARD: join(folder, 'forwarded.jsonl'),
      WEBHOOK_LOCAL: '1',
    },
  });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
  await rm(folder, { recursive: true });
});

type Browser = ReturnType<World['browser']>;
const knowCookie = (browser: Browser) => know('session cookie', browser.cookie?.split('=')[1]);
const mailed = (email: string, pattern: RegExp) =>
  waitFor(
    () => {
      const texts = post.mails.filter(({ to }) => to.includes(email)).map(({ text, parts }) => text + parts);
      return pattern.exec(texts.reverse().join('\n'))?.[1];
    },
    { what: `${pattern} in a mail to ${email}` },
  );

/** Registration, confirmation, wrong and right logins, a forgotten and a changed password. */
async function walkAccount() {
  const person = aRegistration({ email: 'leaks@example.com', password: 'Zelena-Voda-4711' });
  know('password', person.password);
  const browser = world.browser();
  expect((await browser.post('/auth/register', person)).status).toBe(201);
  await browser.post('/auth/register', { ...person, email: know('password in a field', 'Omyl-V-Poli-2024') });
  await browser.post('/auth/register', `{"email": "x@example.com", "password": "${person.password}`);
  const confirm = know('confirmation token', await mailed(person.email, /#token=([\w-]{20,})/), {
    allowedIn: MAIL,
  });
  await browser.post('/auth/verify', { token: confirm });
  await browser.login(person.email, know('wrong password', 'Ziadna-Voda-4711'));
  await browser.login(know('password as a name', 'Heslo-Ako-Meno-1'), person.password);
  expect((await browser.login(person.email, person.password)).status).toBe(204);
  knowCookie(browser);
  await browser.get(`/users/me?token=${know('token in an address', 'token-in-an-address-of-a-page')}`);
  await browser.post('/auth/forgot-password', { email: person.email });
  const reset = await mailed(person.email, /recover-password#token=([\w-]{20,})/);
  const token = know('reset token', reset, { allowedIn: MAIL });
  const next = know('password after the reset', 'Modra-Voda-4712');
  await browser.post('/auth/reset-password', {
    token: know('wrong reset token', 'w'.repeat(43)),
    password: next,
  });
  await browser.post('/auth/reset-password', { token, password: next });
  await browser.login(person.email, next);
  knowCookie(browser);
  const changed = know('changed password', 'Cista-Voda-4713');
  await browser.post('/users/me/proof', { current_password: next });
  const answer = await browser.send('PATCH', '/users/me', { password: changed });
  expect(answer.status).toBe(200);
  knowCookie(browser);
  return { browser, email: person.email, password: changed };
}

/** An authenticator app, its codes, recovery codes, the steps of a login and a passkey that fails. */
async function walkFactors({ browser, email, password }: Awaited<ReturnType<typeof walkAccount>>) {
  await browser.post('/users/me/proof', { current_password: password });
  const totp = (await browser.post('/users/me/factors/totp', { name: 'Telefón' })).body as NewTotp;
  const bytes = Buffer.from(Secret.fromBase32(totp.secret).buffer);
  know('key of the authenticator app', totp.secret, { bytes });
  const code = know('code of the app', new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate());
  await browser.post(`/users/me/factors/${totp.id}/confirm`, { code: know('wrong code', '000000') });
  const { codes = [] } = (await browser.post(`/users/me/factors/${totp.id}/confirm`, { code }))
    .body as FactorAdded;
  expect(codes).toHaveLength(10);
  for (const recovery of codes ?? []) know('recovery code', recovery);
  knowCookie(browser);
  const second = world.browser();
  const step = (await second.login(email, password)).body as LoginStep;
  know('step of a login', step.token);
  await second.post('/auth/factor', { token: step.token, code: '000000' });
  const trusted = { recovery_code: codes?.[0], trust_browser: true };
  const isIn = await second.post('/auth/factor', { token: step.token, ...trusted });
  expect(isIn.status).toBe(204);
  for (const [name, value] of second.cookies) know(`cookie ${name}`, value);
  const options = (await second.send('POST', '/auth/passkey/options')).body as PasskeyOptions;
  const token = know('challenge of a passkey', options.challenge);
  const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
  const passkey = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {}, response };
  const refused = await second.post('/auth/passkey', { token, passkey, remember: false });
  expect(refused.status).toBe(400);
  return second;
}

/** Tokens, webhooks with a token in their address, push, and a program on the broker. */
async function walkPrograms() {
  const owner = await world.user({ password: know('password of an owner', 'Hlboka-Studna-88') });
  knowCookie(owner);
  const device = await world.enrol(owner.id);
  know('secret of a board', device.secret);
  const token = (await owner.post('/users/me/tokens', { name: 'Skript', days: 30, switch_devices: [] }))
    .body as ApiTokenWithSecret;
  const bearer = { authorization: `Bearer ${know('API token', token.secret)}` };
  expect((await world.browser().get('/users-devices/get-devices', bearer)).status).toBe(200);
  const wrong = know('wrong API token', `mnb_${'q'.repeat(43)}`);
  await world.browser().get('/users-devices/get-devices', { authorization: `Bearer ${wrong}` });
  const inAddress = know('token in the address of a webhook', 'hook-token-of-the-receiver-42', {
    allowedIn: BACKUP,
  });
  const url = `http://127.0.0.1:9/pump?token=${inAddress}`;
  const hook = (await owner.post('/webhooks', { scope: 'user', name: 'ntfy', url }))
    .body as WebhookWithSecret;
  const key = hook.secret?.replace('whsec_', '') ?? '';
  know('secret of a webhook', key, { bytes: Buffer.from(key, 'base64') });
  await owner.post('/users/me/push-subscriptions', {
    endpoint: 'http://127.0.0.1:9/push',
    keys: {
      p256dh: 'B'.repeat(87),
      auth: know('key of a push subscription', PUSH_AUTH, { bytes: Buffer.from(PUSH_AUTH, 'base64url') }),
    },
  });
  const program = (await owner.post('/integrations', { name: 'Home Assistant' }))
    .body as IntegrationWithPassword;
  const { mqttUrl } = world.server;
  const { username } = program;
  const password = know('password of a program', program.password);
  await (await connectIntegration({ url: mqttUrl, username, password })).leave();
  const guess = know('wrong password of a program', 'a-guess-of-the-program-password');
  await connectIntegration({ url: mqttUrl, username, password: guess }).catch(() => {});
}

/** A board that is enrolled in the console, logs in, gets a new secret, and is added by its label. */
async function walkBoards() {
  const boss = await world.user({}, ['Super Seller']);
  knowCookie(boss);
  const board = (await boss.post('/enrolments', { id_dev: null, is_replacing: false })).body as Enrolment;
  const { id_dev: deviceId, claim_code } = board;
  know('secret of an enrolled board', board.secret);
  know('claim code', claim_code);
  const { mqttUrl: url } = world.server;
  const guess = know('wrong secret of a board', 'a-guess-of-the-secret-of-a-board');
  await connectBoard({ url, deviceId, secret: guess }).catch(() => {});
  const client = await connectBoard({ url, deviceId, secret: board.secret });
  const received: Message<'secret'>[] = [];
  client.client.on('message', (_path, payload) => {
    const decoded = decodeMessage('secret', payload);
    if (decoded.ok) received.push(decoded.message);
  });
  await client.listenToAll();
  await client.publishInfo({ cap: ['secret'] });
  await client.publishStatus();
  expect((await boss.post('/enrolments/renewals', { id_dev: deviceId })).status).toBe(202);
  const { id, secret } = await waitFor(() => received[0]);
  know('new secret of a board', secret);
  await client.publish('secret/ack', { v: 1, id, st: 'stored' });
  const renewed = await connectBoard({ url, deviceId, secret });
  await renewed.publishStatus();
  const body = { id_dev: deviceId, alias: 'Studňa' };
  await boss.post('/users-devices/add-device', { ...body, password: know('wrong label', 'AAAA-BBBB-CCCC') });
  expect((await boss.post('/users-devices/add-device', { ...body, password: claim_code })).status).toBe(201);
  await renewed.leave();
  return boss;
}

/** Secrets of the installation itself. */
async function knowKeys() {
  know('key of the secrets in the database', TEST_SECRET_KEY);
  know('code of the first run', world.server.setup?.code);
  const dir = join(world.dataDir, 'secrets');
  for (const name of await readdir(dir))
    know(`file secrets/${name}`, (await readFile(join(dir, name), 'utf8')).trim());
  if (typeof world.connection.password === 'string' && world.connection.password !== '')
    know('password of the database', world.connection.password);
}

async function readPlaces(boss: Browser): Promise<Place[]> {
  await world.server.storeSecurityLog();
  const file = join(folder, 'backup.tar.gz');
  await createBackup({
    connection: world.connection,
    dataDir: world.dataDir,
    secretKey: TEST_SECRET_KEY,
    passphrase: undefined,
    file,
    atMs: Date.now(),
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  const audit = await world.db.selectFrom('audit').select('entry').execute();
  const last = audit.length;
  const forwarded = await waitFor(
    async () => {
      const text = await readFile(join(folder, 'forwarded.jsonl'), 'utf8');
      return text.trim().split('\n').length >= last - 1 && text;
    },
    { what: 'the forwarded rows' },
  );
  const csv = await boss.get('/installation/security-events.csv?zone=Europe/Bratislava');
  return [
    { name: 'log', text: world.warnings.join('') },
    { name: 'mails', text: post.mails.map(({ headers, text, parts }) => headers + text + parts).join('\n') },
    { name: 'audit log', text: audit.map(({ entry }) => entry).join('\n') },
    { name: 'forwarded audit log', text: forwarded },
    { name: 'security log', text: `${csv.body}` },
    { name: 'figures', text: await (await fetch(`${world.server.url}/metrics`)).text() },
    { name: 'backup', text: gunzipSync(await readFile(file)).toString('latin1') },
  ];
}

it('no password, token, code, cookie or key is in a log, a mail, the figures or a backup', async () => {
  const account = await walkAccount();
  await walkFactors(account);
  await walkPrograms();
  const boss = await walkBoards();
  const places = await readPlaces(boss);
  // After the backup, which makes its key.
  await knowKeys();
  for (const { name, text } of places) expect(text.length, `the ${name} is empty`).toBeGreaterThan(100);
  expect(secrets.length).toBeGreaterThan(40);
  expect(findLeaks(secrets, places)).toEqual([]);
  // The search can fail: each secret is found in each place where it is planted, in each of its forms.
  const planted = secrets.find(({ name }) => name === 'API token');
  if (!planted) throw new Error('there is no API token');
  const { value } = planted;
  const forms = [value, Buffer.from(value).toString('hex'), Buffer.from(value).toString('base64')];
  for (const form of forms)
    expect(
      findLeaks(
        secrets,
        places.map((place) => ({ ...place, text: place.text + form })),
      ),
    ).toEqual(places.map(({ name }) => `the API token is in the ${name}`));
});
