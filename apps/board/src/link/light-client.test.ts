import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBroker, type TestBroker } from '../../test/broker.ts';
import { ID_DEV } from '../../test/parts.ts';
import { ACK_TIMEOUT_MS, type Client, type ClientLogin, NotAcknowledged } from './client.ts';
import { openLightClient } from './light-client.ts';
import { openMqttClient } from './mqtt-client.ts';

const will = { topic: topicPath('status', ID_DEV), payload: '{"v":1,"online":0,"boot":1}', retain: true };
const loginTo = (url: string, change: Partial<ClientLogin> = {}): ClientLogin => ({
  url,
  clientId: ID_DEV,
  username: ID_DEV,
  password: 'secret',
  keepAliveS: 20,
  will,
  ...change,
});

function open(openClient: typeof openLightClient, login: ClientLogin) {
  const seen = { isOpen: false, messages: [] as [string, number, boolean][], closed: [] as boolean[] };
  const client: Client = openClient(login, {
    onOpen() {
      seen.isOpen = true;
    },
    onMessage: (topic, payload, isRetained) => seen.messages.push([topic, payload.length, isRetained]),
    onClose: (isRefused) => seen.closed.push(isRefused),
  });
  return { client, seen };
}

describe.each([
  ['light', openLightClient],
  ['mqtt', openMqttClient],
] as const)('the %s client at a real broker', (_name, openClient) => {
  let broker: TestBroker;
  let client: Client;
  let closed: boolean[];
  beforeEach(async () => {
    closed = [];
    broker = await startBroker();
  });
  afterEach(async () => {
    vi.useRealTimers();
    client.destroy();
    await waitFor(() => closed.length > 0);
    await broker.close();
  });

  async function start() {
    const opened = open(openClient, loginTo(broker.url));
    client = opened.client;
    closed = opened.seen.closed;
    await waitFor(() => opened.seen.isOpen);
    return opened;
  }

  it('connects with a clean session, keep-alive and MQTT 3.1.1', async () => {
    await start();
    expect(broker.clients.get(ID_DEV)).toEqual({ username: ID_DEV, keepalive: 20, clean: true, version: 4 });
  });

  it('a publish resolves on PUBACK', async () => {
    await start();
    broker.hold('tele');
    let isDone = false;
    const topic = topicPath('tele', ID_DEV);
    const first = client.publish(topic, '{"held":1}', false).then(() => {
      isDone = true;
    });
    first.catch(() => undefined);
    await client.publish(topicPath('status', ID_DEV), will.payload, true);
    expect(isDone).toBe(false);
    expect(broker.received.map(({ retain }) => retain)).toEqual([false, true]);
  });

  it('a publish without PUBACK rejects after 20 s and keeps the connection', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
    });
    const { seen } = await start();
    broker.hold('tele');
    const outcome = client.publish(topicPath('tele', ID_DEV), '{"held":1}', false).then(
      () => 'acknowledged',
      (error) => error,
    );
    await broker.until(() => broker.received.length === 1);
    vi.advanceTimersByTime(ACK_TIMEOUT_MS);
    expect(await outcome).toBeInstanceOf(NotAcknowledged);
    broker.hold(undefined);
    await client.publish(topicPath('tele', ID_DEV), '{"held":0}', false);
    expect(seen.closed).toEqual([]);
  });

  it('receives subscribed messages of any size and returns the granted filters', async () => {
    const { seen } = await start();
    const filters = [topicPath('cmd', ID_DEV), `mnb/v1/${ID_DEV}/ota/chunk/+`];
    expect(await client.subscribe(filters)).toEqual(filters);
    await broker.publish('cmd', ID_DEV, 'x'.repeat(30_000));
    await broker.publish('cmd', ID_DEV, 'y');
    await waitFor(() => seen.messages.length === 2);
    expect(seen.messages).toEqual([
      [topicPath('cmd', ID_DEV), 30_000, false],
      [topicPath('cmd', ID_DEV), 1, false],
    ]);
  });

  it('retained messages arrive with the retain flag', async () => {
    await broker.publish('cfg/desired', ID_DEV, '{}', { retain: true });
    const { seen } = await start();
    await client.subscribe([topicPath('cfg/desired', ID_DEV)]);
    await waitFor(() => seen.messages.length === 1);
    expect(seen.messages[0]?.[2]).toBe(true);
  });

  it('a dropped connection publishes the will; a DISCONNECT does not', async () => {
    const { seen } = await start();
    client.end();
    await waitFor(() => seen.closed.length === 1);
    expect(broker.received).toEqual([]);
    await start();
    client.destroy();
    await broker.first('status', ({ online }) => online === 0);
  });

  it('a wrong secret is a refusal, an unreachable broker is not', async () => {
    broker.secrets.set(ID_DEV, 'another');
    const refused = open(openClient, loginTo(broker.url));
    client = refused.client;
    closed = refused.seen.closed;
    await waitFor(() => refused.seen.closed.length === 1);
    expect(refused.seen).toMatchObject({ isOpen: false, closed: [true] });
    const nobody = open(openClient, loginTo('mqtt://127.0.0.1:9'));
    await waitFor(() => nobody.seen.closed.length === 1);
    expect(nobody.seen.closed).toEqual([false]);
  });
});

describe('the light client with a faulty broker', () => {
  let server: Server;
  let line: Socket;
  let url: string;
  let seen: ReturnType<typeof open>['seen'];
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    line.destroy();
    server.close();
    await waitFor(() => seen.closed.length === 1);
  });

  async function start(hello = Buffer.of(0x20, 2, 0, 0)) {
    const connected = once(server, 'connection');
    const opened = open(openLightClient, loginTo(url));
    seen = opened.seen;
    [line] = (await connected) as [Socket];
    await once(line, 'data');
    line.write(hello);
    return opened;
  }

  it.each([
    ['an endless length', Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['a packet beyond the size limit', Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f)],
    ['a publish shorter than its topic', Buffer.of(0x32, 1, 0)],
    ['an acknowledgement without a packet id', Buffer.of(0x40, 0)],
  ])('%s ends the connection, not the program', async (_what, bytes) => {
    await start();
    await waitFor(() => seen.isOpen);
    line.write(bytes);
    await waitFor(() => seen.closed.length === 1);
  });

  it('unacknowledged publishes reject when the connection ends', async () => {
    const { client } = await start();
    await waitFor(() => seen.isOpen);
    const publish = client.publish('t', 'x', false);
    const outcome = expect(publish).rejects.toThrow('the connection ended');
    line.destroy();
    await outcome;
    await expect(client.publish('t', 'x', false)).rejects.toThrow('not connected');
  });

  it('packets may arrive byte by byte', async () => {
    await start(Buffer.of(0x20));
    for (const byte of [2, 0, 0, 0x30, 5, 0, 1, 0x74, 0x61, 0x62]) {
      await new Promise((done) => line.write(Buffer.of(byte), done));
    }
    await waitFor(() => seen.messages.length === 1);
    expect(seen.messages).toEqual([['t', 2, false]]);
  });

  it('sends PINGREQ within the keep-alive and leaves a silent broker', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await start();
    await waitFor(() => seen.isOpen);
    const ping = once(line, 'data');
    vi.advanceTimersByTime(15_000);
    expect((await ping)[0]).toEqual(Buffer.of(0xc0, 0));
    vi.advanceTimersByTime(30_000);
    await waitFor(() => seen.closed.length === 1);
  });
});
