import { lookup } from 'node:dns';
import { createServer } from 'node:net';
import { freePort } from '@manoboard/testkit/free-port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../test/http-receiver.ts';
import {
  createOutgoing,
  failureOfStatus,
  isTemporary,
  networkOf,
  type OutgoingError,
} from './outgoing-http.ts';

const TIMEOUT_MS = 300;
const publicOnly = createOutgoing({ isLocalAllowed: false });
const withLocal = createOutgoing({ isLocalAllowed: true, timeoutMs: TIMEOUT_MS });

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.accept();
  receiver.requests.length = 0;
});
afterAll(() => receiver.stop());

const failureOf = (url: string, { post } = withLocal) =>
  post({ url, headers: {}, body: '{}' }).then(
    () => null,
    ({ failure }: OutgoingError) => failure,
  );

it.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['10.1.2.3', 'local'],
  ['100.64.0.1', 'local'],
  ['127.0.0.1', 'local'],
  ['172.31.255.255', 'local'],
  ['192.168.1.5', 'local'],
  ['::1', 'local'],
  ['fd12::1', 'local'],
  ['::ffff:192.168.1.5', 'local'],
  ['::ffff:8.8.8.8', 'forbidden'],
  ['0.0.0.0', 'forbidden'],
  ['::', 'forbidden'],
  ['169.254.169.254', 'forbidden'],
  ['::ffff:169.254.169.254', 'forbidden'],
  ['100.100.100.200', 'forbidden'],
  ['::ffff:100.100.100.200', 'forbidden'],
  ['168.63.129.16', 'forbidden'],
  ['192.0.0.192', 'forbidden'],
  ['fd00:ec2::254', 'forbidden'],
  ['fd00:0ec2:0:0:0:0:0:23', 'forbidden'],
  ['fd20:ce::254', 'forbidden'],
  ['100.100.100.201', 'local'],
  ['fd00::1', 'local'],
  ['fe80::1', 'forbidden'],
  ['64:ff9b::a00:1', 'forbidden'],
  ['2002:a00:1::', 'forbidden'],
  ['224.0.0.1', 'forbidden'],
  ['255.255.255.255', 'forbidden'],
])('networkOf: %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ['https://ntfy.example.com/pump', true, true],
  ['https://8.8.8.8/', true, true],
  ['http://ntfy.example.com/', false, true],
  ['http://8.8.8.8/', false, false],
  ['http://192.168.1.5:8123/api/webhook/x', false, true],
  ['https://192.168.1.5/', false, true],
  ['https://[::1]/', false, true],
  ['https://2130706433/', false, true],
  ['https://0x7f.1/', false, true],
  ['https://169.254.169.254/latest/meta-data', false, false],
  ['https://[fe80::1]/', false, false],
  ['http://100.100.100.200/latest/meta-data', false, false],
  ['http://[fd00:ec2::254]/latest/meta-data', false, false],
  ['https://localhost/', false, true],
  ['https://localhost./', false, true],
  ['https://nas:8443/x', false, true],
  ['http://homeassistant:8123/api/webhook/x', false, true],
  ['https://user:password@ntfy.example.com/', false, false],
  ['ftp://ntfy.example.com/', false, false],
  ['file:///etc/passwd', false, false],
  ['no address', false, false],
])('%s: allowed by default %s, with WEBHOOK_LOCAL %s', (url, byDefault, locally) => {
  expect([publicOnly.isAllowedUrl(url), withLocal.isAllowedUrl(url)]).toEqual([byDefault, locally]);
});

describe('post', () => {
  it('sends headers and body, and returns the status and the beginning of the answer', async () => {
    const url = `${receiver.url}/hook?x=1`;
    expect(await withLocal.post({ url, headers: { 'x-test': 'a' }, body: 'text' })).toEqual({
      status: 201,
      text: 'ok',
    });
    expect(receiver.requests).toMatchObject([{ path: '/hook?x=1', headers: { 'x-test': 'a' } }]);
    expect(receiver.requests[0]?.body.toString()).toBe('text');
  });

  it('checks the address that a host name resolves to', async () => {
    const resolved = lookup.bind(undefined, 'localhost') as (...args: unknown[]) => void;
    const resolve = ((_host, options, done) => resolved(options, done)) as typeof lookup;
    const url = receiver.url.replace('http://127.0.0.1', 'https://pumps.example.com');
    expect(await failureOf(url, createOutgoing({ isLocalAllowed: false, resolve }))).toBe('address');
    expect(await failureOf(receiver.url.replace('127.0.0.1', 'localhost'))).toBeNull();
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    ['120', 120_000],
    [new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3_600_000, -5)],
    ['0', undefined],
    [new Date(0).toUTCString(), undefined],
    ['soon', undefined],
  ])('reads the pause that an answer requests (Retry-After: %s)', async (text, pauseMs) => {
    receiver.answerBy((response) => response.writeHead(429, { 'retry-after': text }).end());
    const answer = await withLocal.post({ url: receiver.url, headers: {}, body: '' });
    expect(answer.retryAfterMs).toEqual(pauseMs);
  });

  it('follows no redirect', async () => {
    receiver.answerBy((response) => response.writeHead(302, { location: `${receiver.url}/other` }).end());
    const { status } = await withLocal.post({ url: receiver.url, headers: {}, body: '' });
    expect([status, failureOfStatus(status), receiver.requests.length]).toEqual([302, 'redirect', 1]);
  });

  it('cuts off an endless answer after 200 characters', async () => {
    receiver.answerBy((response) => {
      const more = () => response.write('x'.repeat(64 * 1024), (error) => error ?? setImmediate(more));
      more();
    });
    const { status, text } = await withLocal.post({ url: receiver.url, headers: {}, body: '' });
    expect([status, text]).toEqual([200, 'x'.repeat(200)]);
  });

  it('gives up a receiver that does not answer, and keeps the status of one that stops in the middle', async () => {
    receiver.answerBy(() => {});
    expect(await failureOf(receiver.url)).toBe('timeout');
    receiver.answerBy((response) => response.writeHead(200).write('begun'));
    expect(await withLocal.post({ url: receiver.url, headers: {}, body: '' })).toEqual({
      status: 200,
      text: 'begun',
    });
  });

  it('fails when the receiver switches protocols', async () => {
    const switching = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Fish\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      );
    });
    const port = await freePort();
    await new Promise<void>((done) => switching.listen(port, '127.0.0.1', done));
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toBe('other');
    switching.close();
  });

  it('names a closed port, an unknown host and a receiver without TLS', async () => {
    expect(await failureOf(receiver.url.replace('http:', 'https:'))).toBe('tls');
    expect(await failureOf('http://nobody.invalid/')).toBe('unknown_host');
    expect(await failureOf('http://127.0.0.1:1/')).toBe('refused');
  });
});

it.each([
  [200, null, false],
  [204, null, false],
  [301, 'redirect', false],
  [400, 'status', false],
  [404, 'status', false],
  [408, 'status', true],
  [429, 'status', true],
  [500, 'status', true],
  [503, 'status', true],
])('status %d: failure %s, temporary %s', (status, failure, isRetried) => {
  expect([failureOfStatus(status), isTemporary(status)]).toEqual([failure, isRetried]);
});
