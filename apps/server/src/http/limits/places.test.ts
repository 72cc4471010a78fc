import { request } from 'node:http';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWebServer } from '../../../test/web-server.ts';
import { createMetrics } from '../../base/metrics.ts';
import { ProblemError } from '../problem-error.ts';
import { route } from '../route.ts';
import type { SessionUser } from '../session.ts';
import { leavePlace } from './places.ts';

const TOKEN = 'a token of the operator';
const row = { method: 'GET', summary: '', who: 'anyone', answers: { 200: z.object({}) } } as const;
const ofUsers = { ...row, who: 'user' } as const;
/** Sessions that the database knows, with their account. */
const SESSIONS: Record<string, number> = { eva: 1, 'eva at work': 1, jan: 2 };

let app: FastifyInstance;
let url: string;
let metrics: ReturnType<typeof createMetrics>;
/** Requests that the server works for, by their name. */
let running: string[];
let ends: Map<string, () => void>;
/** Sessions that were valid in the last minutes. */
let known: Set<string>;
let isOver: boolean;
/** Requests that have reached the server; those that wait are in the queue by then. */
let arrived: number;
beforeEach(() => {
  arrived = 0;
  running = [];
  ends = new Map();
  known = new Set(['eva', 'jan']);
  isOver = false;
});
afterEach(async () => {
  isOver = true;
  for (const end of ends.values()) end();
  await app.close();
});

/** What still starts after a test does not count in the next one. */
const worker = (list: string[], all: Map<string, () => void>) => (name: string) =>
  new Promise<Record<string, never>>((done) => {
    if (isOver) return done({});
    list.push(name);
    all.set(name, () => done({}));
  });

