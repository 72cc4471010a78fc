import type { Logger, QuietWarn } from '../base/log.ts';
import { StartRefused } from '../base/start-refused.ts';
import { BusRefusedError, type PeerBus } from '../bus/peer-bus.ts';
import { batchCalls } from '../db/batch-calls.ts';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import type { Board } from '../link/link.ts';
import {
  type BoardSession,
  claimAbandoned,
  claimBoards,
  countOnline,
  findServer,
  insertMissing,
  listChanged,
  listSessions,
  markPresence,
} from './board-sessions.repo.ts';
import { createCalls } from './calls.ts';
import { deleteServer, deleteServers, listServers, markRunning, type ServerRow } from './servers.repo.ts';
import { createSharedPresence } from './shared-presence.ts';

interface Settings {
  db: Db;
  serverId: string;
  version: string;
  /** Boards connect to this server. Without it it never owns one. */
  hasLink: boolean;
  peers: PeerBus;
  now: () => number;
  log: Logger;
  quietWarn: QuietWarn;
  /** A board goes online or offline, on whichever server. */
  onChange: (change: { deviceId: string; isOnline: boolean; isConnecting: boolean }) => void;
  /** The number of boards that moved here from another server. */
  onTaken: (boards: number) => void;
  isDatabaseUp: () => boolean;
}

/** What the server does when boards come from another one, or go to it. */
export interface Moves {
  /** Before the CONNACK: reads what is kept in memory about these boards. */
  take: (boards: readonly Board[]) => Promise<void>;
  /** Forgets what is in memory about a board. */
  leave: (board: Board) => void;
  /** Closes lines of the board that are older than this connection. */
  close: (deviceId: string, conn: number) => void;
}

const POLL_MS = 1000;
/** Changed rows are read for longer than a poll may take: a row is visible at its commit. */
const CHANGED_WITHIN_S = 10;
/** A shorter silence may be a slow server. */
const DEAD_AFTER_MS = 5000;
/** How long the boards of a dead server may take to reconnect before another server judges them. */
const ABANDONED_AFTER_MS = 120_000;
const CLAIM_EVERY_MS = 10_000;
/** Others are judged only by a server that has read them regularly. */
const JUDGE_WITHIN_MS = 3000;
const FORGET_SERVER_AFTER_MS = 86_400_000;
const MOST_CLOCK_ERROR_MS = 5000;
const BUS_LOST_MS = 2000;
/** Servers notice at different moments, within 4 s, that the database is away. */
const DATABASE_LOST_MS = 5000;

/** Each board once in a statement; a board that connects twice at the same moment gets two tokens. */
function inRounds(deviceKeys: readonly DeviceKey[]): number[][] {
  const rounds: number[][] = [];
  const counts = new Map<DeviceKey, number>();
  for (const [at, key] of deviceKeys.entries()) {
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    rounds[round] = [...(rounds[round] ?? []), at];
  }
  return rounds;
}

