import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
  connect,
  credsAuthenticator,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import type { QuietWarn } from '../base/log.ts';
import {
  AnswerLostError,
  BATCH_MS,
  BusRefusedError,
  NobodyThereError,
  type PeerBus,
  type PeerSubject,
} from './peer-bus.ts';

interface Settings {
  serverId: string;
  /** `nats://user:password@a:4222,b:4222`, `tls://…` with TLS. */
  url: string;
  /** File with the certificate of the authority that signed those of the nodes; empty uses those of the system. */
  caFile?: string | undefined;
  /** File with the credentials of an account (`.creds`). */
  credentialsFile?: string | undefined;
  /** Servers of one installation have the same one. */
  installation: string;
  quietWarn: QuietWarn;
}

/** Sent as soon as it has reached this size: NATS refuses messages above 1 MB. */
const BATCH_BYTES = 256 * 1024;
/** An empty batch that shows that this server is there. */
const HEARTBEAT_MS = 1000;
const HEARD_WITHIN_MS = 3000;
/** Silence of the node for this long, twice, is a lost connection. */
const PING_MS = 2000;
const RECONNECT_MS = 100;
/** At a stop. */
const DRAIN_MS = 500;
/** Without the bus the server starts after this time. */
const FIRST_CONNECT_MS = 2000;

/** JSON of a batch: the sender, then subjects and messages. */
type Batch = [from: string, ...messages: [subject: PeerSubject, message: unknown][]];