async function serve({
  anonymousAtOnce = 10,
  requestsPerAccount = 8,
  requestsPerAddress = 1000,
  refusalMs = 0,
} = {}) {
  metrics = createMetrics();
  const work = worker(running, ends);
  app = await createWebServer({
    metrics,
    operatorToken: TOKEN,
    limits: {
      connections: 1000,
      connectionsPerAddress: 1000,
      requestsPerAddress,
      requestsPerSecond: 1000,
      anonymousPerSecond: 1000,
      anonymousAtOnce,
      requestsPerAccount,
      bodyMs: 10_000,
      refusalMs,
      isLoopbackLimited: true,
    },
    ready: { database: async () => Boolean(await work('readyz')) },
    authenticate: async (token): Promise<SessionUser | undefined> =>
      SESSIONS[token] ? { id: SESSIONS[token], sessionId: token, roles: [] } : undefined,
    cachedAccess: {
      accountOf: (token) => (known.has(token) ? SESSIONS[token] : undefined),
      user: () => undefined,
      device: () => undefined,
    },
    routes: (api) => {
      const name = z.object({ name: z.string() });
      route(api, { ...row, path: '/work', query: name }, ({ query }) => work(query.name));
      route(api, { ...ofUsers, path: '/own', query: name }, ({ query }) => work(query.name));
      route(api, { ...ofUsers, path: '/refuse' }, async () => {
        throw new ProblemError('TOO_MANY_REQUESTS');
      });
      route(api, { ...ofUsers, path: '/graph', query: name }, ({ query, request }) => {
        leavePlace(request);
        return work(query.name);
      });
      route(api, { ...ofUsers, method: 'POST', path: '/mqtt/stop' }, async () => ({}));
      route(api, { ...row, method: 'POST', path: '/login', body: name }, ({ body }) => work(body.name));
    },
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  app.server.on('request', () => arrived++);
}
const from = (n: number) => `127.0.0.${n + 1}`;
const cookieOf = (session: string) => ({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(session)}` });
/** The status of the answer; 0 without one. */
const sendWith = (headers: Record<string, string>, address: number, path: string, method = 'GET') =>
  new Promise<number>((done) => {
    const more = { method, headers, localAddress: from(address), agent: false };
    request(`${url}${path}`, more, (answer) =>
      answer.resume().on('close', () => done(answer.statusCode ?? 0)),
    )
      .on('error', () => done(0))
      .end();
  });
const send = (address: number, path: string, session?: string, method?: 'POST') =>
  sendWith(session === undefined ? {} : cookieOf(session), address, path, method);
/** Requests of these addresses without a session, until as many are under way as may be. */
async function fillAnonymous(addresses: number, each: number, underWay: number) {
  const answers = [];
  for (let address = 1; address <= addresses; address++)
    for (let n = 1; n <= each; n++) answers.push(send(address, `/api/work?name=${address}-${n}`));
  await waitFor(() => running.length === underWay);
  return answers;
}

it('requests without a session have a common limit under way, and those of all addresses start in turn', async () => {
  await serve({ anonymousAtOnce: 5 });
  await fillAnonymous(4, 3, 5);
  const before = running.length;
  const visitor = send(99, '/api/work?name=visitor');
  await waitFor(() => arrived === 4 * 3 + 1, { what: 'all requests to arrive' });
  for (const name of running.slice()) ends.get(name)?.();
  await waitFor(() => running.includes('visitor'), { what: 'the visitor has their turn' });
  ends.get('visitor')?.();
  expect(await visitor).toBe(200);
  // At most one of each of the four addresses came before.
  expect(running.indexOf('visitor')).toBeLessThanOrEqual(before + 4);
});

it('one address takes only a part of the places of requests without a session', async () => {
  await serve({ anonymousAtOnce: 5 });
  await fillAnonymous(1, 10, 2);
  const visitor = send(2, '/api/work?name=visitor');
  await waitFor(() => running.includes('visitor'));
  expect(running).toHaveLength(3);
  ends.get('visitor')?.();
  expect(await visitor).toBe(200);
});

it('R5.1 a stop, and each request of a known session, passes requests without a session that came before', async () => {
  await serve();
  await fillAnonymous(10, 10, 10);
  expect(await send(99, '/api/mqtt/stop', 'eva', 'POST')).toBe(200);
  const own = send(99, '/api/own?name=own', 'eva');
  await waitFor(() => running.includes('own'));
  ends.get('own')?.();
  expect(await own).toBe(200);
});

it('a stop of a session that the server does not know yet passes them too', async () => {
  await serve();
  await fillAnonymous(10, 10, 10);
  expect(await send(99, '/api/mqtt/stop', 'eva at work', 'POST')).toBe(200);
  expect(await send(99, '/api/mqtt/stop', 'forged', 'POST')).toBe(401);
});

it('a forged cookie counts as no session', async () => {
  await serve();
  const answers = await fillAnonymous(10, 10, 10);
  const forged = send(99, '/api/own?name=forged', 'forged');
  const isAnswered = { forged: false };
  void forged.then(() => {
    isAnswered.forged = true;
  });
  expect(await send(99, '/api/mqtt/stop', 'eva', 'POST')).toBe(200);
  expect(isAnswered.forged).toBe(false);
  isOver = true;
  for (const end of ends.values()) end();
  expect(await forged).toBe(401);
  expect(answers).toHaveLength(100);
});

it('health checks pass requests without a session, and those of the operator pass health checks of others', async () => {
  await serve();
  await fillAnonymous(10, 10, 10);
  expect(await send(99, '/healthz')).toBe(200);
  for (let n = 0; n < 40; n++) void send(1 + (n % 10), '/readyz');
  await waitFor(() => running.filter((name) => name === 'readyz').length === 10);
  expect(await sendWith({ authorization: `Bearer ${TOKEN}` }, 99, '/metrics')).toBe(200);
});

it('an account has eight requests under way; further ones wait in their order, and stops pass them', async () => {
  await serve();
  const names = Array.from({ length: 12 }, (_, n) => `r${n + 1}`);
  // From several addresses, with two sessions.
  const answers = names.map((name, n) => send(n, `/api/own?name=${name}`, n % 2 ? 'eva' : 'eva at work'));
  await waitFor(() => running.length === 8);
  expect(await send(1, '/api/mqtt/stop', 'eva', 'POST')).toBe(200);
  const other = send(1, '/api/own?name=other', 'jan');
  await waitFor(() => running.includes('other'));
  expect(running).toHaveLength(9);
  for (const name of running.slice()) ends.get(name)?.();
  await waitFor(() => running.length === 13);
  for (const end of ends.values()) end();
  for (const answer of [...answers, other]) expect(await answer).toBe(200);
  expect((await metrics.httpRefused.get()).values).toEqual([]);
});

it('the windows of a known session send more at once than an address may, and none is refused', async () => {
  await serve({ requestsPerAddress: 5 });
  const answers = Array.from({ length: 100 }, (_, n) => send(1, `/api/own?name=r${n}`, 'eva'));
  await waitFor(() => running.length === 8);
  isOver = true;
  for (const end of ends.values()) end();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

it('a read that is admitted to a budget of its own takes no place of its account', async () => {
  await serve({ requestsPerAccount: 1 });
  void send(1, '/api/graph?name=graph', 'eva');
  await waitFor(() => running.includes('graph'));
  void send(1, '/api/own?name=list', 'eva');
  await waitFor(() => running.includes('list'));
});

it('a refused request keeps its place for a second, so that an account that retries at once waits', async () => {
  await serve({ requestsPerAccount: 1, refusalMs: 60_000 });
  expect(await send(1, '/api/refuse', 'eva')).toBe(429);
  void send(1, '/api/own?name=next', 'eva');
  expect(await send(1, '/api/mqtt/stop', 'eva', 'POST')).toBe(200);
  void send(1, '/api/own?name=other', 'jan');
  await waitFor(() => running.includes('other'));
  expect(running).toEqual(['other']);
});

it('a body that arrives slowly keeps no place, and its request waits again when it is there', async () => {
  await serve({ anonymousAtOnce: 1 });
  const more = { method: 'POST', headers: { 'content-type': 'application/json' }, localAddress: from(1) };
  const slow = request(`${url}/api/login`, { ...more, agent: false });
  const status = new Promise((done) => slow.on('response', (answer) => done(answer.resume().statusCode)));
  slow.write('{"name":');
  const visitor = send(2, '/api/work?name=visitor');
  await waitFor(() => running.includes('visitor'));
  slow.end('"slow"}');
  const next = send(3, '/api/work?name=next');
  ends.get('visitor')?.();
  expect(await visitor).toBe(200);
  await waitFor(() => running.length === 2);
  isOver = true;
  for (const end of ends.values()) end();
  expect([await status, await next]).toEqual([200, 200]);
});
