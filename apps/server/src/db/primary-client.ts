import { Client, type ClientConfig } from 'pg';
import type { DatabaseHost } from '../base/database-url.ts';

export interface PrimaryConfig extends ClientConfig {
  /** Several Postgres, of which one is the primary; otherwise the one that the other settings name. */
  hosts?: readonly DatabaseHost[];
}

/** A host that takes longer to answer is not the primary. Below the shortest wait for a connection (`db.ts`). */
const PROBE_MS = 1000;
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
const TIMELINE = `select case when current_setting('transaction_read_only') = 'off'
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

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
    return (await client.query<{ timeline: number | null }>(TIMELINE)).rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => {});
  }
}

async function find(config: PrimaryConfig, hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  const answers = await Promise.allSettled(hosts.map((place) => probe(config, place)));
  let best: { place: DatabaseHost; timeline: number } | undefined;
  for (const [at, place] of hosts.entries()) {
    const answer = answers[at];
    if (answer?.status !== 'fulfilled' || answer.value === null) continue;
    if (!best || answer.value > best.timeline) best = { place, timeline: answer.value };
  }
  if (best) return best.place;
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
const primaries = new Map<string, DatabaseHost>();
const searches = new Map<string, Promise<DatabaseHost>>();

function findPrimary(config: PrimaryConfig, hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  const key = hosts.map(nameOf).join();
  const known = primaries.get(key);
  if (known) return Promise.resolve(known);
  const search =
    searches.get(key) ??
    find(config, hosts)
      .then((place) => {
        primaries.set(key, place);
        return place;
      })
      .finally(() => searches.delete(key));
  searches.set(key, search);
  return search;
}

function forgetPrimary(hosts: readonly DatabaseHost[], place: DatabaseHost): void {
  const key = hosts.map(nameOf).join();
  if (primaries.get(key) === place) primaries.delete(key);
}

const streamOf = (client: Client) =>
  (client as unknown as { connection: { stream: { destroy: () => void; destroyed: boolean } } }).connection
    .stream;

/** Not `end()`, which waits for a copy that failed half-way. */
export const closeNow = (client: Client) => streamOf(client).destroy();

/**
 * A connection to the primary among several hosts. The known one is used until it fails or becomes a standby; then all
 * are asked again.
 */
export class PrimaryClient extends Client {
  readonly #config: PrimaryConfig;

  constructor(config?: string | PrimaryConfig) {
    super(config);
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
    const place = await findPrimary(this.#config, hosts);
    // The pool closes a client that takes too long.
    if (streamOf(this).destroyed) throw failure(UNABLE_TO_CONNECT, 'the primary was found too late');
    pointTo(this, place);
    try {
      await connect();
      const { rows } = await super.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (rows[0]?.standby) throw failure(READ_ONLY, `${nameOf(place)} is a standby now`);
    } catch (error) {
      forgetPrimary(hosts, place);
      closeNow(this);
      throw error;
    }
    return this;
  }
}
