import { getHeapStatistics } from 'node:v8';
import type { FirstRun, Installation } from '@manoboard/contract/installation/installation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { mailFailureOf } from '../../mail/mailer.ts';

let world: World;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  world = await startWorld({
    env: {
      SMTP_URL: mailServer.url,
      MQTT_PUBLIC_URL: 'mqtts://pumps.example.com:8883',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
afterAll(async () => {
  await world.stop();
  await mailServer.stop();
});

const superSeller = (locale?: 'gb') => world.user(locale ? { locale } : {}, ['Super Seller']);
const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

describe('the installation', () => {
  it('is shown with addresses, mail, database, disk and broker', async () => {
    const boss = await superSeller();
    const { status, body } = await boss.get('/installation', FORWARDED);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      address: {
        public_url: null,
        links_url: world.server.url,
        host: new URL(world.server.url).host,
        is_forwarded: true,
        is_proxy_trusted: true,
        has_tls: false,
      },
      mail: { server: new URL(mailServer.url).host, folder: null, from: 'no-reply@manoboard.local' },
      database: { is_embedded: true, version: expect.stringMatching(/^\d+/), size_bytes: expect.any(Number) },
      disk: { space: 'ok', free_bytes: world.disk.freeBytes, retention_days: 30 },
      memory: {
        used_bytes: expect.any(Number),
        heap_limit_bytes: getHeapStatistics().heap_size_limit,
        heap_growth_percent: expect.any(Number),
      },
      broker: {
        public_url: 'mqtts://pumps.example.com:8883',
        url: world.server.mqttUrl,
        fingerprint: null,
        is_up: true,
      },
      backup: { every_hours: null, last: null, failure: null, copy: null, check: null, is_healthy: true },
    });
  });

  it('names a proxy that does not forward the client, and one that is not trusted', async () => {
    const boss = await superSeller();
    const address = async (headers = {}) =>
      ((await boss.get('/installation', headers)).body as Installation).address;
    expect(await address()).toMatchObject({ is_forwarded: false, is_proxy_trusted: false });
    const direct = await startWorld();
    const other = await direct.user({}, ['Super Seller']);
    const { body } = await other.get('/installation', FORWARDED);
    expect(body).toMatchObject({
      address: {
        public_url: null,
        links_url: direct.server.url,
        is_forwarded: true,
        is_proxy_trusted: false,
      },
      mail: { server: null, folder: 'mail' },
      broker: { public_url: null, url: direct.server.mqttUrl },
    });
    expect((await other.post('/installation/test-mail', undefined)).body).toMatchObject({ failure: null });
    await direct.stop();
  });
});

describe('a test mail', () => {
  it('goes to the Super Seller in their language, with the address of the console', async () => {
    const boss = await superSeller('gb');
    expect((await boss.post('/installation/test-mail', undefined)).body).toEqual({
      to: boss.email,
      failure: null,
      detail: null,
    });
    const [mail] = await mailServer.mailsTo(boss.email);
    expect(mail?.headers).toContain('Subject: Test mail from MaNoBoard');
    expect(mail?.text).toContain(world.server.url);
  });

  it('that the mail server rejects returns the reason and its answer', async () => {
    const boss = await superSeller();
    mailServer.state.refuse = true;
    const { status, body } = await boss.post('/installation/test-mail', undefined);
    mailServer.state.refuse = false;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      failure: 'rejected',
      detail: expect.stringContaining('mailbox unavailable'),
    });
  });

  it('is limited to five an hour on all servers together', async () => {
    const boss = await superSeller();
    const send = async () => (await boss.post('/installation/test-mail', undefined)).status;
    for (let i = 0; i < 5; i++) expect(await send()).toBe(200);
    expect(await send()).toBe(429);
    const second = await world.startSecond();
    expect((await second.browser(boss).post('/installation/test-mail', undefined)).status).toBe(429);
    await second.stop();
  });
});

describe('the checklist of the first run', () => {
  const read = async (boss: Awaited<ReturnType<typeof superSeller>>) =>
    (await boss.get('/installation/first-run')).body as FirstRun;
  const tokenOf = (text: string | undefined) => /installation#mail-([\w-]+)/.exec(text ?? '')?.[1] ?? '';

  it('has a test mail when the link of the newest one was opened, by any Super Seller', async () => {
    const [boss, other] = [await superSeller(), await superSeller()];
    await boss.post('/installation/test-mail', undefined);
    await other.post('/installation/test-mail', undefined);
    const [older] = await mailServer.mailsTo(boss.email);
    const [newer] = await mailServer.mailsTo(other.email);
    const open = (token: string) => boss.post('/installation/test-mail/opened', { token });
    expect(await open(tokenOf(older?.text))).toMatchObject({
      status: 400,
      body: { detail: 'VERIFY_USER_BAD_TOKEN' },
    });
    expect((await read(boss)).mail).toMatchObject({ sent: { to: other.email }, opened_at: null });
    expect((await open(tokenOf(newer?.text))).status).toBe(204);
    expect((await read(other)).mail.opened_at).not.toBe(null);
  });

  it('counts a board when it has reported, and is dismissed for all Super Sellers', async () => {
    const boss = await superSeller();
    const before = await read(boss);
    const { id } = await world.enrol();
    expect(await read(boss)).toMatchObject({
      is_shown: true,
      boards: { enrolled: before.boards.enrolled + 1, reported: before.boards.reported },
    });
    await world.db.updateTable('device').set({ version: '1.0.0' }).where('id', '=', id).execute();
    expect((await read(boss)).boards.reported).toBe(before.boards.reported + 1);
    expect((await boss.post('/installation/first-run/dismiss', undefined)).status).toBe(204);
    expect((await read(await superSeller())).is_shown).toBe(false);
    const seller = await world.user({}, ['Seller']);
    expect((await seller.get('/installation/first-run')).status).toBe(403);
    expect((await seller.post('/installation/first-run/dismiss', undefined)).status).toBe(403);
  });
});

it.each([
  ['refused', { code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:25' }],
  ['unknown_host', { code: 'EDNS', message: 'getaddrinfo ENOTFOUND mail.example.com' }],
  ['timeout', { code: 'ETIMEDOUT', message: 'Greeting never received' }],
  ['login', { code: 'EAUTH', message: 'Invalid login', response: '535 5.7.8 Bad credentials' }],
  ['tls', { code: 'ESOCKET', message: 'self-signed certificate' }],
  ['rejected', { code: 'EENVELOPE', message: "Can't send mail" }],
  ['other', { code: 'EACCES', message: 'permission denied' }],
])('a mail error is named %s', (failure, error) => expect(mailFailureOf(error).failure).toBe(failure));

it('the text of a mail error is the answer of the server in one line', () =>
  expect(mailFailureOf({ message: 'x', response: '535 one\r\n535 two' }).detail).toBe('535 one 535 two'));
