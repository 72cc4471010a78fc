import { connect as connectPlain, type Socket } from 'node:net';
import {
  ACK_TIMEOUT_MS,
  brokerAddress,
  type Client,
  type ClientEvents,
  type ClientLogin,
  CONNECT_TIMEOUT_MS,
  isRefusal,
  NotAcknowledged,
} from './client.ts';
import {
  connectPacket,
  createPacketReader,
  DISCONNECT,
  Packet,
  PINGREQ,
  pubackPacket,
  publishPacket,
  type Received,
  readPublish,
  subscribePacket,
} from './packets.ts';
import { tlsCause } from './server-trust.ts';
import { openTlsSocket } from './tls-socket.ts';

const TICK_MS = 5_000;
/** One timer for all clients, not one per board. It runs while any client exists. */
const ticking = new Set<() => void>();
let ticker: NodeJS.Timeout | undefined;

function tickWith(tick: () => void): () => void {
  ticking.add(tick);
  ticker ??= setInterval(() => {
    for (const each of ticking) each();
  }, TICK_MS);
  return () => {
    ticking.delete(tick);
    if (ticking.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
}

/** Shared read buffer: packet contents are copied before the next read. */
const inbox = Buffer.alloc(64 * 1024);

function openSocket({ url, trust }: ClientLogin, onBytes: (bytes: Buffer) => void): Socket {
  const { isTls, host, port } = brokerAddress(url);
  if (isTls) return openTlsSocket({ host, port, trust }).on('data', onBytes);
  const callback = (count: number) => {
    onBytes(inbox.subarray(0, count));
    return true;
  };
  const onread = { buffer: inbox, callback };
  return connectPlain({ host, port, noDelay: true, onread });
}

interface Waiting {
  sentMs: number;
  done: (body: Buffer) => void;
  fail: (error: Error) => void;
}

/** MQTT 3.1.1 client for many boards in one process, limited to what a board needs. */
export function openLightClient(login: ClientLogin, events: ClientEvents): Client {
  const socket = openSocket(login, receive);
  const waiting = new Map<number, Waiting>();
  const begunMs = performance.now();
  let sentMs = begunMs;
  let pingedMs: number | undefined;
  let isOpen = false;
  let isRefused = false;
  let lastId = 0;

  function send(bytes: Buffer): void {
    sentMs = performance.now();
    socket.write(bytes);
  }

  function request(packetOf: (id: number) => Buffer): Promise<Buffer> {
    return new Promise((done, fail) => {
      if (!isOpen) return fail(new Error('not connected'));
      do lastId = (lastId % 0xffff) + 1;
      while (waiting.has(lastId));
      const packet = packetOf(lastId);
      send(packet);
      waiting.set(lastId, { sentMs, done, fail });
    });
  }

  function answer(received: Received): void {
    const id = received.body.readUInt16BE(0);
    waiting.get(id)?.done(Buffer.from(received.body));
    waiting.delete(id);
  }

  function handlePacket(received: Received): void {
    const { type, body } = received;
    if (type === Packet.connack) {
      const code = body[1];
      isOpen = code === 0;
      isRefused = isRefusal(code);
      if (isOpen) events.onOpen();
      else socket.destroy();
    } else if (type === Packet.publish) {
      const { topic, id, payload, isRetained } = readPublish(received);
      events.onMessage(topic, payload, isRetained);
      if (id !== undefined) send(pubackPacket(id));
    } else if (type === Packet.puback || type === Packet.suback) answer(received);
    else if (type === Packet.pingresp) pingedMs = undefined;
  }

  /** In sending order: the first unexpired entry ends the search. */
  function failUnacknowledged(nowMs: number): void {
    for (const [id, { sentMs, fail }] of waiting) {
      if (nowMs - sentMs < ACK_TIMEOUT_MS) return;
      waiting.delete(id);
      fail(new NotAcknowledged());
    }
  }

  /** Sends PINGREQ before the keep-alive ends and leaves a broker that does not answer. */
  const stopTicking = tickWith(() => {
    const nowMs = performance.now();
    const keepAliveMs = 1000 * login.keepAliveS;
    const isLate = isOpen ? nowMs - (pingedMs ?? nowMs) > keepAliveMs : nowMs - begunMs > CONNECT_TIMEOUT_MS;
    if (isLate) socket.destroy();
    else if (isOpen && pingedMs === undefined && nowMs - sentMs >= keepAliveMs - 2 * TICK_MS) {
      pingedMs = nowMs;
      send(PINGREQ);
    }
    failUnacknowledged(nowMs);
  });

  const read = createPacketReader(handlePacket);
  function receive(bytes: Buffer): void {
    try {
      read(bytes);
    } catch {
      socket.destroy();
    }
  }
  socket.once(login.url.startsWith('mqtts:') ? 'secureConnect' : 'connect', () => send(connectPacket(login)));
  // The close event handles errors.
  let cause: string | undefined;
  socket.on('error', (error) => {
    cause ??= tlsCause(error, brokerAddress(login.url).host);
  });
  socket.once('close', () => {
    isOpen = false;
    stopTicking();
    for (const { fail } of waiting.values()) fail(new Error('the connection ended'));
    waiting.clear();
    events.onClose(isRefused, cause);
  });

  return {
    isOpen: () => isOpen,
    async publish(topic, payload, retain) {
      await request((id) => publishPacket(id, topic, payload, retain));
    },
    async subscribe(filters) {
      const body = await request((id) => subscribePacket(id, filters));
      return filters.filter((_, at) => body[2 + at] === 1);
    },
    end() {
      isOpen = false;
      socket.end(DISCONNECT);
    },
    destroy: () => void socket.destroy(),
  };
}
