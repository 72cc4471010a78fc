import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWebServer } from '../../../test/web-server.ts';
import { createMetrics } from '../../base/metrics.ts';
import { ProblemError } from '../problem-error.ts';
import { route } from '../route.ts';
import type { HttpLimits } from './connections.ts';

const LIMITS: HttpLimits = {
  connections: 100,
  connectionsPerAddress: 100,
  requestsPerAddress: 100,
  requestsPerSecond: 100,
  anonymousPerSecond: 1000,
  anonymousAtOnce: 100,
  requestsPerAccount: 8,
  bodyMs: 60_000,
  refusalMs: 0,
  isLoopbackLimited: true,
};
const row = { method: 'POST', summary: '', who: 'anyone', answers: { 200: z.object({}) } } as const;
const STALLED = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{';

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(change: Partial<HttpLimits>, trustedProxies?: string) {
  const metrics = createMetrics();
  app = await createWebServer({
    metrics,
    trustedProxies,
    limits: { ...LIMITS, ...change },
    routes: (api) => {
      route(api, { ...row, path: '/read', body: z.object({}) }, async () => ({}));
      route(api, { ...row, path: '/mqtt/stop' }, async () => ({}));
      route(api, { ...row, path: '/refuse' }, async () => ({}));
      api.get('/stream', { config: { rule: 'anyone', isStream: true } }, (_request, reply) => {
        reply.hijack();
        reply.raw.write('open');
      });
      api.addHook('onRequest', async ({ url }) => {
        if (url.endsWith('/refuse')) throw new ProblemError('UNAUTHORIZED');
      });
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(url).port);
  return {
    url,
    refusedBy: async () =>
      (await metrics.httpRefused.get()).values.map(({ labels, value }) => [labels.limit, value]),
    /** A connection from this address that has sent these lines of a request. */
    async open(from: string, lines: string) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      sockets.push(socket);
      const state = { isClosed: false, text: '' };
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          state.text += chunk.toString();
        });
      socket.on('close', () => {
        state.isClosed = true;
      });
      await once(socket, 'connect');
      socket.write(lines.replace('\r\n', `\r\nhost: 127.0.0.1:${port}\r\n`));
      return state;
    },
  };
}
const STREAM = 'GET /api/stream HTTP/1.1\r\n\r\n';
const stalledBody = (path: string, more = '') => `POST /api${path} HTTP/1.1\r\n${more}${STALLED}`;

it('an address above its connection limit is refused; another address is served', async () => {
  const { url, open, refusedBy } = await serve({ connectionsPerAddress: 3 });
  const held: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 5; n++) held.push(await open('127.0.0.2', stalledBody('/read')));
  await waitFor(() => held.filter(({ isClosed }) => isClosed).length === 2);
  expect(await refusedBy()).toEqual([['connections_per_address', 2]]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  sockets[0]?.destroy();
  const next = await waitFor(async () => {
    const one = await open('127.0.0.2', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n');
    await waitFor(() => one.isClosed);
    return one.text && one;
  });
  expect(next.text).toMatch(/^HTTP\/1.1 200/);
});

it.each([
  ['loopback', { isLoopbackLimited: false }, undefined],
  ['a trusted proxy', {}, '10.0.0.0/8, 127.0.0.2'],
  ['a trusted network by name', {}, 'loopback'],
] as const)('the connections of %s are not counted by address', async (_case, change, proxies) => {
  const { url, open, refusedBy } = await serve({ connectionsPerAddress: 1, ...change }, proxies);
  const held: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 5; n++) held.push(await open('127.0.0.2', stalledBody('/read')));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(held.some(({ isClosed }) => isClosed)).toBe(false);
  expect(await refusedBy()).toEqual([]);
});

it('connections beyond the total are dropped', async () => {
  const { open, refusedBy } = await serve({ connections: 2 });
  const held: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 2; n++) {
    const stream = await open(`127.0.0.${n + 2}`, STREAM);
    held.push(stream);
    await waitFor(() => stream.text.includes('open'));
  }
  held.push(await open('127.0.0.4', STREAM));
  await waitFor(() => held[2]?.isClosed);
  expect(held.map(({ isClosed }) => isClosed)).toEqual([false, false, true]);
  expect(await refusedBy()).toEqual([['connections', 1]]);
});

it('unfinished requests of many addresses make room for others: the oldest are closed, streams never', async () => {
  const { url, open, refusedBy } = await serve({ connections: 20 });
  const stream = await open('127.0.0.2', STREAM);
  await waitFor(() => stream.text.includes('open'));
  const held: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 30; n++) {
    // Some without the end of the headers, some without the end of the body, some without a byte.
    const lines = [`GET /api/read HTTP/1.1\r\nx: ${n}`, stalledBody('/read'), ''][n % 3] ?? '';
    held.push(await open(`127.0.0.${3 + (n % 5)}`, lines));
    const answer = await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
    expect(answer.status).toBe(200);
  }
  await waitFor(() => held.slice(0, 15).every(({ isClosed }) => isClosed), { what: 'the oldest closed' });
  expect(held.at(-1)?.isClosed).toBe(false);
  expect(stream.isClosed).toBe(false);
  expect((await refusedBy()).map(([limit]) => limit)).toEqual(['unfinished_requests']);
});

