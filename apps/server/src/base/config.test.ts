import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BadSettings, readConfig } from './config.ts';

function refusalOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof BadSettings) return error.sentences;
    throw error;
  }
  return [];
}

it('every setting is optional', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    DEMO: false,
    DEMO_BOARDS: 7,
    LOG_LEVEL: 'info',
    CONSOLE_FEATURES: [],
  });
});

it('an empty setting counts as not set', () =>
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).PORT).toBeUndefined());

it('settings are parsed', () => {
  expect(
    readConfig({
      PORT: '9000',
      DEMO: '1',
      CONSOLE_FEATURES: 'docs, statistics',
      PUBLIC_URL: 'https://pumps.example',
    }),
  ).toMatchObject({
    PORT: 9000,
    DEMO: true,
    CONSOLE_FEATURES: ['docs', 'statistics'],
    PUBLIC_URL: 'https://pumps.example',
  });
});

it('all bad settings are named at once, each with its rule', () => {
  expect(
    refusalOf({
      PORT: '70000',
      MQTT_PORT: 'x',
      DATABASE_URL: 'mysql://a',
      LOG_LEVEL: 'loud',
      DEMO: 'maybe',
      CONTACT_EMAIL: 'me',
    }),
  ).toEqual([
    'PORT is "70000", but must be a whole number from 1 to 65535.',
    'DATABASE_URL is not valid, but must be a postgres:// address.',
    'MQTT_PORT is "x", but must be a whole number from 1 to 65535.',
    'CONTACT_EMAIL is "me", but must be an e-mail address.',
    'DEMO is "maybe", but must be 1 or 0.',
    'LOG_LEVEL is "loud", but must be one of trace, debug, info, warn, error, fatal, silent.',
  ]);
});

it.each(['HOST', 'MQTT_HOST'])('the demo listens on loopback only (%s)', (name) => {
  expect(refusalOf({ DEMO: '1', [name]: '0.0.0.0' })).toHaveLength(1);
  expect(refusalOf({ [name]: '0.0.0.0' })).toEqual([]);
});

it('mails need an smtp address and a sender', () => {
  expect(readConfig({ SMTP_URL: 'smtps://me:secret@mail.example.com' }).MAIL_FROM).toBe(
    'no-reply@manoboard.local',
  );
  expect(refusalOf({ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'me' })).toHaveLength(2);
});

it('a secret may be in a file, which its setting with _FILE names; errors never quote the secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-config-'));
  const file = join(folder, 'smtp');
  await writeFile(file, 'smtps://me:secret@mail.example.com\n');
  expect(readConfig({ SMTP_URL_FILE: file }).SMTP_URL).toBe('smtps://me:secret@mail.example.com');
  expect(refusalOf({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://other' })).toEqual([
    'SMTP_URL and SMTP_URL_FILE are both set, but only one of them may be.',
  ]);
  const [missing = '', token = ''] = refusalOf({
    SMTP_URL_FILE: join(folder, 'none'),
    OPERATOR_TOKEN: 'short',
  });
  expect(missing).toMatch(/^SMTP_URL_FILE cannot be read: ENOENT/);
  expect(token).toBe('OPERATOR_TOKEN is not valid, but must be at least 16 characters long.');
  await rm(folder, { recursive: true });
});

it('TLS needs a certificate and its key, and a public address by https', () => {
  const pair = { TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' };
  expect(refusalOf(pair)).toEqual([]);
  expect(refusalOf({ TLS_CERT: 'cert.pem' })).toEqual([
    'TLS_KEY is not set, but TLS needs a certificate and its key.',
  ]);
  expect(refusalOf({ ...pair, PUBLIC_URL: 'http://pumps.example.com' })).toHaveLength(1);
  expect(refusalOf({ ...pair, PUBLIC_URL: 'http://pumps.example.com', HTTP_ALLOW_PLAIN: '1' })).toEqual([]);
});

it('a database and a bus on another machine need TLS, unless the network is private', () => {
  const env = {
    DATABASE_URL: 'postgres://me:secret@db.example.com/pumps',
    BUS_URL: 'nats://me:secret@bus.example.com',
  };
  const sentences = refusalOf(env);
  expect(sentences).toHaveLength(2);
  expect(sentences.join()).not.toContain('secret');
  expect(refusalOf({ ...env, PRIVATE_NETWORK: '1' })).toEqual([]);
});

it.each([
  ['nats://127.0.0.1:4222', {}, false],
  ['nats://me@127.0.0.1:4222', {}, false],
  ['nats://me:@127.0.0.1:4222', {}, false],
  ['tls://a.example.com:4222,b.example.com:4222', {}, false],
  ['nats://me:secret@127.0.0.1:4222', {}, true],
  ['tls://me:secret@a.example.com:4222,b.example.com:4222', {}, true],
  ['nats://127.0.0.1:4222', { BUS_CREDENTIALS: '/etc/manoboard/bus.creds' }, true],
])('a bus needs a login: %s with %o is accepted: %s', (BUS_URL, more, isAccepted) =>
  expect(refusalOf({ BUS_URL, ...more })).toEqual(
    isAccepted
      ? []
      : [expect.stringMatching(/^BUS_URL has no user and password: .* or set BUS_CREDENTIALS\.$/)],
  ),
);

it('ROLES names what this server does, and needs a bus to the servers that do the rest', () => {
  const BUS_URL = 'nats://me:secret@127.0.0.1:4222';
  expect(readConfig({}).ROLES).toEqual(['link', 'web', 'jobs']);
  expect(readConfig({ ROLES: 'web, jobs', BUS_URL }).ROLES).toEqual(['web', 'jobs']);
  expect(readConfig({ ROLES: 'jobs,web,link' }).ROLES).toHaveLength(3);
  expect(refusalOf({ ROLES: 'web,cook,boss', BUS_URL })).toEqual([
    'ROLES is "web,cook,boss", but must be link, web, jobs or several of them.',
  ]);
  expect(refusalOf({ ROLES: ',', BUS_URL })).toEqual([
    'ROLES is ",", but must be link, web, jobs or several of them.',
  ]);
  expect(refusalOf({ ROLES: 'web' })).toEqual([
    'ROLES is "web", but must be link,web,jobs without BUS_URL: no other server could do the rest.',
  ]);
});
