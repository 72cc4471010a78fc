import { BlockList, type Socket, type SocketAddress } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../../base/metrics.ts';
import { beginCommand } from '../../base/turns.ts';
import { hasBody, isClosed, streamOf } from '../exchange.ts';
import { ProblemError } from '../problem-error.ts';
import { clientKey } from '../session.ts';
import { createConnectionLimit, createCounter, createExemption } from './connection-limit.ts';
import { createHttp2 } from './http2.ts';
import { CROWDED_SHARE, createUnfinished, SERVER_TIMEOUTS } from './open-requests.ts';
import { isCommand, limitPlaces, type PlaceLimits } from './places.ts';
import type { Entrance } from './tls-or-plain.ts';

export interface HttpLimits extends PlaceLimits {
  /** Connections of all clients. Those of boards are counted apart, by the broker. */
  connections: number;
  connectionsPerAddress: number;
  /** Requests of one client address that are under way; open event streams are limited per account instead. */
  requestsPerAddress: number;
  /** Requests of one client address in a second; three times as many may come at once. Event streams count too. */
  requestsPerSecond: number;
  /** Longest time for the body of a request, except for uploaded files. */
  bodyMs: number;
  /** Loopback is exempt from limits per address, except in tests and benchmarks. */
  isLoopbackLimited: boolean;
}

export const BODY_TIMEOUT_MS = 10_000;
export const REFUSAL_MS = 1000;
/** Refusals that are delayed at the same time; more are sent at once. */
const MAX_DELAYED = 1000;
/** Refused connections that wait to be closed, as a share of all: the server is not crowded beside them. */
const REFUSED_SHARE = 1 - CROWDED_SHARE;
/**
 * Share of its connections that an address may hold to open a further one while the server is crowded. Otherwise clients
 * that reconnect at once would close each other's connections without end.
 */
const CROWDED_ADDRESS_SHARE = 0.25;

const MAX_KEYS = 10_000;
const BURST_S = 3;

/** A token bucket per key: true when the request is within the rate. Bounded: the oldest key is evicted. */
function createRate(perSecond: number) {
  const buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: MAX_KEYS });
  return function take(key: string): boolean {
    const nowMs = performance.now();
    const bucket = buckets.get(key) ?? { tokens: BURST_S * perSecond, atMs: nowMs };
    const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond;
    const tokens = Math.min(BURST_S * perSecond, refilled);
    const isWithin = tokens >= 1;
    buckets.set(key, { tokens: isWithin ? tokens - 1 : tokens, atMs: nowMs });
    return isWithin;
  };
}

/** Commands to pumps have their own bucket: a flood of other requests from the same address does not delay a stop. */
const bucketOf = (request: FastifyRequest) => (isCommand(request) ? 'commands ' : '');

/**
 * A refused request whose body has not arrived yet: the connection closes after the answer. HTTP/2 has no such header, and
 * ends the stream alone.
 */
async function closeUnread({ raw }: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode >= 400 && hasBody(raw) && !raw.complete && !streamOf(raw))
    reply.header('connection', 'close');
}

/** Waits before a refusal, unless too many wait already. */
function createDelay(ms: number, max = MAX_DELAYED) {
  let waiting = 0;
  return {
    isFull: () => waiting >= max,
    async wait(): Promise<void> {
      if (waiting >= max) return;
      waiting++;
      await pause(ms, undefined, { ref: false });
      waiting--;
    },
  };
}

/** Closes connections before Node creates a socket for them, which takes ten times as long as the refusal. */
class ConnectionRefusal extends BlockList {
  readonly #isClosed: (address: string) => boolean;
  constructor(isClosed: (address: string) => boolean) {
    super();
    this.#isClosed = isClosed;
  }
  override check(address: string | SocketAddress): boolean {
    return this.#isClosed(typeof address === 'string' ? address : address.address);
  }
}

/**
 * Calls the listeners of new connections, Node's HTTP parser among them, for admitted ones only. Others are not read, and
 * are closed after a delay, or at once if the server is crowded, since they occupy a connection too.
 */
