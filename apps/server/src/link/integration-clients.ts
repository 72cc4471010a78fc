import { belowPrefix, integrationIdOf, integrationPrefix } from '@manoboard/contract/mqtt/integration-topics';
import { acceptMessage } from '@manoboard/domain/limits/message-rate';
import type { Client, PublishPacket, Subscription } from 'aedes';
import type { IntegrationConnection, IntegrationHandlers } from './link.ts';
import { createBuckets, type PacketBudget } from './packet-budget.ts';

/** Rates of one login over all of its connections. A start of Home Assistant subscribes to some hundred filters. */
const MESSAGES = { perMinute: 60, burst: 30 };
const SUBSCRIPTIONS = { perMinute: 600, burst: 2000 };
const MAX_FILTERS = 2000;
/** The topics of a login have less than a hundred. */
const MAX_FILTER_LENGTH = 256;
/**
 * Limits per client. Home Assistant has two wildcards for each kind of entity, 58 in 2024.9, each two with a literal prefix
 * of their own. Once a second every topic is matched with those whose prefix it has, at most 10 at each of its levels.
 */
const MAX_WILDCARDS = 200;
const MAX_WILDCARDS_OF_PREFIX = 10;
/** Rate of repeated messages per account; the burst is all values of a hundred devices, twice. */
const REPEATS = { unitsPerSecond: 2000, burst: 4000, maxDelayed: Number.POSITIVE_INFINITY };
/** Time for which a login is refused after a flood, without a password check. */
const FLOOD_PENALTY_MS = 60_000;
/** Limit per login; a further connection replaces the oldest. */
const CONNECTIONS_PER_LOGIN = 4;
/** A client that reads too slowly is disconnected: unsent bytes are in the memory of the server. */
const MAX_UNSENT_BYTES = 16 * 1024 * 1024;
/** Where accepted messages of integrations end: no client may subscribe to it, so the broker routes none of them. */
const NOWHERE = 'integration/received';
/** The QoS in the answer to a denied subscription. */
const DENIED = 128;
/** Topic of the birth message that Home Assistant uses by default, whatever its discovery prefix is. */
const DEFAULT_BIRTH = 'homeassistant/status';

/** The levels before the first wildcard, with the last slash; nothing for a filter without one. */
const literalPrefix = (filter: string) => /^([^+#]*\/|)[^/]*[+#]/.exec(filter)?.[1];

/** Filters with wildcards, by their literal prefix. */
function createWildcards() {
  const byPrefix = new Map<string, Set<string>>();
  let size = 0;
  return {
    hasRoom: (prefix: string) =>
      size < MAX_WILDCARDS && (byPrefix.get(prefix)?.size ?? 0) < MAX_WILDCARDS_OF_PREFIX,
    add(filter: string, prefix: string): void {
      const filters = byPrefix.get(prefix) ?? new Set();
      if (!filters.has(filter)) size++;
      byPrefix.set(prefix, filters.add(filter));
    },
    delete(filter: string, prefix: string): void {
      const filters = byPrefix.get(prefix);
      if (filters?.delete(filter)) size--;
      if (filters?.size === 0) byPrefix.delete(prefix);
    },
    matches(topic: string, among: ReadonlySet<string>): boolean {
      for (let end = 0; end >= 0; end = topic.indexOf('/', end) + 1 || -1)
        for (const filter of byPrefix.get(topic.slice(0, end)) ?? [])
          if (among.has(filter) && matchesFilter(filter, topic)) return true;
      return false;
    },
  };
}

/** MQTT 4.7: `+` matches one level, a final `#` its own level and all below it. */
function matchesFilter(filter: string, topic: string): boolean {
  const [wanted, given] = [filter.split('/'), topic.split('/')];
  for (const [level, part] of wanted.entries()) {
    if (part === '#') return true;
    if (level >= given.length || (part !== '+' && part !== given[level])) return false;
  }
  return wanted.length === given.length;
}

interface Options {
  handlers: IntegrationHandlers;
  /** Limits the packets of this client, with all others of the same user. */
  allow: (client: Client, userId: number, name: string, onFlood: () => void) => void;
  drop: (reason: string, name: string) => void;
  elapsedMs: () => number;
}

/** A connection with the messages that its client would find retained on another broker. */
function createConnection(client: Client, integrationId: number, repeats: PacketBudget) {
  const prefix = `${integrationPrefix(integrationId)}/`;
  const filters = new Set<string>();
  const wildcards = createWildcards();
  /** Filters whose messages will be sent again. */
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let content: ReadonlyMap<string, string> = new Map();

  const close = () => void client.conn.destroy();
  /** Values have exact subscriptions, and their number grows with the devices. */
  const matches = (among: ReadonlySet<string>) => (path: string) =>
    among.has(prefix + path) || wildcards.matches(prefix + path, among);
  let unsentBytes = 0;

  function send(path: string, payload: string) {
    if (client.conn.destroyed) return;
    if (unsentBytes > MAX_UNSENT_BYTES) return close();
    unsentBytes += payload.length;
    const message = { topic: prefix + path, payload, qos: 0 as const, retain: false, dup: false };
    client.publish({ cmd: 'publish', ...message }, () => {
      unsentBytes -= payload.length;
    });
  }

  const connection: IntegrationConnection = {
    integrationId,
    close,
    setContent(next, isRepeated) {
      const before = content;
      content = next;
      const isSubscribed = matches(filters);
      for (const path of before.keys()) if (!next.has(path) && isSubscribed(path)) send(path, '');
      for (const [path, payload] of next)
        if ((before.get(path) !== payload || isRepeated(path)) && isSubscribed(path)) send(path, payload);
    },
  };

  /** Many subscriptions are answered together, so that repeated ones cost no more than one. */
  function repeatSoon(): void {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        const isDue = matches(due);
        const wanted = [...content].filter(([path]) => isDue(path));
        due.clear();
        repeats.charge(1 + wanted.length, performance.now());
        for (const [path, payload] of wanted) send(path, payload);
      },
      repeats.waitMs(1, performance.now()),
    );
  }

  return {
    client,
    connection,
    prefix,
    /** At once: the others of its packet are judged before any of them is subscribed. */
    admit(filter: string): boolean {
      if (filters.has(filter)) return true;
      const literal = literalPrefix(filter);
      if (filters.size >= MAX_FILTERS || filter.length > MAX_FILTER_LENGTH) return false;
      if (literal !== undefined && !wildcards.hasRoom(literal)) return false;
      filters.add(filter);
      if (literal !== undefined) wildcards.add(filter, literal);
      return true;
    },
    /** As a broker sends retained messages: at each subscription, also a repeated one. */
    subscribe(filter: string): void {
      due.add(filter);
      repeatSoon();
    },
    unsubscribe(filter: string): void {
      for (const known of [filters, due]) known.delete(filter);
      const literal = literalPrefix(filter);
      if (literal !== undefined) wildcards.delete(filter, literal);
    },
    sendAll(): void {
      for (const filter of filters) due.add(filter);
      repeatSoon();
    },
    stop: () => clearTimeout(timer),
  };
}
type ClientConnection = ReturnType<typeof createConnection>;

