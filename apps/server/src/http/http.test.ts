import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { aRegistration } from '@manoboard/testkit/factories';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWebServer } from '../../test/web-server.ts';
import { startWorld, type World } from '../../test/world.ts';
import { route } from './route.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const rows = Object.values(api);

it.each(rows.filter(({ who }) => who === 'user').map((call) => [call.method, call.path] as const))(
  '%s %s answers 401 without a session',
  async (method, path) => {
    const answer = await world.browser().request(path.replace('{deviceId}', 'MNB-T0001'), { method });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'UNAUTHORIZED' } });
  },
);

it('S7 brackets in brackets are refused by each call with a body, and are no fault of the server', async () => {
  const { cookie } = await world.user();
  const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const extensions = `{"token":"x","response":{"id":"x","rawId":"x","type":"public-key","clientExtensionResults":{"x":${nested}}}}`;
  const statuses = new Set<number>();
  for (const { method, path, body, form } of rows as readonly Call[]) {
    if (!body || form) continue;
    const headers = { cookie, 'content-type': 'application/json' };
    for (const text of [nested, extensions]) {
      const url = `${world.server.url}/api${path.replaceAll(/\{\w+\}/g, '1')}`;
      statuses.add((await fetch(url, { method, headers, body: text })).status);
    }
  }
  expect([...statuses].filter((status) => status < 400 || status >= 500)).toEqual([]);
});

it('openapi.json equals the document in docs/', async () => {
  const { body } = await world.browser().get('/openapi.json');
  const kept = new URL('../../../../docs/openapi.json', import.meta.url);
  expect(body).toEqual(JSON.parse(readFileSync(kept, 'utf8')));
});

it('/api/docs runs nothing inline and names no other origin', async () => {
  const page = await fetch(`${world.server.url}/api/docs`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self';/);
  expect(html).not.toMatch(/<script>|<style|https?:|style=/);
  for (const [, file] of html.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await fetch(`${world.server.url}/api/${file}`)).status, file).toBe(200);
});

it('healthz and readyz answer, metrics are in the format of Prometheus', async () => {
  const text = async (path: string) => (await fetch(`${world.server.url}${path}`)).text();
  expect(await text('/healthz')).toBe('{"status":"ok"}');
  expect(await text('/readyz')).toBe('{"status":"ready"}');
  expect(await text('/metrics')).toContain('# TYPE manoboard_frames_stored_total counter');
});

it('every answer turns off features of browsers, and leaves camera and position to our own pages', async () => {
  for (const path of ['/', '/api/users/me', '/healthz', '/nothing/here']) {
    const policy = (await fetch(`${world.server.url}${path}`)).headers.get('permissions-policy');
    expect(policy, path).toMatch(/^camera=\(self\), geolocation=\(self\), .*\bmicrophone=\(\)/);
  }
});

it('every answer forbids sniffing, framing and other bases, also one to a path that is none', async () => {
  const https = 'https://pumps.example.com';
  const app = await createWebServer({ publicUrl: https, consoleDist: '/nowhere' });
  for (const url of ['/api/users/me', '/healthz', '/api/docs', '/nothing/here', '/%']) {
    const { headers } = await app.inject({ url, headers: { host: 'pumps.example.com' } });
    expect(headers['x-content-type-options'], url).toBe('nosniff');
    expect(headers['referrer-policy'], url).toBe('no-referrer');
    expect(headers['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy'], url).toMatch(
      /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
    );
  }
  await app.close();
});

