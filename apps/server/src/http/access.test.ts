import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWebServer } from '../../test/web-server.ts';
import { hostNameOf } from './hosts.ts';
import { route } from './route.ts';

type Change = Parameters<typeof createWebServer>[0];

const write = {
  method: 'POST',
  path: '/x',
  who: 'anyone',
  summary: '',
  answers: { 200: z.object({}) },
} as const;
const PUBLIC_URL = 'https://pumps.example.com';
const TOKEN = 'a token of the operator';

const openWebServer = (change: Change) =>
  createWebServer({ routes: (api) => route(api, write, async () => ({})), ...change });

async function statusOf(change: Change, headers: Record<string, string>, url = '/api/x') {
  const app = await openWebServer(change);
  const { statusCode } = await app.inject({ method: url === '/api/x' ? 'POST' : 'GET', url, headers });
  await app.close();
  return statusCode;
}

it.each([
  ['localhost:8080', 'localhost'],
  ['LOCALHOST.', 'localhost'],
  ['[::1]:8080', '::1'],
  ['127.0.0.1', '127.0.0.1'],
  ['user@evil.example', undefined],
  ['evil.example/x', undefined],
  ['a:b:c', undefined],
  ['', undefined],
])('the host header %j has the name %j', (header, name) => expect(hostNameOf(header)).toBe(name));

describe('a host name', () => {
  it.each([
    ['localhost', 'localhost:8080', {}],
    ['an IPv4 address', '192.168.1.5:9000', {}],
    ['an IPv6 address', '[2001:db8::5]:9000', {}],
    ['the name of the machine', `${hostname()}:8080`, {}],
    ['the name of PUBLIC_URL', 'pumps.example.com', { publicUrl: PUBLIC_URL }],
    ['a name of ALLOWED_HOSTS', 'Pumps:8080', { allowedHosts: ['pumps'] }],
  ])('that is %s is answered', async (_case, host, change) =>
    expect(await statusOf(change, { host })).toBe(200),
  );

  it.each([
    ['a foreign name that resolves to us', { host: 'evil.example' }, {}],
    ['a foreign name beside PUBLIC_URL', { host: 'evil.example' }, { publicUrl: PUBLIC_URL }],
    ['a name that begins like ours', { host: 'pumps.example.com.evil.example' }, { publicUrl: PUBLIC_URL }],
    [
      'a foreign name that a trusted proxy passes on',
      { host: 'localhost', 'x-forwarded-host': 'evil.example' },
      { trustedProxies: '127.0.0.1' },
    ],
  ])('that is %s is refused with 421, also for reads', async (_case, headers, change) => {
    expect(await statusOf(change, headers)).toBe(421);
    expect(await statusOf(change, headers, '/api/docs')).toBe(421);
  });

  it('is not checked for probes', async () =>
    expect(await statusOf({}, { host: 'server.default.svc' }, '/healthz')).toBe(200));
});

describe('a write', () => {
  const behindProxy = { trustedProxies: '127.0.0.1' };
  const forwarded = { host: 'localhost', 'x-forwarded-host': '198.51.100.7', 'x-forwarded-proto': 'https' };

  it.each([
    ['the listening address', {}, { host: 'localhost:8080', origin: 'http://localhost:8080' }],
    [
      'PUBLIC_URL, whatever host name the proxy sends',
      { publicUrl: PUBLIC_URL },
      { host: '127.0.0.1:8080', origin: PUBLIC_URL },
    ],
    [
      'the address that a trusted proxy passes on',
      behindProxy,
      { ...forwarded, origin: 'https://198.51.100.7' },
    ],
    ['a program without an origin', {}, { host: 'localhost:8080' }],
  ])('from %s is accepted', async (_case, change, headers) =>
    expect(await statusOf(change, headers)).toBe(200),
  );

  it.each([
    ['another scheme', {}, { host: 'localhost:8080', origin: 'https://localhost:8080' }],
    [
      'http beside an https PUBLIC_URL',
      { publicUrl: PUBLIC_URL },
      { host: 'localhost', origin: 'http://pumps.example.com' },
    ],
    ['another port', {}, { host: 'localhost:8080', origin: 'http://localhost:8081' }],
    ['another name of this machine', {}, { host: 'localhost:8080', origin: 'http://127.0.0.1:8080' }],
    ['a hidden origin', {}, { host: 'localhost:8080', origin: 'null' }],
    ['a scheme that an untrusted client claims', {}, { ...forwarded, origin: 'https://198.51.100.7' }],
  ])('from %s is refused', async (_case, change, headers) =>
    expect(await statusOf(change, headers)).toBe(403),
  );
});