/** Several servers on one database: the running servers, the owner of each board, and calls to the owner. */
export function createCluster(settings: Settings) {
  const { db, serverId, version, hasLink, peers, now, log, quietWarn, onChange } = settings;
  const { onTaken, isDatabaseUp } = settings;
  let moves: Moves | undefined;
  let servers: ServerRow[] = [];
  let clockErrorMs = 0;
  let isDraining = false;
  let polledMs = Number.NEGATIVE_INFINITY;
  let claimedMs = performance.now();
  let startedMs = claimedMs;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let dead = new Set<string>();
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
  const isDead = (id: string) => dead.has(id);

  /** Births and losses that are not written yet, by device. */
  const unwritten = new Map<DeviceKey, BoardSession>();
  let writing: Promise<void> | undefined;
  async function write(): Promise<void> {
    const changes = [...unwritten.values()];
    if (changes.length === 0) return;
    await markPresence(db, serverId, changes);
    for (const change of changes)
      if (unwritten.get(change.deviceKey) === change) unwritten.delete(change.deviceKey);
  }
  /** A failed write is repeated by the poll. */
  function writeSoon(): void {
    writing ??= new Promise<void>((done) => setImmediate(done))
      .then(write)
      .catch((err) => quietWarn('presence', { err }, 'the presence of boards could not be stored'))
      .finally(() => {
        writing = undefined;
      });
  }

  const presence = createSharedPresence({
    serverId,
    peers,
    nowS: () => Math.floor(now() / 1000),
    onChange,
    isDead,
    isDraining: () => isDraining,
    onMarked: (session) => {
      unwritten.set(session.deviceKey, session);
      writeSoon();
    },
    onLeft: (session) => {
      unwritten.delete(session.deviceKey);
      moves?.close(session.deviceId, session.conn);
      moves?.leave(session);
    },
  });

  const calls = createCalls({
    peers,
    sharedNow: () => now() + clockErrorMs,
    isDead,
    onFailed: (err) => log.error({ err }, 'a call of another server failed'),
  });

  async function take(boards: readonly Board[]): Promise<void> {
    onTaken(boards.length);
    await moves?.take(boards);
  }

  async function claimRound(deviceKeys: readonly DeviceKey[]) {
    const claimed = await claimBoards(db, serverId, deviceKeys);
    for (const { formerId: _, ...session } of claimed) presence.take(session);
    const moved = claimed.filter(({ formerId }) => formerId !== serverId);
    if (moved.length > 0) await take(moved);
    return new Map(claimed.map(({ deviceKey, conn }) => [deviceKey, conn]));
  }

  const claim = batchCalls(async (deviceKeys: readonly DeviceKey[]): Promise<(number | undefined)[]> => {
    const conns: (number | undefined)[] = [];
    for (const places of inRounds(deviceKeys)) {
      const keys = places.map((at) => deviceKeys[at] as DeviceKey);
      const tokens = await claimRound(keys);
      for (const [n, at] of places.entries()) conns[at] = tokens.get(keys[n] as DeviceKey);
    }
    return conns;
  });

  /** Boards whose server is gone for good, and boards of a time before there were several servers. */
  async function claimRest(): Promise<void> {
    const living = servers
      .filter((row) => row.hasLink && row.silentMs < ABANDONED_AFTER_MS)
      .map((row) => row.serverId);
    const abandoned = await claimAbandoned(db, serverId, [...new Set([serverId, ...living])]);
    for (const session of abandoned) presence.take(session);
    if (abandoned.length > 0) await take(abandoned);
    if (performance.now() - startedMs > ABANDONED_AFTER_MS) presence.giveUpOwn();
    await deleteServers(db, { gone: FORGET_SERVER_AFTER_MS, stopped: ABANDONED_AFTER_MS });
  }

  const ownRow = () => ({ serverId, version, isBusUp: peers.isUp(), isDraining, hasLink });

  async function readServers(): Promise<void> {
    const begunMs = performance.now();
    clockErrorMs = (await markRunning(db, ownRow())) - now();
    servers = await listServers(db);
    // After an outage of the database all rows are old.
    const isJudged = begunMs - polledMs < JUDGE_WITHIN_MS;
    if (!isJudged) return;
    const next = new Set(servers.filter(isSilent).map((row) => row.serverId));
    if (next.size === dead.size && [...next].every(isDead)) return;
    for (const id of next) if (!dead.has(id)) log.warn({ server: id }, 'a server has stopped answering');
    presence.announce(() => {
      dead = next;
    });
  }

  async function poll(): Promise<void> {
    const begunMs = performance.now();
    await readServers();
    const isLate = begunMs - polledMs > (CHANGED_WITHIN_S * 1000) / 2;
    for (const row of isLate ? await listSessions(db) : await listChanged(db, CHANGED_WITHIN_S))
      presence.adopt(row);
    polledMs = begunMs;
    if (unwritten.size > 0) writeSoon();
    if (!moves || begunMs - claimedMs < CLAIM_EVERY_MS) return;
    claimedMs = begunMs;
    await claimRest();
  }

  function pollQuietly(): void {
    const isUp = isDatabaseUp();
    databaseLostMs = isUp ? undefined : (databaseLostMs ?? performance.now());
    peers.publish('database', { isUp });
    polling ??= poll()
      .catch((err) => quietWarn('cluster', { err }, 'the other servers could not be read'))
      .finally(() => {
        polling = undefined;
      });
  }

  return {
    serverId,
    presence: presence.store,
    calls,
    /** Whether another server holds the connection of the board, by its row. */
    isElsewhere: async (tx: Db, deviceKey: DeviceKey): Promise<boolean> =>
      ((await findServer(tx, deviceKey))?.serverId ?? serverId) !== serverId,
    /** Whether values of another server are of the connection that the board has now, or of one whose row follows. */
    isCurrent(deviceId: string, from: string, conn: number): boolean {
      const known = presence.find(deviceId);
      return !known || conn > known.conn || (conn === known.conn && known.serverId === from);
    },
    connOf: (deviceId: string) => presence.find(deviceId)?.conn ?? 0,
    /** Servers whose work must be left alone. */
    living: () => servers.filter((row) => !isSilent(row)).map((row) => row.serverId),
    countOnlineOf: (of: Db, id: string) => countOnline(of, id),
    offlineSinceMs(deviceId: string): number | undefined {
      const known = presence.find(deviceId);
      return known && !known.isOnline ? known.sinceS * 1000 : undefined;
    },

    /** Before the CONNACK. Without the row this server does not own the board, so it refuses the connection. */
    async claim(board: Board): Promise<Board | undefined> {
      const conn = await claim(board.deviceKey);
      return conn === undefined ? undefined : { ...board, conn };
    },

    attach(next: Moves): void {
      moves = next;
    },

    /** False when this server has lost the bus and another one has not: that one can serve everything. */
    isConnected: (): boolean => {
      const lostForMs = peers.isUp() ? 0 : performance.now() - busLostMs;
      return (
        lostForMs < BUS_LOST_MS ||
        !servers.some((row) => row.serverId !== serverId && row.isBusUp && !isSilent(row))
      );
    },
    isDraining: () => isDraining,
    /** Whether another server reaches the database: then this one alone has lost it. */
    isDatabaseElsewhere: () =>
      databaseLostMs !== undefined &&
      performance.now() - databaseLostMs > DATABASE_LOST_MS &&
      peers.peers().some((id) => reaches.get(id) === true),

    async start(): Promise<void> {
      await peers.start().catch((error: unknown) => {
        if (!(error instanceof BusRefusedError)) throw error;
        throw new StartRefused(`The bus (BUS_URL) refuses this server: ${error.message}.`);
      });
      const databaseMs = await markRunning(db, ownRow());
      clockErrorMs = databaseMs - now();
      if (Math.abs(clockErrorMs) > MOST_CLOCK_ERROR_MS)
        throw new StartRefused(
          `The clock of this machine differs from that of the database by ${Math.round(Math.abs(clockErrorMs) / 1000)} s, and several servers need the same time. Set it by NTP.`,
        );
      if (hasLink) await insertMissing(db, serverId);
      await poll();
      startedMs = performance.now();
      presence.letGoOfOwn();
      timer = setInterval(pollQuietly, POLL_MS);
    },
    /** Others see it at once, and give this server nothing new. */
    async drain(): Promise<void> {
      isDraining = true;
      await readServers();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await polling;
      await writing;
      await write().catch(() => {});
      // Without its row the boards that have not moved yet would be offline at once.
      await countOnline(db, serverId)
        .then((boards) => (boards === 0 ? deleteServer(db, serverId) : undefined))
        .catch(() => {});
    },
  };
}
