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

/** Packets that wait for the broker's acknowledgement, in sending order. */
function createRequests(send: (packet: Buffer) => void) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  return {
    send: (packetOf: (id: number) => Buffer): Promise<Buffer> =>
      new Promise((done, fail) => {
        do lastId = (lastId % 0xffff) + 1;
        while (waiting.has(lastId));
        send(packetOf(lastId));
        waiting.set(lastId, { sentMs: performance.now(), done, fail });
      }),
    answer({ body }: Received) {
      const id = body.readUInt16BE(0);
      waiting.get(id)?.done(Buffer.from(body));
      waiting.delete(id);
    },
    /** The first unexpired entry ends the search. */
    failOld(nowMs: number) {
      for (const [id, { sentMs, fail }] of waiting) {
        if (nowMs - sentMs < ACK_TIMEOUT_MS) return;
        waiting.delete(id);
        fail(new NotAcknowledged());
      }
    },
    failAll() {
      for (const { fail } of waiting.values()) fail(new Error('the connection ended'));
      waiting.clear();
    },
  };
}

/** MQTT 3.1.1 client for many boards in one process, limited to what a board needs. */
export function openLightClient(login: ClientLogin, events: ClientEvents): Client {
  const socket = openSocket(login, receive);
  const requests = createRequests(send);
  const begunMs = performance.now();
  let sentMs = begunMs;
  let pingedMs: number | undefined;
  let isOpen = false;
  let isRefused = false;

  function send(bytes: Buffer): void {
    sentMs = performance.now();
    socket.write(bytes);
  }

  async function request(packetOf: (id: number) => Buffer): Promise<Buffer> {
    if (!isOpen) throw new Error('not connected');
    return requests.send(packetOf);
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
    } else if (type === Packet.puback || type === Packet.suback) requests.answer(received);
    else if (type === Packet.pingresp) pingedMs = undefined;
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
    requests.failOld(nowMs);
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
    requests.failAll();
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
