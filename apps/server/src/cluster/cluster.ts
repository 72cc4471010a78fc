import type { Logger, QuietWarn } from '../base/log.ts';
import type { PeerBus } from '../bus/peer-bus.ts';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import type { Board } from '../link/link.ts';
import { createBoardClaims } from './board-claims.ts';
import {
  type BoardSession,
  countOnline,
  insertMissing,
  listChanged,
  listSessions,
  markPresence,
} from './board-sessions.repo.ts';
import { createCalls } from './calls.ts';
import { createRunningServers } from './running-servers.ts';
import { createSharedPresence } from './shared-presence.ts';

interface Settings {
  /** For what boards wait for. */
  db: Db;
  /** For the heartbeat alone: a storm of boards must not delay it until others take this server for dead. */
  heartbeatDb: Db;
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
/** How long the boards of a dead server may take to reconnect before another server judges them. */
const ABANDONED_AFTER_MS = 120_000;
const CLAIM_EVERY_MS = 10_000;

/** Births and losses that are not written yet, by device. */
function createPresenceWriter({ db, serverId, quietWarn }: Pick<Settings, 'db' | 'serverId' | 'quietWarn'>) {
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
    if (unwritten.size === 0) return;
    writing ??= new Promise<void>((done) => setImmediate(done))
      .then(write)
      .catch((err) => quietWarn('presence', { err }, 'the presence of boards could not be stored'))
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    add(session: BoardSession): void {
      unwritten.set(session.deviceKey, session);
      writeSoon();
    },
    forget: ({ deviceKey }: BoardSession) => unwritten.delete(deviceKey),
    writeSoon,
    async stop(): Promise<void> {
      await writing;
      await write().catch(() => {});
    },
  };
}

/** Several servers on one database: the running servers, the owner of each board, and calls to the owner. */
export function createCluster(settings: Settings) {
  const { db, heartbeatDb, serverId, hasLink, peers, now, log, quietWarn, onTaken } = settings;
  let moves: Moves | undefined;
  let polledMs = Number.NEGATIVE_INFINITY;
  let claimedMs = performance.now();
  let startedMs = claimedMs;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let claiming: Promise<void> | undefined;
  const servers = createRunningServers({ ...settings, db: heartbeatDb });
  const { isDead, isDraining } = servers;
  const writer = createPresenceWriter(settings);
  const { store, sessions, ...presence } = createSharedPresence({
    ...settings,
    nowS: () => Math.floor(now() / 1000),
    isDead,
    isDraining,
    onMarked: writer.add,
    onLeft: (session) => {
      writer.forget(session);
      moves?.close(session.deviceId, session.conn);
      moves?.leave(session);
    },
  });
  const calls = createCalls({
    peers,
    sharedNow: servers.sharedNow,
    isDead,
    onFailed: (err) => log.error({ err }, 'a call of another server failed'),
  });
  const claims = createBoardClaims(
    { db, serverId, connOf: sessions.connOf },
    presence.take,
    async (boards) => {
      onTaken(boards.length);
      await moves?.take(boards);
    },
  );

  async function poll(): Promise<void> {
    const begunMs = performance.now();
    await servers.read(sessions.announce, polledMs);
    const isLate = begunMs - polledMs > (CHANGED_WITHIN_S * 1000) / 2;
    const rows = isLate ? listSessions(heartbeatDb) : listChanged(heartbeatDb, CHANGED_WITHIN_S);
    for (const row of await rows) presence.adopt(row);
    polledMs = begunMs;
    writer.writeSoon();
    if (!moves || begunMs - claimedMs < CLAIM_EVERY_MS) return;
    claimedMs = begunMs;
    // Not awaited: it may take thousands of boards.
    claiming ??= claimRest()
      .catch(warn)
      .finally(() => {
        claiming = undefined;
      });
  }

  const warn = (err: unknown) => quietWarn('cluster', { err }, 'the other servers could not be read');

  const claimRest = async (): Promise<void> => {
    await claims.claimRest(ABANDONED_AFTER_MS);
    if (performance.now() - startedMs > ABANDONED_AFTER_MS) presence.giveUpOwn();
    await servers.forgetGone(ABANDONED_AFTER_MS);
  };

  function pollQuietly(): void {
    servers.publishReach();
    polling ??= poll()
      .catch(warn)
      .finally(() => {
        polling = undefined;
      });
  }

  return {
    serverId,
    presence: store,
    calls,
    sharedNow: servers.sharedNow,
    isElsewhere: claims.isElsewhere,
    isCurrent: sessions.isCurrent,
    connOf: sessions.connOf,
    offlineSinceMs: sessions.offlineSinceMs,
    living: servers.living,
    countOnlineOf: countOnline,
    claim: claims.claim,
    attach(next: Moves): void {
      moves = next;
    },
    isConnected: servers.isConnected,
    isDraining,
    isDatabaseElsewhere: servers.isDatabaseElsewhere,

    async start(): Promise<void> {
      await servers.start();
      if (hasLink) await insertMissing(db, serverId);
      await poll();
      startedMs = performance.now();
      presence.letGoOfOwn();
      timer = setInterval(pollQuietly, POLL_MS);
    },
    /** Others see it at once, and give this server nothing new. */
    async drain(): Promise<void> {
      servers.drain();
      await servers.read(sessions.announce, polledMs);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await polling;
      await claiming;
      await writer.stop();
      await servers.stop();
    },
  };
}
