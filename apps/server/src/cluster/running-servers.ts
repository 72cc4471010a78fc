import type { Logger } from '../base/log.ts';
import { StartRefused } from '../base/start-refused.ts';
import { BusRefusedError, type PeerBus } from '../bus/peer-bus.ts';
import type { Db } from '../db/db.ts';
import { countOnline } from './board-sessions.repo.ts';
import { deleteServer, deleteServers, listServers, markRunning, type ServerRow } from './servers.repo.ts';

interface Settings {
  db: Db;
  serverId: string;
  version: string;
  hasLink: boolean;
  peers: PeerBus;
  now: () => number;
  log: Logger;
  isDatabaseUp: () => boolean;
}

/** A shorter silence may be a slow server. */
const DEAD_AFTER_MS = 5000;
/** Others are judged only by a server that has read them regularly. */
const JUDGE_WITHIN_MS = 3000;
const FORGET_AFTER_MS = 86_400_000;
const MOST_CLOCK_ERROR_MS = 5000;
const BUS_LOST_MS = 2000;
/** Servers notice at different moments, within 4 s, that the database is away. */
const DATABASE_LOST_MS = 5000;

/** The row of this server, those of the others, and which of them have stopped answering. */
export function createRunningServers(settings: Settings) {
  const { db, serverId, version, hasLink, peers, now, log, isDatabaseUp } = settings;
  let rows: ServerRow[] = [];
  let dead = new Set<string>();
  let clockErrorMs = 0;
  let isDraining = false;
  let busLostMs = performance.now();
  peers.onChange((isUp) => {
    if (!isUp) busLostMs = performance.now();
  });
  /** Servers that have said on the bus that they reach the database, or do not. */
  const reaches = new Map<string, boolean>();
  let databaseLostMs: number | undefined;
  peers.subscribe('database', (message, from) => {
    reaches.set(from, (message as { isUp: boolean }).isUp);
  });

  /** Silent in the database and on the bus; while the bus is away the database alone decides. */
  const isSilent = ({ serverId: id, silentMs }: ServerRow) =>
    id !== serverId && silentMs > DEAD_AFTER_MS && !peers.peers().includes(id);

  async function markOwn(): Promise<void> {
    const own = { serverId, version, isBusUp: peers.isUp(), isDraining, hasLink };
    const beganMs = now();
    const databaseMs = await markRunning(db, own);
    // Read somewhere in between: an answer that waited, as for a frozen server, says little about the clock.
    const [least, most] = [databaseMs - now(), databaseMs - beganMs];
    clockErrorMs = Math.min(Math.max(clockErrorMs, least), most);
  }

  return {
    isDead: (id: string) => dead.has(id),
    isDraining: () => isDraining,
    /** The clock of the database, which all servers share. */
    sharedNow: () => now() + clockErrorMs,
    /** Servers whose work must be left alone. */
    living: () => rows.filter((row) => !isSilent(row)).map((row) => row.serverId),
    /** False when this server has lost the bus and another one has not: that one can serve everything. */
    isConnected(): boolean {
      const lostForMs = peers.isUp() ? 0 : performance.now() - busLostMs;
      return (
        lostForMs < BUS_LOST_MS ||
        !rows.some((row) => row.serverId !== serverId && row.isBusUp && !isSilent(row))
      );
    },
    /** Whether another server reaches the database: then this one alone has lost it. */
    isDatabaseElsewhere: () =>
      databaseLostMs !== undefined &&
      performance.now() - databaseLostMs > DATABASE_LOST_MS &&
      peers.peers().some((id) => reaches.get(id) === true),
    publishReach(): void {
      const isUp = isDatabaseUp();
      databaseLostMs = isUp ? undefined : (databaseLostMs ?? performance.now());
      peers.publish('database', { isUp });
    },

    async start(): Promise<void> {
      await peers.start().catch((error: unknown) => {
        if (!(error instanceof BusRefusedError)) throw error;
        throw new StartRefused(`The bus (BUS_URL) refuses this server: ${error.message}.`);
      });
      await markOwn();
      if (Math.abs(clockErrorMs) > MOST_CLOCK_ERROR_MS)
        throw new StartRefused(
          `The clock of this machine differs from that of the database by ${Math.round(Math.abs(clockErrorMs) / 1000)} s, and several servers need the same time. Set it by NTP.`,
        );
    },
    drain(): void {
      isDraining = true;
    },
    /**
     * `announce` applies a change: others are dead, or alive again. `polledMs` is the last poll that read everything:
     * after an outage of the database all rows are old, also when the first read of the sessions fails.
     */
    async read(announce: (change: () => void) => void, polledMs: number): Promise<void> {
      const begunMs = performance.now();
      await markOwn();
      rows = await listServers(db);
      const older = rows.filter((row) => !row.hasChecksum && row.silentMs <= DEAD_AFTER_MS);
      peers.acceptUnsigned(new Set(older.map((row) => row.serverId)));
      if (begunMs - polledMs > JUDGE_WITHIN_MS) return;
      const next = new Set(rows.filter(isSilent).map((row) => row.serverId));
      if (next.size === dead.size && [...next].every((id) => dead.has(id))) return;
      for (const id of next) if (!dead.has(id)) log.warn({ server: id }, 'a server has stopped answering');
      announce(() => {
        dead = next;
      });
    },
    forgetGone: (stoppedForMs: number) => deleteServers(db, { gone: FORGET_AFTER_MS, stopped: stoppedForMs }),
    /** Without its row the boards that have not moved yet would be offline at once. */
    async stop(): Promise<void> {
      await countOnline(db, serverId)
        .then((boards) => (boards === 0 ? deleteServer(db, serverId) : undefined))
        .catch(() => {});
    },
  };
}
