import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';

let plain: World;
let tagged: World;
beforeAll(async () => {
  [plain, tagged] = await Promise.all([startWorld(), startWorld({ env: { ANALYTICS_TAG: 'GTM-TEST123' } })]);
  await tagged.user({}, ['Super Seller']);
});
afterAll(() => Promise.all([plain.stop(), tagged.stop()]));

/** As a browser that opens a page. */
const VISIT = { 'sec-fetch-dest': 'document', accept: 'text/html' };
const open = async (world: World, path: string, headers: Record<string, string> = VISIT) => {
  const answer = await fetch(`${world.server.url}${path}`, { headers, redirect: 'manual' });
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { status: answer.status, to: answer.headers.get('location'), policy, text: await answer.text() };
};
const foreignHosts = (text: string) => [...text.matchAll(/https:\/\/[^"'\s;]+/g)].map(([host]) => host);

describe('the first run', () => {
  it('every page leads to /setup while there is no Super Seller, and not to it afterwards', async () => {
    for (const path of ['/', '/auth/login', '/admin/dashboard?device=MNB-0001', '/somewhere'])
      expect(await open(plain, path)).toMatchObject({ status: 302, to: '/setup' });
    for (const path of ['/setup', '/terms']) expect((await open(plain, path)).status).toBe(200);
    // The service worker stores the page under its own address.
    expect((await open(plain, '/', { 'sec-fetch-dest': 'empty' })).status).toBe(200);
    await plain.user({}, ['Super Seller']);
    for (const path of ['/', '/auth/login']) expect((await open(plain, path)).status).toBe(200);
  });
});

it.each(['//', '//[', '/\\\\[', '//setup:x'])('a visit of %s is answered with a page', async (path) => {
  await plain.user({}, ['Super Seller']);
  const { port } = new URL(plain.server.url);
  const status = await new Promise((done) =>
    get({ port, host: '127.0.0.1', path, headers: { host: 'localhost', ...VISIT } }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    }),
  );
  expect(status).toBe(200);
});

describe('an address that is no page', () => {
  /** Sent as it is: a client would normalise it. */
  const statusOf = (path: string, host = 'localhost') => {
    const { port } = new URL(plain.server.url);
    return new Promise<[number | undefined, string]>((done) =>
      get({ port, host: '127.0.0.1', path, headers: { host, ...VISIT } }, async (answer) => {
        const chunks = await answer.toArray();
        done([answer.statusCode, Buffer.concat(chunks).toString()]);
      }),
    );
  };

  it.each([
    '/assets',
    '/assets/',
    '/assets//',
    '/assets/.',
    '/assets/..%5c',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00',
    '/assets/%',
    '/assets/%ff',
    '/assets/....//x',
    '/assets//etc/passwd',
    '/assets/missing.js',
    '/assets/\\..\\x',
  ])('of the files, %s: is not found, and no error is logged', async (path) => {
    const before = plain.warnings.length;
    expect(await statusOf(path)).toEqual([404, '{"detail":"NOT_FOUND"}']);
    expect(plain.warnings.slice(before)).toEqual([]);
  });

  it.each(['/metrics/devices', '/metrics/', '/metrics/x', '/healthz/x', '/readyz/x', '/METRICS/devices'])(
    'of the operator, %s: is not found',
    async (path) => expect(await statusOf(path)).toEqual([404, '{"detail":"NOT_FOUND"}']),
  );

  it('of the operator is not found for the host name of a scraper either', async () =>
    expect(await statusOf('/metrics/devices', 'manoboard.internal')).toEqual([
      404,
      '{"detail":"NOT_FOUND"}',
    ]));
});

it.each([
  '/%E0%A4%A',
  '/%',
  '/admin/%zz',
  '/%C0%80',
  '/a%2?device=MNB-0001',
  '/admin/overview?device=%E0%A4%A',
])('A14 %s, which is no UTF-8, is answered with the page as any unknown path', async (path) => {
  await plain.user({}, ['Super Seller']);
  const { status, text, policy } = await open(plain, path);
  expect([status, text.startsWith('<!doctype html>')]).toEqual([200, true]);
  expect(policy).toContain("script-src 'self'");
});

it.each([
  ['/api/%E0%A4%A', 404],
  ['/api/devices/%E0%A4%A/config', 401],
  ['/assets/%E0%A4%A', 404],
  ['/.%E0%A4%A', 404],
])('A14 %s is refused as one that is UTF-8: %i', async (path, status) => {
  const answer = await open(plain, path);
  expect([answer.status, Object.keys(JSON.parse(answer.text))]).toEqual([status, ['detail']]);
});

describe('R1.9 analytics', () => {
  it('without ANALYTICS_TAG no page names another host, and the policy allows none', async () => {
    await plain.user({}, ['Super Seller']);
    for (const path of ['/', '/auth/login', '/admin/dashboard']) {
      const { policy, text } = await open(plain, path);
      expect(foreignHosts(policy)).toEqual([]);
      expect(foreignHosts(text)).toEqual([]);
    }
  });

  it('with ANALYTICS_TAG pages load its container, and the policy is open for the tag manager alone', async () => {
    const { policy, text } = await open(tagged, '/admin/dashboard?device=MNB-0001');
    expect(foreignHosts(text)).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST123']);
    expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
    expect(policy).not.toContain('unsafe');
    expect(new Set(foreignHosts(policy))).toEqual(
      new Set([
        'https://www.googletagmanager.com',
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
      ]),
    );
  });

  it.each([
    ['/recover-password?token=secret', VISIT],
    ['/confirm-email?token=secret', VISIT],
    ['/second-factor', VISIT],
    ['/admin/alerts?code=1&TOKEN=secret', VISIT],
    ['/setup', VISIT],
    ['/', { 'sec-fetch-dest': 'empty' }],
  ])('%s, with the headers %o, has neither the tag nor its policy', async (path, headers) => {
    const { status, policy, text } = await open(tagged, path, headers as Record<string, string>);
    expect(status).toBe(200);
    expect(foreignHosts(text + policy)).toEqual([]);
  });
});