/**
 * Connections of integration logins. The broker routes nothing to or from them: messages of the server are written to the
 * connection directly, so a client that does not read blocks no board, and what a client publishes reaches only the
 * handlers.
 */
export function createIntegrationClients({ handlers, allow, drop, elapsedMs }: Options) {
  const repeats = createBuckets(REPEATS);
  /** End of the penalty of each login that flooded. */
  const refusedUntilMs = new Map<number, number>();
  const clients = new Map<Client, ClientConnection>();
  const due = { messages: new Map<number, number>(), subscriptions: new Map<number, number>() };

  function accept(kind: keyof typeof due, { connection: { integrationId: id } }: ClientConnection): boolean {
    const rate = kind === 'messages' ? MESSAGES : SUBSCRIPTIONS;
    const nextMs = acceptMessage(due[kind].get(id), elapsedMs(), rate);
    if (nextMs !== undefined) due[kind].set(id, nextMs);
    return nextMs !== undefined;
  }

  function receive(from: ClientConnection, { topic, payload, retain, dup }: PublishPacket) {
    const { client, connection, prefix, sendAll } = from;
    // The will message of a client that is gone.
    if (client.closed) return;
    if (!accept('messages', from)) return drop('too_many_messages', prefix);
    const text = payload.toString();
    if (topic === DEFAULT_BIRTH || topic === `${prefix}${belowPrefix('birth')}`) {
      if (text === 'online') sendAll();
      return;
    }
    if (!topic.startsWith(prefix)) return drop('foreign_topic', prefix);
    // A retained or repeated command may be hours old.
    if (retain || dup) return drop('old_command', prefix);
    handlers.received(connection, topic.slice(prefix.length), text);
  }

  return {
    /** The client gets an ID of its own, so that it cannot replace the connection of a board with that ID. */
    async authenticate(client: Client, username: string, password: Uint8Array): Promise<boolean> {
      const id = integrationIdOf(username);
      if (id === undefined || !client.clean || (refusedUntilMs.get(id) ?? 0) > elapsedMs()) return false;
      const userId = await handlers.authenticate(id, password);
      if (userId === undefined || client.conn.destroyed) return false;
      (client as { id: string }).id = `${username}/${client.id}`;
      allow(client, userId, username, () => void refusedUntilMs.set(id, elapsedMs() + FLOOD_PENALTY_MS));
      clients.set(client, createConnection(client, id, repeats.of(userId)));
      return true;
    },

    find: (client: Client | null) => (client ? clients.get(client) : undefined),

    /** The client has its CONNACK. */
    connect(client: Client): void {
      const connection = clients.get(client)?.connection;
      if (!connection) return;
      const all = [...clients.values()].map((one) => one.connection);
      const own = all.filter(({ integrationId }) => integrationId === connection.integrationId);
      for (const oldest of own.slice(0, -CONNECTIONS_PER_LOGIN)) oldest.close();
      handlers.connected(connection);
    },

    maySubscribe(from: ClientConnection, filter: string): boolean {
      return filter.startsWith(from.prefix) && accept('subscriptions', from) && from.admit(filter);
    },

    /** Denied subscriptions are among them, with a QoS of their own. */
    subscribe(client: Client, subscriptions: readonly Subscription[]): void {
      const from = clients.get(client);
      for (const { topic, qos } of subscriptions) if ((qos as number) !== DENIED) from?.subscribe(topic);
    },
    unsubscribe(client: Client, filters: readonly string[]): void {
      for (const filter of filters) clients.get(client)?.unsubscribe(filter);
    },

    /** Hands a message over, and leaves nothing of it for the broker to route. */
    receive(from: ClientConnection, packet: PublishPacket): void {
      receive(from, { ...packet });
      Object.assign(packet, { topic: NOWHERE, payload: Buffer.alloc(0), retain: false });
    },

    disconnect(client: Client): void {
      const lost = clients.get(client);
      if (!clients.delete(client) || !lost) return;
      lost.stop();
      handlers.lost(lost.connection);
    },

    /** Removes logins that are within their rates. */
    sweep(): void {
      const nowMs = elapsedMs();
      repeats.sweep(nowMs);
      for (const times of [...Object.values(due), refusedUntilMs])
        for (const [id, dueMs] of times) if (dueMs <= nowMs) times.delete(id);
    },
  };
}
