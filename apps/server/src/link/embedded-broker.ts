import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { isIntegrationName } from '@manoboard/contract/mqtt/integration-topics';
import { decodeMessage, topicPath, topics } from '@manoboard/contract/mqtt/topics';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { QuietWarn } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import { inUrl, listen } from '../net/ports.ts';
import { mayPublish, maySubscribe } from './access-list.ts';
import { type BrokerWatch, watchBroker } from './broker-watch.ts';
import { createHandshakeQueue } from './handshake-queue.ts';
import { createIntegrationClients } from './integration-clients.ts';
import type { Board, DownTopic, Link, LinkHandlers, UpTopic } from './link.ts';
import { createMessageLimit, type MessageLimits } from './message-limit.ts';
import { createNoStorage } from './no-storage.ts';
import { createPacketBudgets, type PacketBudget } from './packet-budget.ts';
import { gatePackets, type PacketGate } from './packet-gate.ts';

interface BrokerOptions {
  host: string;
  port: number;
  maxConnections: number;
  /** False for a connection above the limit of its address. */
  admit: (socket: Socket) => boolean;
  messageLimits: MessageLimits;
  connectTimeoutMs?: number;
  handlers: LinkHandlers;
  metrics: Metrics;
  quietWarn: QuietWarn;
  nowS: () => number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SWEEP_MS = 10_000;
const MAX_KEEPALIVE_S = 120;
/** Enough to keep the database batches full, few enough for the event loop to turn within milliseconds. */
const HANDSHAKES_AT_ONCE = 64;
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;

/** An in-process MQTT broker for boards: each uses its own topics, and each frame is acknowledged after its commit. */
export async function startEmbeddedBroker(options: BrokerOptions): Promise<Link> {
  const { host, port, handlers, metrics, quietWarn } = options;
  const boards = new WeakMap<Client, Board>();
  /** The connection of each board. */
  const connected = new Map<string, Client>();
  const ourselves = { clientId: 'server', secret: randomBytes(16).toString('hex') };
  const isOurselves = (clientId: string | undefined, password: Buffer | undefined) =>
    clientId === ourselves.clientId && password?.toString() === ourselves.secret;
  const handshakes = createHandshakeQueue(HANDSHAKES_AT_ONCE);
  const messageLimit = createMessageLimit({
    limits: options.messageLimits,
    elapsedMs: () => performance.now(),
    onFlood: handlers.flooded,
  });
  const drop = (reason: string, board: string | undefined, cause?: Error) => {
    metrics.messagesDropped.inc({ reason });
    quietWarn(`drop:${reason}`, { reason, board, cause: cause?.message }, 'a message of a board was dropped');
  };
  const elapsedMs = () => performance.now();
  const budgets = createPacketBudgets(options.messageLimits.framesPerSecond);
  const gates = new WeakMap<object, PacketGate>();
  function allowPackets(client: Client, budget: PacketBudget, name: string, onFlood: () => void): void {
    gates.get(client.conn)?.allow(budget, () => {
      drop('too_many_packets', name);
      onFlood();
    });
  }
  const integrations = createIntegrationClients({
    handlers: handlers.integrations,
    allow: (client, userId, name, onFlood) => allowPackets(client, budgets.ofPrograms(userId), name, onFlood),
    drop,
    elapsedMs,
  });
  const sweeper = setInterval(() => {
    messageLimit.sweep();
    integrations.sweep();
    budgets.sweep(elapsedMs());
  }, SWEEP_MS);

  async function authenticateBoard(client: Client, deviceId: string, secret: Buffer): Promise<boolean> {
    const board = await handlers.authenticate(deviceId, secret);
    // A persistent session would store commands too, and run them hours later.
    if (!board || client.id !== board.deviceId || !client.clean) return false;
    boards.set(client, board);
    allowPackets(client, budgets.ofBoard(deviceId, board.ownerId), deviceId, () => messageLimit.hold(board));
    return true;
  }

  const broker = await Aedes.createBroker({
    connectTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepaliveLimit: MAX_KEEPALIVE_S,
    persistence: createNoStorage(),
    preConnect: (client, { clientId, password }, done) => {
      const go = () => done(null, true);
      if (isOurselves(clientId, password)) go();
      else handshakes.enter(client, go);
    },
    authenticate: (client, username, password, done) => {
      if (isOurselves(client.id, password)) {
        done(null, true);
        return;
      }
      const name = username ?? '';
      const authenticate = isIntegrationName(name) ? integrations.authenticate : authenticateBoard;
      authenticate(client, name, password ?? Buffer.alloc(0)).then(
        (isAccepted) => {
          if (!isAccepted) drop('bad_credentials', username);
          done(isAccepted ? null : refusal(), isAccepted);
        },
        (error: Error) => {
          drop('not_authenticated', username, error);
          done(Object.assign(error, { returnCode: SERVER_UNAVAILABLE }), false);
        },
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const board = client && boards.get(client);
      const integration = integrations.find(client);
      const isAllowed = integration
        ? integrations.maySubscribe(integration, subscription.topic)
        : !!board && maySubscribe(board.deviceId, subscription.topic);
      if (!isAllowed) drop('foreign_subscription', integration?.prefix ?? board?.deviceId);
      done(null, isAllowed ? subscription : null);
    },
    authorizePublish: (client, packet, done) => {
      const integration = integrations.find(client);
      if (integration) {
        integrations.receive(integration, packet);
        return done(null);
      }
      const board = client && boards.get(client);
      const name = board && mayPublish(board.deviceId, packet.topic, packet.retain);
      if (!board || !name) {
        drop('foreign_topic', board?.deviceId);
        done(new Error('not allowed'));
        return;
      }
      const current = connected.get(board.deviceId);
      // Ignores the will of a replaced connection: the new one is online.
      if (name === 'status' && current && current !== client) return done(null);
      if (!messageLimit.accept(board, name)) {
        drop('too_many_messages', board.deviceId);
        withholdPuback(packet);
        return done(null);
      }
      receive(board, name, packet.payload as Buffer).then(
        () => done(null),
        (error: Error) => {
          drop('not_stored', board.deviceId, error);
          withholdPuback(packet);
          done(null);
        },
      );
    },
    authorizeForward: (_client, packet) =>
      isExpired(packet.topic, packet.payload as Buffer, options.nowS()) ? null : packet,
  });

  /** An invalid message is dropped, counted and acknowledged: a repeat would be invalid too. */
  async function receive(board: Board, name: UpTopic, payload: Uint8Array): Promise<void> {
    const decoded = decodeMessage(name, payload);
    if (!decoded.ok) return drop(decoded.reason, board.deviceId);
    const handle = handlers.messages[name] as (board: Board, message: unknown) => Promise<void>;
    await handle(board, decoded.message);
  }

  const publish = (name: DownTopic, topic: string, payload: Buffer) =>
    new Promise<void>((done, fail) => {
      const { qos } = topics[name];
      const packet = { cmd: 'publish' as const, topic, payload, qos, retain: false, dup: false };
      broker.publish(packet, (error) => (error ? fail(error) : done()));
    });

  // Frees the place at the CONNACK: a slow network until the birth must not delay other boards.
  broker.on('clientReady', (client) => {
    handshakes.leave(client);
    integrations.connect(client);
  });
  broker.on('subscribe', (subscriptions, client) => integrations.subscribe(client, subscriptions));
  broker.on('unsubscribe', (filters, client) => integrations.unsubscribe(client, filters));

  // Closes the old connection here: the broker misses one that is closing.
  broker.on('client', (client) => {
    const board = boards.get(client);
    if (!board || client.conn.destroyed) return;
    const former = connected.get(board.deviceId);
    connected.set(board.deviceId, client);
    metrics.boardsConnected.set(connected.size);
    former?.conn.destroy();
  });

  /** Called when the socket closes: the broker reports no disconnect for some connections that close during their start. */
  function disconnect(client: Client) {
    handshakes.leave(client);
    integrations.disconnect(client);
    const board = boards.get(client);
    if (!board) return;
    if (connected.get(board.deviceId) === client) connected.delete(board.deviceId);
    metrics.boardsConnected.set(connected.size);
    // Probe our own listener: the disconnect may be our fault.
    watch?.probeSoon();
    handlers.lost(board);
  }

  /** Boards connect as soon as the first socket listens. */
  let watch: BrokerWatch | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const isFull = sockets.size >= options.maxConnections;
    if (isFull || !options.admit(socket)) {
      drop(isFull ? 'too_many_connections' : 'too_many_of_address', undefined);
      socket.destroy();
      if (isFull) watch?.probeSoon();
      return;
    }
    sockets.add(socket);
    // Nagle's algorithm would hold a PUBACK back for the board's delayed ACK, 40 ms.
    socket.setNoDelay(true);
    const onTooLarge = () => drop('packet_too_large', undefined);
    gates.set(socket, gatePackets(socket, { budget: budgets.ofStranger(), elapsedMs, onTooLarge }));
    const client = broker.handle(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      disconnect(client);
    });
  });
  const place = { host, port, hostSetting: 'MQTT_HOST', portSetting: 'MQTT_PORT' };
  const closeSockets = await listen(server, place);

  const warnOf = (error: Error) =>
    quietWarn('broker-error', { reason: error.message }, 'the broker has a problem');
  // Without a listener an error event, such as a connection that cannot be accepted, would end the process.
  server.on('error', warnOf);
  (broker as unknown as EventEmitter).on('error', warnOf);
  metrics.brokerUp.set(1);
  const started = watchBroker({ host: REACHED_AT[host] ?? host, port, ...ourselves }, (isUp) => {
    metrics.brokerUp.set(isUp ? 1 : 0);
    if (!isUp) quietWarn('broker', { host, port }, 'the broker does not answer');
    handlers.answers(isUp);
  });
  watch = started;

  return {
    url: `mqtt://${inUrl(host)}:${port}`,
    port,
    send: (name, deviceId, message, n) => publish(name, topicPath(name, deviceId, n), payloadOf(message)),
    forget: (name, deviceId) => publish(name, topicPath(name, deviceId), Buffer.alloc(0)),
    isUp: started.isUp,
    stop: async () => {
      started.stop();
      handshakes.stop();
      clearInterval(sweeper);
      closeSockets();
      const closed = new Promise<void>((done) => server.close(() => done()));
      await new Promise<void>((done) => broker.close(() => done()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A broker that listens on all addresses is probed on loopback. */
const REACHED_AT: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const payloadOf = (message: object) =>
  message instanceof Uint8Array ? Buffer.from(message) : Buffer.from(JSON.stringify(message));

/**
 * aedes acknowledges by QoS. Without a PUBACK the board keeps the message and sends it again, and its connection
 * stays: an error here would close it, and no stop would reach the pump.
 */
function withholdPuback(packet: PublishPacket) {
  packet.qos = 0;
  packet.retain = false;
}

const refusal = (): AuthenticateError =>
  Object.assign(new Error('bad user name or password'), { returnCode: BAD_CREDENTIALS });

/** Last check against a late command: the broker drops it after its expiry. */
function isExpired(topic: string, payload: Buffer, nowS: number): boolean {
  if (!topic.endsWith('/cmd')) return false;
  const decoded = decodeMessage('cmd', payload);
  return !decoded.ok || decoded.message.exp < nowS;
}
