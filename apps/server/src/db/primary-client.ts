import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseHost } from '../base/database-url.ts';

export interface PrimaryConfig extends ClientConfig {
  /** Several Postgres, of which one is the primary; otherwise the one that the other settings name. */
  hosts?: readonly DatabaseHost[];
}

/** A host that takes longer to answer is not the primary. Below the shortest wait for a connection (`db.ts`). */
const PROBE_MS = 1000;
/** How often the other hosts are asked whether one of them has been promoted. */
const WATCH_MS = 3000;
/** SQLSTATE: a standby takes no writes; no connection could be made. */
export const READ_ONLY = '25006';
const UNABLE_TO_CONNECT = '08001';

const nameOf = ({ host, port }: DatabaseHost) => `${host}:${port}`;
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

/** The driver reads both fields when it connects. */
function pointTo(client: Client, { host, port }: DatabaseHost): void {
  Object.assign(client, { host, port });
  Object.assign((client as unknown as { connectionParameters: object }).connectionParameters, { host, port });
}

/** A promotion begins a new timeline: of two that take writes, the higher one is the primary. */
const timelineIf = (condition: string) => `select case when ${condition}
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;
const WRITABLE_TIMELINE = timelineIf("current_setting('transaction_read_only') = 'off'");
/** Threads that only read make their connections read-only. */
const TIMELINE = timelineIf('not pg_is_in_recovery()');

interface TimelineRow {
  timeline: number | null;
}

interface Primary {
  place: DatabaseHost;
  timeline: number;
}

/** The timeline of a Postgres that takes writes, null for a standby. */
async function probe(config: PrimaryConfig, place: DatabaseHost): Promise<number | null> {
  const { options: _, hosts: __, ...reachable } = config;
  const client = new Client({
    ...reachable,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'manoboard finder',
  });
  pointTo(client, place);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<TimelineRow>(WRITABLE_TIMELINE)).rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => {});
  }
}

type Answer = PromiseSettledResult<number | null>;

const probeAll = (config: PrimaryConfig, hosts: readonly DatabaseHost[]): Promise<Answer[]> =>
  Promise.allSettled(hosts.map((place) => probe(config, place)));

function newestOf(hosts: readonly DatabaseHost[], answers: readonly Answer[]): Primary | undefined {
  let best: Primary | undefined;
  for (const [at, place] of hosts.entries()) {
    const answer = answers[at];
    if (answer?.status !== 'fulfilled' || answer.value === null) continue;
    if (!best || answer.value > best.timeline) best = { place, timeline: answer.value };
  }
  return best;
}

async function find(config: PrimaryConfig, hosts: readonly DatabaseHost[]): Promise<Primary> {
  const answers = await probeAll(config, hosts);
  const best = newestOf(hosts, answers);
  if (best) return best;
  const refusals = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as Error] : [],
  );
  // A wrong password is the same at all hosts: the first error is what the operator can act on.
  if (
    refusals.length === hosts.length &&
    refusals.some(({ message }) => /password|does not exist/.test(message))
  )
    throw refusals[0];
  const states = hosts.map((place, at) => {
    const answer = answers[at];
    const state = answer?.status === 'rejected' ? (answer.reason as Error).message : 'takes no writes';
    return `${nameOf(place)} (${state || 'does not answer'})`;
  });
  throw failure(
    refusals.length === hosts.length ? UNABLE_TO_CONNECT : READ_ONLY,
    `none of the hosts is a primary: ${states.join(', ')}`,
  );
}

/** The primary of each list of hosts, as far as this thread knows it, and searches that are under way. */
const primaries = new Map<string, Primary>();
const searches = new Map<string, Promise<Primary>>();
/** Open connections, each with the name of its host. */
type Connections = Map<Client, string>;
const connections = new Map<string, Connections>();

const keyOf = (hosts: readonly DatabaseHost[]) => hosts.map(nameOf).join();

function findPrimary(config: PrimaryConfig, hosts: readonly DatabaseHost[]): Promise<Primary> {
  const key = keyOf(hosts);
  const known = primaries.get(key);
  if (known) return Promise.resolve(known);
  const search =
    searches.get(key) ??
    find(config, hosts)
      .then((primary) => {
        primaries.set(key, primary);
        return primary;
      })
      .finally(() => searches.delete(key));
  searches.set(key, search);
  return search;
}

function forgetPrimary(hosts: readonly DatabaseHost[], primary: Primary): void {
  const key = keyOf(hosts);
  if (primaries.get(key) === primary) primaries.delete(key);
}

const streamOf = (client: Client) =>
  (client as unknown as { connection: { stream: { destroy: () => void; destroyed: boolean } } }).connection
    .stream;

/** Not `end()`, which waits for a copy that failed half-way. */
export const closeNow = (client: Client) => streamOf(client).destroy();

/**
 * A former primary that still answers, as after the death of Patroni alone, would keep its connections: their commits wait
 * for a standby that has left it, or are lost with it. A search after a failed connection may have found the new one before.
 */
async function leaveFormerPrimary(config: PrimaryConfig, hosts: readonly DatabaseHost[], open: Connections) {
  const key = keyOf(hosts);
  const known = primaries.get(key);
  if (!known) return;
  const others = hosts.filter((place) => nameOf(place) !== nameOf(known.place));
  const newest = newestOf(others, await probeAll(config, others));
  if (primaries.get(key) !== known) return;
  const primary = newest && newest.timeline > known.timeline ? newest : known;
  primaries.set(key, primary);
  for (const [client, name] of open) if (name !== nameOf(primary.place)) closeNow(client);
}

async function watchOthers(config: PrimaryConfig, hosts: readonly DatabaseHost[], open: Connections) {
  while (open.size > 0) {
    await wait(WATCH_MS, undefined, { ref: false });
    await leaveFormerPrimary(config, hosts, open);
  }
  connections.delete(keyOf(hosts));
}

function register(
  client: Client,
  place: DatabaseHost,
  config: PrimaryConfig,
  hosts: readonly DatabaseHost[],
) {
  const key = keyOf(hosts);
  const open = connections.get(key);
  const all: Connections = open ?? new Map();
  all.set(client, nameOf(place));
  client.once('end', () => all.delete(client));
  if (open) return;
  connections.set(key, all);
  void watchOthers(config, hosts, all);
}

/**
 * A connection to the primary among several hosts. The known one is used until it fails, becomes a standby, or another one
 * is promoted.
 */
export class PrimaryClient extends Client {
  readonly #config: PrimaryConfig;

  constructor(config?: string | PrimaryConfig) {
    super(config);
    // A connection that ends before its owner listens, as during the search, would end the process. Its query has the error.
    this.on('error', () => {});
    this.#config = typeof config === 'object' ? config : {};
    const { hosts } = this.#config;
    if (!hosts) return;
    const connect = super.connect.bind(this) as () => Promise<Client>;
    const toPrimary = () => this.#connectToPrimary(hosts, connect);
    this.connect = ((done?: (error?: Error) => void) => {
      if (!done) return toPrimary();
      toPrimary().then(() => done(), done);
      return undefined;
    }) as unknown as Client['connect'];
  }

  async #connectToPrimary(hosts: readonly DatabaseHost[], connect: () => Promise<Client>): Promise<Client> {
    const primary = await findPrimary(this.#config, hosts);
    const { place } = primary;
    // The pool closes a client that takes too long.
    if (streamOf(this).destroyed) throw failure(UNABLE_TO_CONNECT, 'the primary was found too late');
    pointTo(this, place);
    try {
      await connect();
      const timeline = (await super.query<TimelineRow>(TIMELINE)).rows[0]?.timeline ?? null;
      // It may have been found again meanwhile, after the failure of another connection.
      const known = primaries.get(keyOf(hosts)) ?? primary;
      if (timeline === null || nameOf(known.place) !== nameOf(place))
        throw failure(READ_ONLY, `${nameOf(place)} is not the primary now`);
      // A Postgres that was started again may have begun a new one.
      known.timeline = timeline;
      register(this, place, this.#config, hosts);
    } catch (error) {
      forgetPrimary(hosts, primary);
      closeNow(this);
      throw error;
    }
    return this;
  }
}
