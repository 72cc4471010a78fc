import type { Status } from '@manoboard/contract/mqtt/topics';
import { applyStatus } from '@manoboard/domain/telemetry/connection';
import type { PeerBus } from '../bus/peer-bus.ts';
import type { Board } from '../link/link.ts';
import type { PresenceStore } from '../state/presence.ts';
import type { BoardSession } from './board-sessions.repo.ts';

interface Settings {
  serverId: string;
  peers: Pick<PeerBus, 'publish' | 'subscribe'>;
  nowS: () => number;
  /** A board goes online or offline, on whichever server. */
  onChange: (change: { deviceId: string; isOnline: boolean }) => void;
  /** A board of this server is connected to another one now. */
  onLeft: (session: BoardSession) => void;
  /** A birth or a loss, to be written. */
  onMarked: (session: BoardSession) => void;
  /** Servers that have stopped without a word. */
  isDead: (serverId: string) => boolean;
}

const isNewer = (next: BoardSession, known: BoardSession | undefined) =>
  !known || next.conn > known.conn || (next.conn === known.conn && next.rev > known.rev);

/**
 * The presence of the boards of all servers: a copy of `board_session`, fed by the bus at once and by the rows within a
 * second. Only the server that holds the connection changes it.
 */
export function createSharedPresence(settings: Settings) {
  const { serverId, peers, nowS, onChange, onLeft, onMarked, isDead } = settings;
  const sessions = new Map<string, BoardSession>();
  const boots = new Map<string, number>();
  const seen = new Map<string, number>();

  const isOnlineIn = (session: BoardSession | undefined) =>
    session?.isOnline === true && !isDead(session.serverId);
  const isOnline = (deviceId: string) => isOnlineIn(sessions.get(deviceId));
  const isOwn = (session: BoardSession | undefined) => session?.serverId === serverId;

  function set(next: BoardSession): void {
    const { deviceId } = next;
    const wasOnline = isOnline(deviceId);
    sessions.set(deviceId, next);
    if (isOnlineIn(next) !== wasOnline) onChange({ deviceId, isOnline: !wasOnline });
  }

  /** A row of another server, or of this one in the database. */
  function adopt(next: BoardSession): void {
    const known = sessions.get(next.deviceId);
    if (!isNewer(next, known)) return;
    set(next);
    if (!isOwn(known) || isOwn(next)) return;
    seen.delete(next.deviceId);
    onLeft(next);
  }
  peers.subscribe('presence', (rows) => {
    for (const row of rows as BoardSession[]) adopt(row);
  });

  /** Nothing that comes by an older connection counts. */
  const current = ({ deviceId, conn }: Board) => {
    const session = sessions.get(deviceId);
    return session && isOwn(session) && session.conn === conn ? session : undefined;
  };

  function mark(session: BoardSession, isPresent: boolean): void {
    if (session.isOnline === isPresent) return;
    const next = { ...session, isOnline: isPresent, rev: session.rev + 1, sinceS: nowS() };
    set(next);
    peers.publish('presence', [next]);
    onMarked(next);
  }

  const store: PresenceStore = {
    applyStatus(board, status: Status) {
      const session = current(board);
      if (!session) return;
      const { deviceId } = board;
      const boot = boots.get(deviceId);
      const known = boot === undefined ? undefined : { isOnline: session.isOnline, boot };
      const next = applyStatus(known, status);
      boots.set(deviceId, next.boot);
      mark(session, next.isOnline);
    },
    disconnect(board) {
      const session = current(board);
      if (session) mark(session, false);
    },
    markSeen: (deviceId) => void seen.set(deviceId, nowS()),
    get(deviceId) {
      const sinceS = sessions.get(deviceId)?.sinceS;
      return {
        isOnline: isOnline(deviceId),
        sinceS: sinceS === undefined ? null : Math.floor(sinceS),
        lastSeenS: seen.get(deviceId) ?? null,
      };
    },
    isOnline,
    listOnline: () => [...sessions.keys()].filter(isOnline),
    listOwn: () =>
      [...sessions].filter(([, session]) => isOwn(session) && session.isOnline).map(([id]) => id),
    owns: (deviceId) => isOwn(sessions.get(deviceId)),
    serverOf(deviceId) {
      const session = sessions.get(deviceId);
      return session && !isOwn(session) && isOnlineIn(session) ? session.serverId : undefined;
    },
  };

  return {
    store,
    adopt,
    /** This server owns the board since now: all others are told, and the former one closes its line. */
    take(session: BoardSession): void {
      boots.delete(session.deviceId);
      set(session);
      peers.publish('presence', [session]);
    },
    find: (deviceId: string) => sessions.get(deviceId),
    list: () => sessions.values(),
    /** `change` kills or revives servers: announces their boards. */
    announce(change: () => void): void {
      const before = new Map([...sessions].map(([deviceId, session]) => [deviceId, isOnlineIn(session)]));
      change();
      for (const [deviceId, wasOnline] of before)
        if (isOnline(deviceId) !== wasOnline) onChange({ deviceId, isOnline: !wasOnline });
    },
  };
}
