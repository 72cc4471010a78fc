import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld();
  const owner = await world.user();
  for (let n = 0; n < 20; n++) await world.enrol(owner.id);
  cookie = owner.cookie ?? '';
});
afterAll(() => world.stop());

/** The raw bytes of an answer: `fetch` would decompress them. */
const request = (path: string, headers: IncomingHttpHeaders = {}) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((done, fail) => {
    get(`${world.server.url}/api${path}`, { headers: { cookie, ...headers } }, async (answer) =>
      done({ status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }),
    ).on('error', fail);
  });
const LIST = '/users-devices/get-devices';

describe('compression', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['zstd;q=0, br;q=0.0, GZIP;q=0.1', 'gzip', gunzipSync],
  ] as const)(
    'a list for a browser that accepts %s is sent as %s',
    async (accepted, encoding, decompress) => {
      const plain = await request(LIST);
      const packed = await request(LIST, { 'accept-encoding': accepted });
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(packed.headers['content-length']).toBe(`${packed.body.length}`);
      expect(packed.body.length).toBeLessThan(plain.body.length / 4);
      expect(decompress(packed.body).equals(plain.body)).toBe(true);
    },
  );

  it.each([
    ['a client that accepts no encoding', LIST, ''],
    ['a client that accepts unknown encodings', LIST, 'deflate, fish'],
    ['an answer below 1 kB', '/users/me', 'gzip, br, zstd'],
  ])('%s gets the plain answer', async (_case, path, accepted) => {
    const { status, headers, body } = await request(path, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(() => JSON.parse(body.toString())).not.toThrow();
  });
});

describe('ETag', () => {
  it.each([
    LIST,
    '/users-devices/get-all-fc-devices',
    '/api-requests/online-devices',
    '/alerts',
    '/actual-data/all-last-data',
  ])('%s answers 304 without a body to a client that has the list', async (path) => {
    const { status, headers } = await request(path, { 'accept-encoding': 'br' });
    expect(status).toBe(200);
    const etag = headers.etag ?? '';
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const known of [etag, etag.slice(2), `"fish", ${etag}`, '*']) {
      const again = await request(path, { 'if-none-match': known, 'accept-encoding': 'br' });
      expect(again.status, known).toBe(304);
      expect(again.headers.etag).toBe(etag);
      expect(again.body).toHaveLength(0);
    }
    expect((await request(path, { 'if-none-match': 'W/"fish"' })).status).toBe(200);
  });

  it('a changed list has another ETag', async () => {
    const owner = await world.user();
    const list = async (known = '') => request(LIST, { cookie: owner.cookie, 'if-none-match': known });
    const before = await list();
    await world.enrol(owner.id);
    expect((await list(before.headers.etag)).status).toBe(200);
  });

  it('a stranger with the ETag of another user is refused', async () => {
    const { headers } = await request(LIST);
    expect((await request(LIST, { cookie: '', 'if-none-match': headers.etag })).status).toBe(401);
  });
});
