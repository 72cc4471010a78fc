import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import { BusRefusedError } from './peer-bus.ts';

export interface NatsSettings {
  /** `nats://user:password@a:4222,b:4222`, `tls://…` with TLS. */
  url: string;
  /** File with the certificate of the authority that signed those of the nodes; empty uses those of the system. */
  caFile?: string | undefined;
  /** File with the credentials of an account (`.creds`). */
  credentialsFile?: string | undefined;
}

/** Silence of the node for this long, twice, is a lost connection. */
const PING_MS = 2000;
const RECONNECT_MS = 100;
/** A node that accepts the connection and stays silent is left for the next one: the client would wait for 20 s. */
const HANDSHAKE_MS = 2000;
/** After the client has given up. */
const REOPEN_MS = 1000;
/** At a stop. */
const DRAIN_MS = 500;

/** The driver knows one host in an address: the parts of `BUS_URL`. */
function optionsOf({ url, caFile, credentialsFile }: NatsSettings): NodeConnectionOptions {
  const [, scheme, user, password, hosts = ''] =
    /^(nats|tls):\/\/(?:([^:@/]+)(?::([^@/]*))?@)?([^/@]+)\/?$/.exec(url) ?? [];
  return {
    servers: hosts.split(',').map((host) => host.replace(/^.*@/, '')),
    ...(user !== undefined && { user: decodeURIComponent(user), pass: decodeURIComponent(password ?? '') }),
    ...(scheme === 'tls' && { tls: caFile ? { caFile } : {} }),
    ...(credentialsFile && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    // A node would send this server its own messages too, which cost as much to read as those of another.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    waitOnFirstConnect: true,
    pingInterval: PING_MS,
    maxPingOut: 2,
    timeout: HANDSHAKE_MS,
  };
}

interface Handlers {
  /** A new connection: subscribes. */
  serve: (connection: NatsConnection) => void;
  onUp: (isUp: boolean) => void;
  warn: (err: unknown) => void;
}

/**
 * A connection to the bus that is opened again whenever it has ended. The client reconnects by itself, but gives up for good
 * after two refusals in a row, and "authentication timeout" of a node that is busy is one.
 */
export function keepConnected(settings: NatsSettings, { serve, onUp, warn }: Handlers) {
  let connection: NatsConnection | undefined;
  let refused: BusRefusedError | undefined;
  let isStopped = false;
  const stopped = new AbortController();

  async function watch(of: NatsConnection) {
    for await (const { type } of of.status())
      if (type === 'disconnect' || type === 'close') onUp(false);
      else if (type === 'reconnect') onUp(true);
      else if (type === 'slowConsumer') warn(new Error('this server reads the bus too slowly'));
  }

  async function open(): Promise<void> {
    const opened = await connect(optionsOf(settings));
    if (isStopped) return opened.close();
    connection = opened;
    serve(opened);
    await opened.flush();
    onUp(true);
    void watch(opened).catch(warn);
  }

  async function openAgain(): Promise<void> {
    while (!isStopped) {
      await connection?.closed();
      onUp(false);
      await wait(REOPEN_MS, undefined, { signal: stopped.signal, ref: false });
      await open().catch(warn);
    }
  }

  const opening = open().catch((err: Error) => {
    if (/Authorization|Authentication|Permission/i.test(`${err.name} ${err.message}`))
      refused = new BusRefusedError(err.message);
    warn(err);
  });
  void opening.then(openAgain).catch(() => {});

  return {
    get: () => connection,
    /** Rejects if the bus answers within this time and refuses this server. */
    async start(withinMs: number): Promise<void> {
      await Promise.race([opening, wait(withinMs, undefined, { ref: false })]);
      if (refused) throw refused;
    },
    async stop(isUp: boolean): Promise<void> {
      isStopped = true;
      stopped.abort();
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