it('in a crowded server an address that holds a quarter of its limit closes no connection of others', async () => {
  const { url, open, refusedBy } = await serve({ connections: 20, connectionsPerAddress: 20 });
  const held: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 15; n++) held.push(await open(`127.0.0.${2 + (n % 3)}`, stalledBody('/read')));
  for (let n = 0; n < 9; n++) held.push(await open(`127.0.0.${2 + (n % 3)}`, stalledBody('/read')));
  await waitFor(() => held.slice(15).every(({ isClosed }) => isClosed));
  expect(held.slice(0, 15).some(({ isClosed }) => isClosed)).toBe(false);
  expect(await refusedBy()).toEqual([['connections_per_address', 9]]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('a connection that was used last is closed after those that wait longer', async () => {
  const { open } = await serve({ connections: 4 });
  const GET = 'GET /healthz HTTP/1.1\r\n\r\n';
  const used = await open('127.0.0.2', GET);
  await waitFor(() => used.text.includes('200'));
  const stalled = await open('127.0.0.3', 'GET / HTTP/1.1\r\nx: 1');
  used.text = '';
  sockets[0]?.write(GET.replace('\r\n', '\r\nhost: 127.0.0.1\r\n'));
  await waitFor(() => used.text.includes('HTTP/1.1'));
  await open('127.0.0.4', GET);
  await open('127.0.0.5', GET);
  await waitFor(() => stalled.isClosed, { what: 'the stalled one closed' });
  expect(used.isClosed).toBe(false);
});

it('behind a proxy, requests are counted by the forwarded address', async () => {
  const { open, refusedBy } = await serve({ requestsPerAddress: 2 }, '127.0.0.1');
  const by = (client: string) => open('127.0.0.1', stalledBody('/read', `x-forwarded-for: ${client}\r\n`));
  const held = [await by('203.0.113.7'), await by('203.0.113.7')];
  const third = await by('203.0.113.7');
  await waitFor(() => third.text);
  expect(third.text).toMatch(/^HTTP\/1.1 429 .*"TOO_MANY_REQUESTS"/s);
  const other = await open(
    '127.0.0.1',
    'GET /healthz HTTP/1.1\r\nx-forwarded-for: 203.0.113.8\r\nconnection: close\r\n\r\n',
  );
  await waitFor(() => other.isClosed);
  expect(other.text).toMatch(/^HTTP\/1.1 200/);
  expect(held.some(({ isClosed }) => isClosed)).toBe(false);
  expect(await refusedBy()).toEqual([['requests_per_address', 1]]);
});

it('an address above its request rate is refused, except for commands to pumps', async () => {
  const { url, refusedBy } = await serve({ requestsPerSecond: 1 });
  const post = async (path: string) => (await fetch(`${url}${path}`, { method: 'POST' })).status;
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push(await post('/api/refuse'));
  expect(statuses).toEqual([401, 401, 401]);
  expect(await waitFor(async () => (await post('/api/refuse')) === 429)).toBe(true);
  expect(await post('/api/mqtt/stop')).toBe(200);
  expect((await refusedBy()).map(([limit]) => limit)).toEqual(['requests_per_second']);
});

it('refused requests and connections are delayed; other addresses and commands are not', async () => {
  const { url, open, refusedBy } = await serve({
    requestsPerAddress: 1,
    connectionsPerAddress: 2,
    refusalMs: 60_000,
  });
  const opened = [
    await open('127.0.0.2', stalledBody('/read')),
    await open('127.0.0.2', stalledBody('/read')),
    await open('127.0.0.2', 'GET /healthz HTTP/1.1\r\n\r\n'),
  ];
  await waitFor(async () => (await refusedBy()).length === 2);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/api/mqtt/stop`, { method: 'POST' })).status).toBe(200);
  expect(opened).toEqual(Array(3).fill({ isClosed: false, text: '' }));
});

it('a body that does not come in time ends the connection', async () => {
  const { open, refusedBy } = await serve({ bodyMs: 30 });
  const stalled = await open('127.0.0.2', stalledBody('/read'));
  await waitFor(() => stalled.isClosed);
  expect(await refusedBy()).toEqual([['body_time', 1]]);
});

it('an event stream stays open longer than a body may take', async () => {
  const { open, refusedBy } = await serve({ bodyMs: 30 });
  const stream = await open('127.0.0.2', STREAM);
  await waitFor(() => stream.text.includes('open'));
  // Its timeout begins after that of the stream.
  const stalled = await open('127.0.0.2', stalledBody('/read'));
  await waitFor(() => stalled.isClosed);
  expect(stream.isClosed).toBe(false);
  expect(await refusedBy()).toEqual([['body_time', 1]]);
});

it('a request that is refused before its body arrives is answered, and the connection is closed', async () => {
  const { open } = await serve({});
  const refused = await open('127.0.0.2', stalledBody('/refuse'));
  await waitFor(() => refused.isClosed);
  expect(refused.text).toMatch(/^HTTP\/1.1 401 .*"UNAUTHORIZED"/s);
});
