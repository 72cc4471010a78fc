import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type CertificateFiles, createCertificateFiles } from '../../../test/certificate.ts';
import { createWebServer } from '../../../test/web-server.ts';
import { readConfig } from '../../base/config.ts';
import { createMetrics } from '../../base/metrics.ts';
import { openTls } from '../../net/tls.ts';
import { route } from '../route.ts';
import type { HttpLimits } from './connections.ts';
import { WEB_PROTOCOLS } from './http2.ts';

const LIMITS: HttpLimits = {
  connections: 100,
  connectionsPerAddress: 100,
  requestsPerAddress: 1000,
  requestsPerSecond: 1000,
  anonymousPerSecond: 1000,
  anonymousAtOnce: 1000,
  requestsPerAccount: 1000,
  bodyMs: 60_000,
  refusalMs: 0,
  isLoopbackLimited: true,
};
const row = { method: 'POST', summary: '', who: 'anyone', answers: { 200: z.object({}) } } as const;

let files: CertificateFiles;
beforeAll(async () => {
  files = await createCertificateFiles();
});
afterAll(() => files.remove());

let app: FastifyInstance;
const sessions: ClientHttp2Session[] = [];
const sockets: TLSSocket[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const session of sessions.splice(0)) session.destroy();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(change: Partial<HttpLimits> = {}) {
  const metrics = createMetrics();
  const tls = openTls({
    config: readConfig({ ...files.env, DATA_DIR: files.folder }),
    now: Date.now,
    onProgress: () => {},
    quietWarn: () => {},
  });
  if (!tls) throw new Error('TLS is off');
  tls.stop();
  app = await createWebServer({
    metrics,
    limits: { ...LIMITS, ...change },
    https: { layer: tls.createLayer(WEB_PROTOCOLS), port: () => 0, isSelfSigned: true },
    routes: (api) => {
      route(api, { ...row, path: '/read', body: z.object({}) }, async () => ({}));
      route(api, { ...row, path: '/mqtt/stop' }, async () => ({}));
      api.get('/stream', { config: { rule: 'anyone', isStream: true } }, (_request, reply) => {
        reply.hijack();
        reply.raw.write('open');
      });
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = (app.server.address() as { port: number }).port;

  /** A client with frames of its own making: Node's client keeps the rules. */
  async function openRaw() {
    const socket = connectTls({ port, host: '127.0.0.1', ca: files.cert, ALPNProtocols: ['h2'] });
    sockets.push(socket.on('error', () => {}));
    await once(socket, 'secureConnect');
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket.write(frame(TYPE.settings, 0, 0));
    // The server's settings apply from their acknowledgement on.
    socket.write(frame(TYPE.settings, ACK, 0));
    return socket;
  }
  return {
    url: `https://127.0.0.1:${port}`,
    openRaw,
    refusedBy: async () =>
      (await metrics.httpRefused.get()).values.map(({ labels, value }) => [labels.limit, value]),
    async open() {
      const session = connect(`https://127.0.0.1:${port}`, { ca: files.cert });
      sessions.push(session.on('error', () => {}));
      await once(session, 'connect');
      return session;
    },
  };
}

async function statusOf(stream: ClientHttp2Stream): Promise<number | undefined> {
  stream.on('error', () => {});
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
  stream.resume();
  return headers[':status'];
}
const get = (session: ClientHttp2Session, path: string) => statusOf(session.request({ ':path': path }));
const post = (session: ClientHttp2Session, path: string, body: string) => {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/json',
  });
  stream.end(body);
  return statusOf(stream);
};
async function openStream(session: ClientHttp2Session) {
  const stream = session.request({ ':path': '/api/stream' }).on('error', () => {});
  await once(stream, 'data');
  return stream;
}

const TYPE = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, continuation: 9 };
const [ACK, END_STREAM, END_HEADERS] = [0x1, 0x1, 0x4];
function frame(type: number, flags: number, streamId: number, payload: Buffer = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}
const NAME = 'localhost';
/** `GET /` of this host, by HPACK without Huffman codes. */
const GET = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, NAME.length]), Buffer.from(NAME)]);
const getFrame = (streamId: number) => frame(TYPE.headers, END_STREAM | END_HEADERS, streamId, GET);

/** Types and streams of the frames that a socket has received. */
function typesOf(socket: TLSSocket) {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  return () => {
    const types: string[] = [];
    for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3))
      types.push(`${received.readUInt8(at + 3)} of ${received.readUInt32BE(at + 5)}`);
    return types;
  };
}

it('twenty event streams and a stop share one connection', async () => {
  const { open } = await serve({ connectionsPerAddress: 1 });
  const session = await open();
  for (let n = 0; n < 20; n++) await openStream(session);
  expect(await post(session, '/api/mqtt/stop', '')).toBe(200);
  expect(await post(session, '/api/read', '{}')).toBe(200);
});

it('a client without HTTP/2 is served by HTTP/1.1', async () => {
  const { url } = await serve();
  const socket = connectTls({ port: Number(new URL(url).port), host: '127.0.0.1', ca: files.cert });
  sockets.push(socket);
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200/);
});

