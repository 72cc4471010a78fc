import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { isIntegrationName } from '@manoboard/contract/mqtt/integration-topics';
import { topicPath, topics } from '@manoboard/contract/mqtt/topics';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { inUrl, listen } from '../net/ports.ts';
import type { TlsLayer } from '../net/tls.ts';
import { type ClientOptions, type Clients, createBrokerClients, MAX_KEEPALIVE_S } from './broker-clients.ts';
import { type BrokerWatch, watchBroker } from './broker-watch.ts';
import { commandLifeS } from './command-life.ts';
import { createHandshakeQueue, type HandshakeQueue } from './handshake-queue.ts';
import type { DownTopic, Link } from './link.ts';
import { REASON } from './mqtt5/reason.ts';
import { createNoStorage } from './no-storage.ts';

interface BrokerOptions extends ClientOptions {
  host: string;
  port: number;
  maxConnections: number;
  /** False for a connection above the limit of its address. */
  admit: (socket: Socket) => boolean;
  /** False for a connection without TLS from another machine. */
  admitPlain?: (socket: Socket) => boolean;
  /** MQTT over TLS. */
  tls?: { port: number; layer: TlsLayer } | undefined;
  connectTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Enough to keep the database batches full, few enough for the event loop to turn within milliseconds. */
const HANDSHAKES_AT_ONCE = 64;
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;

// Without it the first packet makes 65,536 buffers, one for each number: 7 MB of objects that each collection visits.
writeToStream.cacheNumbers = false;

/** The client with which the server probes its own broker. */
const createProber = () => ({ clientId: 'server', secret: randomBytes(16).toString('hex') });
type Prober = ReturnType<typeof createProber>;

interface ListenHandlers {
  drop: Clients['drop'];
  serve: (socket: Socket) => void;
  onFull: () => void;
  onError: (error: Error) => void;
}

function createBroker(
  { boards, integrations, drop }: Clients,
  handshakes: HandshakeQueue,
  prober: Prober,
  { connectTimeoutMs = CONNECT_TIMEOUT_MS, handlers, now }: BrokerOptions,
) {
  const isProber = (clientId: string | undefined, password: Buffer | undefined) =>
    clientId === prober.clientId && password?.toString() === prober.secret;
  return Aedes.createBroker({
    connectTimeout: connectTimeoutMs,
    keepaliveLimit: MAX_KEEPALIVE_S,
    persistence: createNoStorage(),
    preConnect: (client, { clientId, password }, done) => {
      const go = () => done(null, true);
      if (isProber(clientId, password)) go();
      else handshakes.enter(client, go);
    },
    authenticate: (client, username, password, done) => {
      if (isProber(client.id, password)) {
        done(null, true);
        return;
      }
      const name = username ?? '';
      const { authenticate } = isIntegrationName(name) ? integrations : boards;
      authenticate(client, name, password ?? Buffer.alloc(0)).then(
        (isAccepted) => {
          if (!isAccepted) {
            drop('bad_credentials', username, undefined, client);
            handlers.refused?.(name, (client.conn as Partial<Socket>).remoteAddress);
          }
          done(isAccepted ? null : refusal(), isAccepted);
        },
        (error: Error) => {
          drop('not_authenticated', username, error);
          done(Object.assign(error, { returnCode: SERVER_UNAVAILABLE }), false);
        },
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const integration = integrations.find(client);
      const isAllowed = integration
        ? integrations.maySubscribe(integration, subscription.topic)
        : boards.maySubscribe(client, subscription.topic);
      if (!isAllowed) drop('foreign_subscription', integration?.prefix ?? boards.find(client)?.deviceId);
      done(null, isAllowed ? subscription : null);
    },
    authorizePublish: (client, packet, done) => {
      const integration = integrations.find(client);
      if (integration) {
        integrations.receive(integration, packet);
        done(null);
      } else void boards.receive(client, packet).then(done);
    },
    // Last check against a late command.
    authorizeForward: (_client, packet) =>
      commandLifeS(packet.topic, packet.payload as Buffer, Math.floor(now() / 1000)) === 0 ? null : packet,
  });
}

const PLAIN_REFUSED =
  'a connection by plain MQTT from another machine was refused: use mqtts, or allow it with MQTT_ALLOW_PLAIN=1';

const closeServer = (server: NetServer) =>
  new Promise<void>((done) => (server.listening ? server.close(() => done()) : done()));

/** Listens for plain MQTT and MQTT over TLS, and limits the connections. */
async function listenForClients(options: BrokerOptions, { drop, serve, onFull, onError }: ListenHandlers) {
  const { host, port, metrics, quietWarn, admitPlain = () => true, tls } = options;
  const sockets = new Set<Socket>();

  /** Before a TLS handshake: refused connections cost none. */
  function admit(socket: Socket): boolean {
    const isFull = sockets.size >= options.maxConnections;
    const isAdmitted = !isFull && options.admit(socket);
    if (isAdmitted) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // Nagle's algorithm would hold a PUBACK back for the board's delayed ACK, 40 ms.
      socket.setNoDelay(true);
      return true;
    }
    drop(isFull ? 'too_many_connections' : 'too_many_of_address', undefined);
    socket.destroy();
    if (isFull) onFull();
    return false;
  }

  const plainServer = createServer((socket) => {
    if (!admitPlain(socket)) {
      metrics.messagesDropped.inc({ reason: 'plain_connection' });
      quietWarn('plain-mqtt', { address: socket.remoteAddress }, PLAIN_REFUSED);
      socket.destroy();
    } else if (admit(socket)) serve(socket);
  });
  const tlsServer = createServer((socket) => {
    // A socket without a listener for errors would end the process.
    if (admit(socket.on('error', () => {}))) tls?.layer.accept(socket, serve);
  });
  const closeSockets = [
    await listen(plainServer, { host, port, hostSetting: 'MQTT_HOST', portSetting: 'MQTT_PORT' }),
    ...(tls
      ? [
          await listen(tlsServer, {
            host,
            port: tls.port,
            hostSetting: 'MQTT_HOST',
            portSetting: 'MQTT_TLS_PORT',
          }),
        ]
      : []),
  ];
  // Without a listener an error event, such as a connection that cannot be accepted, would end the process.
  for (const server of [plainServer, tlsServer]) server.on('error', onError);

  return {
    /** No new connections; resolves when the last one has ended. */
    close(): Promise<unknown> {
      for (const close of closeSockets) close();
      return Promise.all([plainServer, tlsServer].map(closeServer));
    },
    destroyAll(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** An in-process MQTT broker for boards: each uses its own topics, and each frame is acknowledged after its commit. */
export async function startEmbeddedBroker(options: BrokerOptions): Promise<Link> {
  const { host, port, tls, handlers, metrics, quietWarn } = options;
  const prober = createProber();
  const handshakes = createHandshakeQueue(HANDSHAKES_AT_ONCE);
  const clients = createBrokerClients(options);
  const { boards, integrations, drop } = clients;
  const broker = await createBroker(clients, handshakes, prober, options);

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
    clients.ready(client);
  });
  broker.on('subscribe', (subscriptions, client) => integrations.subscribe(client, subscriptions));
  broker.on('unsubscribe', (filters, client) => integrations.unsubscribe(client, filters));
  broker.on('client', boards.connect);
  broker.on('keepaliveTimeout', (client) => clients.explain(client, REASON.keepAliveTimeout));

  /** Called when the socket closes: the broker reports no disconnect for some connections that close during their start. */
  function disconnect(client: Client) {
    handshakes.leave(client);
    integrations.disconnect(client);
    // Probe our own listener: the disconnect may be our fault.
    if (boards.disconnect(client)) watch?.probeSoon();
  }

  /** Boards connect as soon as the first socket listens. */
  let watch: BrokerWatch | undefined;

  function serve(socket: Socket): void {
    clients.gate(socket);
    const client = broker.handle(socket);
    // `once` would keep 0.25 kB more for each connection, and so below; a socket closes once.
    socket.on('close', () => disconnect(client));
  }

  const onError = (error: Error) =>
    quietWarn('broker-error', { reason: error.message }, 'the broker has a problem');
  (broker as unknown as EventEmitter).on('error', onError);
  const onFull = () => watch?.probeSoon();
  const listeners = await listenForClients(options, { drop, serve, onFull, onError });
  metrics.brokerUp.set(1);
  const started = watchBroker({ host: REACHED_AT[host] ?? host, port, ...prober }, (isUp) => {
    metrics.brokerUp.set(isUp ? 1 : 0);
    if (!isUp) quietWarn('broker', { host, port }, 'the broker does not answer');
    handlers.answers(isUp);
  });
  watch = started;

  return {
    url: `mqtt://${inUrl(host)}:${port}`,
    tlsUrl: tls && `mqtts://${inUrl(host)}:${tls.port}`,
    port,
    send: (name, deviceId, message, n) => publish(name, topicPath(name, deviceId, n), payloadOf(message)),
    forget: (name, deviceId) => publish(name, topicPath(name, deviceId), Buffer.alloc(0)),
    cut: boards.cut,
    isUp: started.isUp,
    close: boards.close,
    handOver: boards.handOver,
    stop: async () => {
      started.stop();
      handshakes.stop();
      clients.stop();
      clients.explainToAll(REASON.shuttingDown);
      const closed = listeners.close();
      await new Promise<void>((done) => broker.close(() => done()));
      listeners.destroyAll();
      await closed;
    },
  };
}

/** A broker that listens on all addresses is probed on loopback. */
const REACHED_AT: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const payloadOf = (message: object) =>
  message instanceof Uint8Array ? Buffer.from(message) : Buffer.from(JSON.stringify(message));

const refusal = (): AuthenticateError =>
  Object.assign(new Error('bad user name or password'), { returnCode: BAD_CREDENTIALS });