describe('metrics and the API description', () => {
  const paths = ['/metrics', '/api/docs', '/api/openapi.json', '/api/docs/start.js'];
  async function statuses(change: Change, headers: Record<string, string>, remoteAddress: string) {
    const app = await openWebServer(change);
    const answers = [];
    for (const url of paths) answers.push(await app.inject({ url, headers, remoteAddress }));
    await app.close();
    return [...new Set(answers.map(({ statusCode }) => statusCode))];
  }

  const host = 'localhost:8080';
  it.each([
    ['this machine', {}, { host }, '127.0.0.1'],
    ['this machine by IPv6', {}, { host: '[::1]:8080' }, '::1'],
    [
      'this machine beside a known proxy',
      { publicUrl: PUBLIC_URL, trustedProxies: '10.0.0.2' },
      { host },
      '127.0.0.1',
    ],
    ['anywhere in the demo', { areOperatorPagesOpen: true }, { host }, '198.51.100.7'],
    [
      'anywhere with the token',
      { operatorToken: TOKEN },
      { host, authorization: `Bearer ${TOKEN}` },
      '198.51.100.7',
    ],
  ])('are open to %s', async (_case, change, headers, address) =>
    expect(await statuses(change, headers, address)).toEqual([200]),
  );

  it.each([
    ['a stranger', {}, { host }, '198.51.100.7'],
    [
      'a stranger behind a proxy on this machine',
      {},
      { host, 'x-forwarded-for': '198.51.100.7' },
      '127.0.0.1',
    ],
    ['an unknown proxy on this machine', { publicUrl: PUBLIC_URL }, { host }, '127.0.0.1'],
    ['a wrong token', { operatorToken: TOKEN }, { host, authorization: 'Bearer x' }, '198.51.100.7'],
    ['an empty token when none is set', {}, { host, authorization: 'Bearer ' }, '198.51.100.7'],
    ['a token without its scheme', { operatorToken: TOKEN }, { host, authorization: TOKEN }, '198.51.100.7'],
  ])('are closed to %s', async (_case, change, headers, address) =>
    expect(await statuses(change, headers, address)).toEqual([401]),
  );
});

it('a foreign name that resolves to this machine gets no metrics', async () =>
  expect(await statusOf({}, { host: 'evil.example' }, '/metrics')).toBe(401));

it('readyz answers strangers that it is not ready, and the operator which part is down', async () => {
  const app = await openWebServer({ ready: { database: async () => false, broker: async () => true } });
  const request = (remoteAddress: string) =>
    app.inject({ url: '/readyz', headers: { host: 'localhost' }, remoteAddress });
  const [stranger, operator] = [await request('198.51.100.7'), await request('127.0.0.1')];
  expect([stranger.statusCode, stranger.json()]).toEqual([503, { status: 'not ready' }]);
  expect([operator.statusCode, operator.json()]).toEqual([503, { status: 'not ready', down: ['database'] }]);
  await app.close();
});

it('R3.3 behind https the cookie is bound to the host: a sibling domain cannot set a session', async () => {
  const user = { id: 1, sessionId: '', roles: [], renewCookieS: 60 };
  const app = await createWebServer({
    publicUrl: PUBLIC_URL,
    authenticate: async (token) => (token === 'good' ? user : undefined),
    routes: (api) => route(api, { ...write, who: 'user' }, async () => ({})),
  });
  const request = (cookie: string) => app.inject({ method: 'POST', url: '/api/x', headers: { cookie } });
  const own = await request('manoboard_session=bad; __Host-manoboard_session=good');
  expect(own.statusCode).toBe(200);
  expect(own.headers['set-cookie']).toBe(
    '__Host-manoboard_session=good; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect((await request('manoboard_session=good')).statusCode).toBe(401);
  await app.close();
});