function filterConnections(
  app: FastifyInstance,
  { refusalMs, connections }: HttpLimits,
  {
    refuse,
    admit,
    isCrowded,
    serve,
    entrance,
  }: {
    /** Counts the refusal of a further connection of this address. */
    refuse: (address: string) => boolean;
    admit: (socket: Socket) => boolean;
    isCrowded: () => boolean;
    /** True for a connection that is none of HTTP/1.1. */
    serve: (socket: Socket) => boolean;
    entrance: Entrance;
  },
) {
  const { server } = app;
  const listeners = server.listeners('connection');
  const delay = createDelay(refusalMs, Math.min(MAX_DELAYED, REFUSED_SHARE * connections));
  const refused = new Set<Socket>();
  const gate = new ConnectionRefusal((address) => (isCrowded() || delay.isFull()) && refuse(address));
  Object.assign(server, { blockList: gate });
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (admit(socket)) {
      entrance.open(socket, (opened) => {
        if (serve(opened)) return;
        for (const listener of listeners) listener.call(server, opened);
      });
      return;
    }
    refused.add(socket.on('error', () => {}).once('close', () => refused.delete(socket)));
    if (isCrowded()) socket.destroy();
    else void delay.wait().then(() => socket.destroy());
  });
  app.addHook('preClose', async () => {
    for (const socket of refused) socket.destroy();
    entrance.stop();
  });
}

/**
 * Limits that apply before authentication. Connections of a reverse proxy are exempt from the limit per address; their
 * requests are counted by the forwarded address.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: HttpLimits,
  {
    trustedProxies,
    metrics,
    entrance,
    accountOf,
    isMonitor,
  }: { trustedProxies: string | undefined; metrics: Metrics; entrance: Entrance } & Pick<
    Parameters<typeof limitPlaces>[2],
    'accountOf' | 'isMonitor'
  >,
) {
  const isExempt = createExemption(limits.isLoopbackLimited, trustedProxies);
  const perAddress = createConnectionLimit(limits.connectionsPerAddress, isExempt);
  const requests = createCounter(limits.requestsPerAddress);
  /** A stream counts until its user is authenticated. */
  const opening = new WeakMap<FastifyRequest, () => void>();
  const isWithinRate = createRate(limits.requestsPerSecond);
  const refused = (limit: string) => metrics.httpRefused.inc({ limit });

  const http2 = createHttp2(app.server);
  const unfinished = createUnfinished(app.server, limits.connections, (request) =>
    entrance.acceptedOf(http2.socketOf(request)),
  );
  const { isCrowded } = unfinished;
  const refuse = (address: string) => {
    const isFull = unfinished.isFull();
    const isRefused = isFull || perAddress.isFull(address, isCrowded() ? CROWDED_ADDRESS_SHARE : 1);
    if (isRefused) refused(isFull ? 'connections' : 'connections_per_address');
    return isRefused;
  };
  const admit = (socket: Socket) => {
    if (refuse(socket.remoteAddress ?? '') || !perAddress.admit(socket)) return false;
    if (isCrowded() && unfinished.closeOldest()) refused('unfinished_requests');
    unfinished.add(socket);
    return true;
  };
  filterConnections(app, limits, { refuse, admit, isCrowded, serve: http2.serve, entrance });
  app.addHook('preClose', async () => http2.stop());
  const delayRefusal = createDelay(limits.refusalMs);

  app.addHook('onRequest', async (request, reply) => {
    if (request.socket.remoteAddress === undefined || isExempt(request.ip)) return;
    const key = bucketOf(request) + clientKey(request);
    const refuse = async (limit: string) => {
      refused(limit);
      await delayRefusal.wait();
      return new ProblemError('TOO_MANY_REQUESTS', { retry_after: 1 });
    };
    if (!isWithinRate(key)) throw await refuse('requests_per_second');
    // Those of a known session are counted by account: the windows of a person send many at once on one connection.
    if (!isCommand(request) && accountOf(request) !== undefined) return;
    const leave = requests.enter(key);
    if (!leave) throw await refuse('requests_per_address');
    if (request.routeOptions.config.isStream) opening.set(request, leave);
    reply.raw.once('close', leave);
  });
  app.addHook('preHandler', async (request, reply) => {
    const leave = opening.get(request);
    if (!leave || isClosed(reply.raw)) return;
    reply.raw.off('close', leave);
    leave();
  });
  limitPlaces(app, limits, { accountOf, isExempt, isMonitor, refused });
  app.addHook('preParsing', async (request, reply, body) => {
    const { isUpload } = request.routeOptions.config;
    if (isUpload) unfinished.keep(request.raw);
    // Without a body there is no end to wait for: the timer would cut an open event stream.
    if (!hasBody(request.raw)) return;
    const timer = setTimeout(
      () => {
        refused('body_time');
        reply.raw.destroy();
      },
      isUpload ? SERVER_TIMEOUTS.requestTimeout : limits.bodyMs,
    );
    body.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
  app.addHook('onSend', closeUnread);
  app.addHook('onRequest', async (request, reply) => {
    if (isCommand(request) && !isClosed(reply.raw)) reply.raw.once('close', beginCommand());
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An event stream, which stays open. */
    isStream?: boolean;
    /** The body is a file. */
    isUpload?: boolean;
  }
}
