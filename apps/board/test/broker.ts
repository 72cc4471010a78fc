import { createServer, type Server, type Socket } from 'node:net';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import {
  type Ack,
  type Message,
  matchTopic,
  type TopicName,
  topicPath,
} from '@manoboard/contract/mqtt/topics';
import { Aedes, type AuthenticateError, type Client } from 'aedes';

interface Received {
  topic: string;
  retain: boolean;
  payload: Uint8Array;
}

/** A real broker for one test file: records everything, withholds acknowledgements, drops connections. */
export interface TestBroker {
  url: string;
  clients: Map<string, { username: string | undefined; keepalive: number; clean: boolean; version: number }>;
  secrets: Map<string, string>;
  received: Received[];
  /** The decoded messages of one kind so far. */
  all<N extends TopicName>(name: N): Message<N>[];
  /** The first matching message, past or future. */
  first<N extends TopicName>(name: N, fits?: (message: Message<N>) => boolean): Promise<Message<N>>;
  /** The n-th message of a kind. */
  nth<N extends TopicName>(n: number, name: N, fits?: (message: Message<N>) => boolean): Promise<Message<N>>;
  /** Resolves when the condition holds; checked after every message. */
  until(holds: () => boolean): Promise<void>;
  command(deviceId: string, payload: object | string, more?: { retain?: boolean }): Promise<void>;
  /** Publishes on any topic of the server. */
  publish(
    name: TopicName,
    deviceId: string,
    payload: object | string,
    more?: { retain?: boolean },
  ): Promise<void>;
  /** Faulty on purpose: delivers these commands to every subscriber, from any topic. */
  haunt(ghosts: (() => readonly (object | string)[]) | undefined): void;
  /** While held, publishes of this kind are received but never acknowledged. */
  hold(name: TopicName | undefined): void;
  /** Drops every connection without a DISCONNECT, like a network failure. */
  cut(): void;
  close(): Promise<void>;
}

/** Above the range of `freePort` and below the ephemeral ports from 32768 on. */
const randomPort = () => 30_000 + Math.floor(Math.random() * 2700);

async function listen(server: Server): Promise<number> {
  for (;;) {
    const port = randomPort();
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isListening) return port;
  }
}

function decodedAs<N extends TopicName>(name: N, { topic, payload }: Received): Message<N> | undefined {
  if (matchTopic(topic)?.name !== name) return undefined;
  const decoded = decodeMessage(name, payload);
  if (!decoded.ok) throw new Error(`${topic} is outside the contract: ${decoded.reason}`);
  return decoded.message;
}

const packetOf = (topic: string, payload: object | string, retain: boolean) => ({
  cmd: 'publish' as const,
  topic,
  payload: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
  qos: 1 as const,
  retain,
  dup: false,
});

const refusal = (): AuthenticateError => Object.assign(new Error('bad login'), { returnCode: 4 });

export async function startBroker(): Promise<TestBroker> {
  const received: Received[] = [];
  const listeners = new Set<() => void>();
  const clients: TestBroker['clients'] = new Map();
  const secrets: TestBroker['secrets'] = new Map();
  const sockets = new Set<Socket>();
  let held: TopicName | undefined;
  let ghosts: (() => readonly (object | string)[]) | undefined;

  const aedes = await Aedes.createBroker({
    preConnect(client: Client, packet, callback) {
      const { clientId, keepalive, clean, protocolVersion, username } = packet;
      const version = protocolVersion ?? 0;
      clients.set(clientId, { username, keepalive: keepalive ?? 0, clean: clean ?? false, version });
      client.on('error', () => undefined);
      callback(null, true);
    },
    authenticate(_client, username, password, done) {
      const wanted = secrets.get(username ?? '');
      const isKnown = wanted === undefined || wanted === password?.toString();
      if (isKnown) done(null, true);
      else done(refusal(), false);
    },
    authorizePublish(client, packet, callback) {
      const { topic, retain, payload } = packet;
      received.push({ topic, retain, payload: Buffer.from(payload) });
      for (const notify of listeners) notify();
      // aedes acknowledges by QoS; a packet without an answer here would block the connection.
      if (client && matchTopic(topic)?.name === held) packet.qos = 0;
      callback(null);
    },
  });
  aedes.on('subscribe', (subscriptions, client) => {
    const topic = subscriptions.map(({ topic }) => topic).find((path) => matchTopic(path)?.name === 'cmd');
    if (!topic) return;
    for (const ghost of ghosts?.() ?? []) client.publish(packetOf(topic, ghost, false), () => undefined);
  });
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    aedes.handle(socket);
  });
  const port = await listen(server);

  function nth<N extends TopicName>(
    n: number,
    name: N,
    fits: (message: Message<N>) => boolean = () => true,
  ): Promise<Message<N>> {
    return new Promise((resolve) => {
      let next = 0;
      let found = 0;
      const check = () => {
        for (; next < received.length; next++) {
          const entry = received[next];
          const message = entry && decodedAs(name, entry);
          if (!message || !fits(message) || ++found < n) continue;
          listeners.delete(check);
          resolve(message);
          return;
        }
      };
      listeners.add(check);
      check();
    });
  }

  const publish: TestBroker['publish'] = (name, deviceId, payload, { retain = false } = {}) =>
    new Promise((resolve, reject) => {
      const packet = packetOf(topicPath(name, deviceId), payload, retain);
      aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
    });

  return {
    url: `mqtt://127.0.0.1:${port}`,
    clients,
    secrets,
    received,
    all: (name) => received.flatMap((message) => decodedAs(name, message) ?? []),
    first: (name, fits) => nth(1, name, fits),
    nth,
    until: (holds) =>
      new Promise((resolve) => {
        const check = () => {
          if (!holds()) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      }),
    command: (deviceId, payload, more) => publish('cmd', deviceId, payload, more),
    publish,
    haunt(next) {
      ghosts = next;
    },
    hold(name) {
      held = name;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Every ack received by a broker, by command; parses each message once. */
export function ackLedger({ received }: TestBroker) {
  const acks = new Map<string, Ack[]>();
  let read = 0;
  function all(): ReadonlyMap<string, readonly Ack[]> {
    for (; read < received.length; read++) {
      const { topic, payload } = received[read] ?? {};
      if (!topic?.endsWith('/ack')) continue;
      const ack: Ack = JSON.parse(new TextDecoder().decode(payload));
      acks.set(ack.id, [...(acks.get(ack.id) ?? []), ack]);
    }
    return acks;
  }
  return {
    all,
    count: (id: string) => all().get(id)?.length ?? 0,
    hasEnded: (id: string) =>
      all()
        .get(id)
        ?.some(({ st }) => st !== 'accepted') ?? false,
  };
}