it('requests of one connection count by address', async () => {
  const { open, refusedBy } = await serve({ requestsPerAddress: 3 });
  const session = await open();
  const stalled = Array.from({ length: 5 }, () =>
    statusOf(
      session.request({ ':method': 'POST', ':path': '/api/read', 'content-type': 'application/json' }),
    ),
  );
  expect(await Promise.all(stalled.slice(3))).toEqual([429, 429]);
  expect(await refusedBy()).toEqual([['requests_per_address', 2]]);
  void Promise.allSettled(stalled);
});

it('a body that does not arrive ends its request alone, also without a length', async () => {
  const { open, refusedBy } = await serve({ bodyMs: 50 });
  const session = await open();
  const stream = await openStream(session);
  const stalled = session.request({
    ':method': 'POST',
    ':path': '/api/read',
    'content-type': 'application/json',
  });
  stalled.on('error', () => {}).write('{');
  await once(stalled, 'close');
  expect(await refusedBy()).toEqual([['body_time', 1]]);
  expect([stream.closed, session.closed]).toEqual([false, false]);
});

it('a refused request with an unread body gets its answer without a header of HTTP/1.1', async () => {
  const { open } = await serve();
  const warned = vi.fn();
  process.on('warning', warned);
  const session = await open();
  const stalled = session.request({ ':method': 'POST', ':path': '/api/none', 'content-length': '9' });
  expect(await statusOf(stalled)).toBe(404);
  expect(await get(session, '/healthz')).toBe(200);
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

it('a crowded server closes an idle connection, and never one with an event stream', async () => {
  const { open, refusedBy } = await serve({ connections: 8 });
  const [idle, live] = [await open(), await open()];
  await openStream(live);
  expect(await get(live, '/healthz')).toBe(200);
  for (let n = 0; n < 10; n++) expect(await get(await open(), '/healthz')).toBe(200);
  await waitFor(() => idle.closed);
  expect(live.closed).toBe(false);
  expect((await refusedBy()).map(([limit]) => limit)).toEqual(['unfinished_requests']);
});

it('a connection without a request is closed after ten seconds, one with an event stream stays', async () => {
  const { open, openRaw } = await serve();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const live = await open();
  await openStream(live);
  const [idle, rude] = [await open(), await openRaw()];
  const closed = [once(idle, 'close'), once(rude, 'close')];
  // The handshakes of both must have ended on the server's side too.
  await new Promise((done) => idle.ping(done));
  await once(rude, 'data');
  rude.pause();
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.advanceTimersByTimeAsync(2000);
  rude.resume();
  await Promise.all(closed);
  expect(live.closed).toBe(false);
});

it('CONNECT is refused, and the server goes on', async () => {
  const { open } = await serve();
  const session = await open();
  expect(await statusOf(session.request({ ':method': 'CONNECT', ':authority': 'localhost' }))).toBe(405);
  expect(await get(session, '/healthz')).toBe(200);
});

it('headers above 16 kB are refused, and the connection goes on', async () => {
  const { openRaw } = await serve();
  const socket = await openRaw();
  const types = typesOf(socket);
  // 0x7f and two bytes: a length of 127 and 9873.
  const long = Buffer.concat([Buffer.from([0x40, 1, 0x79, 0x7f, 0x91, 0x4d]), Buffer.alloc(10_000, 'x')]);
  socket.write(frame(TYPE.headers, END_STREAM, 1, Buffer.concat([GET, long])));
  socket.write(frame(TYPE.continuation, END_HEADERS, 1, long));
  await waitFor(() => types().includes(`${TYPE.reset} of 1`), { timeoutMs: 5000 });
  socket.write(getFrame(3));
  await waitFor(() => types().includes(`${TYPE.headers} of 3`));
  expect(types()).not.toContain(`${TYPE.headers} of 1`);
});

it('the server stops while clients have streams open', async () => {
  const { open } = await serve();
  const session = await open();
  const stream = await openStream(session);
  const closed = [once(session, 'close'), once(stream, 'close')];
  await app.close();
  await Promise.all(closed);
});

describe('a flood closes its connection, and others are served:', () => {
  it.each([
    ['cancelled requests', (id: number) => [getFrame(id), frame(TYPE.reset, 0, id, Buffer.alloc(4))]],
    ['requests above the most at once', (id: number) => [frame(TYPE.headers, END_HEADERS, id, GET)]],
    ['settings', () => [frame(TYPE.settings, 0, 0)]],
    ['pings', () => [frame(TYPE.ping, 0, 0, Buffer.alloc(8))]],
    [
      'parts of one header',
      (id: number) => [
        id === 1
          ? frame(TYPE.headers, END_STREAM, 1, GET)
          : frame(TYPE.continuation, 0, 1, Buffer.from([0x40, 1, 0x78, 1, 0x79])),
      ],
    ],
    ['invalid frames', (id: number) => [frame(TYPE.data, 0, id)]],
  ])('%s', async (_kind, framesOf) => {
    const { open, openRaw } = await serve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await openRaw();
    socket.pause();
    for (let id = 1; !socket.destroyed && id < 40_000; id += 2) {
      socket.write(Buffer.concat(framesOf(id)));
      if (id % 100 === 1) await new Promise((done) => setImmediate(done));
    }
    // Of answers that are not read the server makes no more, and the connection has no request.
    await vi.advanceTimersByTimeAsync(12_000);
    vi.useRealTimers();
    socket.resume();
    await waitFor(() => socket.destroyed, { what: 'the connection closed' });
    expect(await get(await open(), '/healthz')).toBe(200);
  });
});