it.each(['TRACE', 'CONNECT', 'PROPFIND'] as const)(
  'the method %s is answered 404, without its request',
  async (method) => {
    const app = await createWebServer();
    const answer = await app.inject({
      method: method as 'GET',
      url: '/api/users/me',
      headers: { host: 'localhost', cookie: 'secret=1' },
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('secret');
    await app.close();
  },
);

it('invalid input is logged with its call and fields, and without its values', async () => {
  const warned: object[] = [];
  const app = await createWebServer({
    quietWarn: (_key, details) => void warned.push(details),
    routes: (routes) =>
      route(
        routes,
        {
          method: 'POST',
          path: '/x',
          who: 'anyone',
          summary: '',
          body: z.object({ code: z.string() }),
          answers: { 200: z.object({}) },
        } as const,
        async () => ({}),
      ),
  });
  const payload = { code: 4711 };
  const answer = await app.inject({ method: 'POST', url: '/api/x', headers: { host: 'localhost' }, payload });
  expect(answer.statusCode).toBe(422);
  expect(warned).toMatchObject([{ method: 'POST', route: '/api/x', fields: ['/code'] }]);
  expect(JSON.stringify(warned)).not.toContain('4711');
  await app.close();
});

it('security.txt names the contact of the installation, and expires (RFC 9116)', async () => {
  const app = await createWebServer({ publicUrl: 'https://pumps.example.com/' });
  const { body, headers } = await app.inject({
    url: '/.well-known/security.txt',
    headers: { host: 'pumps.example.com' },
  });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^Contact: mailto:.*\nExpires: \d{4}-\d\d-\d\dT.*Z\nPreferred-Languages: sk, en\n/);
  expect(body).toContain('Canonical: https://pumps.example.com/.well-known/security.txt');
  await app.close();
});

it('unknown names that begin with a dot answer 404, other unknown paths the page', async () => {
  const consoleDist = mkdtempSync(join(tmpdir(), 'manoboard-console-'));
  writeFileSync(join(consoleDist, 'index.html'), '<html>the page</html>');
  const app = await createWebServer({ consoleDist });
  const statusOf = async (url: string) =>
    (await app.inject({ url, headers: { host: 'localhost' } })).statusCode;
  for (const url of ['/.env', '/.git/config', '/.well-known/other.txt', '/admin/.env?x=1', '/%2eenv'])
    expect(await statusOf(url), url).toBe(404);
  for (const url of ['/', '/admin/overview', '/admin/overview?file=/.env', '/a.b'])
    expect(await statusOf(url), url).toBe(200);
  await app.close();
  rmSync(consoleDist, { recursive: true });
});

it('answers with personal data forbid caching', async () => {
  const user = await world.user();
  for (const path of ['/users/me', '/users/me/sessions', '/roles/check', '/nothing/here'])
    expect((await user.get(path)).headers.get('cache-control'), path).toBe('no-store');
});

it('a client that disconnects before the login limit counts it causes no error', async () => {
  const errors: string[] = [];
  const vanish = (request: FastifyRequest) =>
    new Promise<void>((gone) => request.socket.once('close', () => gone()).destroy());
  const call = {
    method: 'GET',
    path: '/x',
    who: 'anyone',
    summary: '',
    answers: { 200: z.object({}) },
  } as const;
  const app = await createWebServer({
    log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
    trustedProxies: '127.0.0.1',
    routes: (api) => {
      api.addHook('onRequest', vanish);
      route(api, call, async () => ({}), { rateLimit: { max: 1, timeWindow: 60_000 } });
    },
  });
  const url = await app.listen({ port: 0 });
  await expect(fetch(`${url}/api/x`)).rejects.toThrow();
  await app.close();
  expect(errors).toEqual([]);
});

describe('a JSON content type without a body', () => {
  const headers = { 'content-type': 'application/json' };

  it('R1.5 logs out', async () => {
    const user = await world.user();
    expect((await user.request('/auth/jwt/logout', { method: 'POST', headers })).status).toBe(204);
    expect((await user.get('/users/me')).status).toBe(401);
  });

  it('R4.2 removes a device', async () => {
    const user = await world.user();
    const { deviceId } = await world.enrol(user.id);
    expect((await user.request(`/users-devices/${deviceId}`, { method: 'DELETE', headers })).status).toBe(
      204,
    );
    expect((await user.get('/users-devices/get-devices')).body).toEqual([]);
  });

  it('is refused by a call that needs a body', async () => {
    const user = await world.user();
    const { deviceId } = await world.enrol(user.id);
    const { status } = await user.request(`/mqtt/${deviceId}/start-stop`, { method: 'POST', headers });
    expect(status).toBe(422);
  });
});

describe('bad input is answered with a problem and no details', () => {
  const json = JSON.stringify(aRegistration());
  it.each([
    ['an unknown path', '/nothing/here', { method: 'GET' }, 404, 'NOT_FOUND'],
    ['an invalid URL', '/%zz', { method: 'GET' }, 404, 'NOT_FOUND'],
    [
      'a path of 2000 characters',
      `/mqtt/${'x'.repeat(2000)}/start-stop`,
      { method: 'POST' },
      404,
      'NOT_FOUND',
    ],
    [
      'broken JSON',
      '/auth/register',
      { method: 'POST', body: '{"email":', headers: { 'content-type': 'application/json' } },
      400,
      'BAD_REQUEST',
    ],
    [
      'a body of the wrong type',
      '/auth/register',
      { method: 'POST', body: json, headers: { 'content-type': 'text/plain' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body of 1 MiB',
      '/auth/register',
      { method: 'POST', body: `"${'x'.repeat(2 ** 20)}"`, headers: { 'content-type': 'application/json' } },
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'a prototype in the body',
      '/auth/register',
      { method: 'POST', body: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
      400,
      'BAD_REQUEST',
    ],
  ] as const)('%s', async (_case, path, init, status, detail) => {
    expect(await world.browser().request(path, init)).toMatchObject({ status, body: { detail } });
  });

  it.each([null, [], 'text', 7, { ...aRegistration(), extra: 1 }])(
    'a body that is %j is refused field by field',
    async (body) => {
      expect(await world.browser().post('/auth/register', JSON.stringify(body))).toMatchObject({
        status: 422,
      });
    },
  );
});