/** The driver knows one host in an address: the parts of `BUS_URL`. */
function optionsOf({ url, caFile, credentialsFile }: Settings): NodeConnectionOptions {
  const [, scheme, user, password, hosts = ''] =
    /^(nats|tls):\/\/(?:([^:@/]+)(?::([^@/]*))?@)?([^/@]+)\/?$/.exec(url) ?? [];
  return {
    servers: hosts.split(',').map((host) => host.replace(/^.*@/, '')),
    ...(user !== undefined && { user: decodeURIComponent(user), pass: decodeURIComponent(password ?? '') }),
    ...(scheme === 'tls' && { tls: caFile ? { caFile } : {} }),
    ...(credentialsFile && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    waitOnFirstConnect: true,
    pingInterval: PING_MS,
    maxPingOut: 2,
  };
}

/** Collects messages for a few milliseconds, as JSON texts. */
function createBatches(serverId: string, send: (json: string) => void) {
  let texts: string[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const json = `[${[JSON.stringify(serverId), ...texts].join(',')}]`;
    texts = [];
    size = 0;
    send(json);
  }
  return {
    add(subject: PeerSubject, message: unknown) {
      const text = JSON.stringify([subject, message]);
      texts.push(text);
      size += text.length;
      if (size >= BATCH_BYTES) flush();
      else timer ??= setTimeout(flush, BATCH_MS);
    },
    flush,
    stop: () => clearTimeout(timer),
  };
}

/** The subscribers of this server, and the other servers that have sent something lately. */
function createReceivers(serverId: string, onFailed: (err: unknown) => void) {
  const receivers = new Map<PeerSubject, ((message: unknown, from: string) => void)[]>();
  const heardMs = new Map<string, number>();
  return {
    subscribe(subject: PeerSubject, take: (message: unknown, from: string) => void): void {
      receivers.set(subject, [...(receivers.get(subject) ?? []), take]);
    },
    receive([from, ...messages]: Batch): void {
      if (from === serverId) return;
      heardMs.set(from, performance.now());
      for (const [subject, message] of messages)
        for (const take of receivers.get(subject) ?? [])
          try {
            take(message, from);
          } catch (err) {
            onFailed(err);
          }
    },
    peers(): string[] {
      const since = performance.now() - HEARD_WITHIN_MS;
      return [...heardMs].filter(([, atMs]) => atMs >= since).map(([id]) => id);
    },
  };
}

const isNobody = (err: unknown) =>
  err instanceof Error && /NoResponders/.test(`${err.name} ${(err.cause as Error | undefined)?.name}`);

/** Requests that wait: a lost connection ends them. */
function createRequests() {
  const waiting = new Set<() => void>();
  return {
    endAll(): void {
      for (const end of [...waiting]) end();
    },
    async send(to: string, request: () => Promise<Msg>): Promise<unknown> {
      let end = () => {};
      const cut = new Promise<never>((_, fail) => {
        end = () => fail(new AnswerLostError('the bus went away'));
      });
      waiting.add(end);
      try {
        const { answer } = (await Promise.race([request(), cut])).json<{ answer: unknown }>();
        return answer;
      } catch (err) {
        if (isNobody(err)) throw new NobodyThereError(`no server ${to}`);
        throw err instanceof AnswerLostError
          ? err
          : new AnswerLostError(`no answer of ${to}`, { cause: err });
      } finally {
        waiting.delete(end);
      }
    },
  };
}

/**
 * NATS core between servers. Its client would keep requests while it is disconnected and send them later, so this one
 * refuses them, and drops messages. It starts without the bus, and connects when a node is there.
 */
export function createNatsBus(settings: Settings): PeerBus {
  const { serverId, installation, quietWarn } = settings;
  const root = `manoboard.${installation}`;
  const all = `${root}.all`;
  const subjectOf = (server: string) => `${root}.server.${server}`;
  const warn = (err: unknown) => quietWarn('bus', { err }, 'the bus between servers has a problem');
  const receivers = createReceivers(serverId, warn);
  const requests = createRequests();
  const watchers: ((isUp: boolean) => void)[] = [];
  let answer: Parameters<PeerBus['respond']>[0] | undefined;
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isStopped = false;

  function setUp(next: boolean) {
    if (isUp === next) return;
    isUp = next;
    if (!next) requests.endAll();
    for (const watch of watchers) watch(next);
  }

  const batches = createBatches(serverId, (json) => {
    if (isUp) connection?.publish(all, json);
  });

  async function reply(json: string, send: (text: string) => unknown) {
    const { from, message } = JSON.parse(json) as { from: string; message: unknown };
    if (!answer) return;
    send(JSON.stringify({ answer: (await answer(message, from)) ?? null }));
  }

  async function watch(of: NatsConnection) {
    for await (const { type } of of.status())
      if (type === 'disconnect' || type === 'close') setUp(false);
      else if (type === 'reconnect') setUp(true);
      else if (type === 'slowConsumer') warn(new Error('this server reads the bus too slowly'));
  }

  async function open() {
    const opened = await connect(optionsOf(settings));
    if (isStopped) return opened.close();
    connection = opened;
    opened.subscribe(all, {
      callback: (err, message) => (err ? warn(err) : receivers.receive(message.json<Batch>())),
    });
    opened.subscribe(subjectOf(serverId), {
      callback: (err, message) =>
        err ? warn(err) : void reply(message.string(), (text) => message.respond(text)).catch(warn),
    });
    await opened.flush();
    setUp(true);
    batches.flush();
    void watch(opened).catch(warn);
  }
  let refused: BusRefusedError | undefined;
  const opening = open().catch((err: Error) => {
    if (/Authorization|Authentication|Permission/i.test(`${err.name} ${err.message}`))
      refused = new BusRefusedError(err.message);
    warn(err);
  });
  const heartbeat = setInterval(batches.flush, HEARTBEAT_MS);

  return {
    async start() {
      await Promise.race([opening, wait(FIRST_CONNECT_MS, undefined, { ref: false })]);
      if (refused) throw refused;
    },
    publish: (subject, message) => {
      if (isUp) batches.add(subject, message);
    },
    subscribe: receivers.subscribe,
    async request(to, message, timeoutMs) {
      const current = connection;
      if (!isUp || !current) throw new NobodyThereError('the bus is away');
      const json = JSON.stringify({ from: serverId, message });
      return requests.send(to, () => current.request(subjectOf(to), json, { timeout: timeoutMs }));
    },
    respond(next) {
      answer = next;
    },
    isUp: () => isUp,
    peers: receivers.peers,
    onChange: (watcher) => void watchers.push(watcher),
    async stop() {
      isStopped = true;
      clearInterval(heartbeat);
      batches.stop();
      // A client that never connected tries for ever and cannot be stopped: the process ends it.
      if (!connection) return;
      await opening;
      // Ends the subscriptions first: a request that arrives at a closed connection would wait for its deadline.
      if (isUp)
        await Promise.race([connection.drain().catch(warn), wait(DRAIN_MS, undefined, { ref: false })]);
      await connection.close();
    },
  };
}
