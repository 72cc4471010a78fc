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
  onChange: (change: { deviceId: string; isOnline: boolean; isConnecting: boolean }) => void;
  /** A board of this server is connected to another one now. */
  onLeft: (session: BoardSession) => void;
  /** A birth or a loss, to be written. */
  onMarked: (session: BoardSession) => void;
  /** Servers that have stopped without a word. */
  isDead: (serverId: string) => boolean;
  /** This server hands its boards over: those that it disconnects are connecting. */
  isDraining: () => boolean;
}

/** Of one message: NATS refuses those above 1 MB, and a row has 150 bytes. */
const MOST_ROWS = 1000;

type State = 'online' | 'connecting' | 'offline';

const isNewer = (next: BoardSession, known: BoardSession | undefined) =>
  !known || next.conn > known.conn || (next.conn === known.conn && next.rev > known.rev);

/** The last known session of each board. `onChange` gets a board whose state changes. */
function createSessions({ isDead, onChange }: Pick<Settings, 'isDead' | 'onChange'>) {
  const sessions = new Map<string, BoardSession>();

  /** A board that was online when its server let go of it, or died, is neither online nor offline until it is claimed. */
  function stateOf(deviceId: string): State {
    const session = sessions.get(deviceId);
    if (!session?.isOnline) return 'offline';
    return session.isMoving || isDead(session.serverId) ? 'connecting' : 'online';
  }
  const announceState = (deviceId: string, before: State) => {
    const state = stateOf(deviceId);
    if (state === before) return;
    onChange({ deviceId, isOnline: state === 'online', isConnecting: state === 'connecting' });
  };

  return {
    get: (deviceId: string) => sessions.get(deviceId),
    list: () => [...sessions.values()],
    listIn: (state: State) => [...sessions.keys()].filter((deviceId) => stateOf(deviceId) === state),
    isOnline: (deviceId: string) => stateOf(deviceId) === 'online',
    isConnecting: (deviceId: string) => stateOf(deviceId) === 'connecting',
    /** Whether values of another server are of the connection that the board has now, or of one whose row follows. */
    isCurrent(deviceId: string, from: string, conn: number): boolean {
      const known = sessions.get(deviceId);
      return !known || conn > known.conn || (conn === known.conn && known.serverId === from);
    },
    connOf: (deviceId: string) => sessions.get(deviceId)?.conn ?? 0,
    offlineSinceMs(deviceId: string): number | undefined {
      const known = sessions.get(deviceId);
      return known && !known.isOnline ? known.sinceS * 1000 : undefined;
    },
    set(next: BoardSession): void {
      const before = stateOf(next.deviceId);
      sessions.set(next.deviceId, next);
      announceState(next.deviceId, before);
    },
    /** `change` kills or revives servers: announces their boards. */
    announce(change: () => void): void {
      const before = [...sessions.keys()].map((deviceId) => [deviceId, stateOf(deviceId)] as const);
      change();
      for (const [deviceId, state] of before) announceState(deviceId, state);
    },
  };
}

/**
 * The presence of the boards of all servers: a copy of `board_session`, fed by the bus at once and by the rows within a
 * second. Only the server that holds the connection changes it.
 */
export function createSharedPresence(settings: Settings) {
  const { serverId, peers, nowS, onLeft, onMarked, isDraining } = settings;
  const sessions = createSessions(settings);
  const boots = new Map<string, number>();
  const seen = new Map<string, number>();
  const { isOnline, isConnecting } = sessions;
  const isOwn = (session: BoardSession | undefined) => session?.serverId === serverId;

  /** A row of another server, or of this one in the database. */
  function adopt(next: BoardSession): void {
    const known = sessions.get(next.deviceId);
    if (!isNewer(next, known)) return;
    sessions.set(next);
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

  function mark({ isMoving: _, ...session }: BoardSession, isPresent: boolean): void {
    if (session.isOnline === isPresent) return;
    const next = { ...session, isOnline: isPresent, rev: session.rev + 1, sinceS: nowS() };
    sessions.set(next);
    peers.publish('presence', [next]);
    onMarked(next);
  }

  /** The row stays online: the next server takes the board over, or gives it up. */
  function letGo(sessionsOfBoards: readonly BoardSession[]): void {
    const moving = sessionsOfBoards
      .filter((session) => session.isOnline && !session.isMoving)
      .map((session) => ({ ...session, rev: session.rev + 1, isMoving: true }));
    for (const session of moving) sessions.set(session);
    for (let at = 0; at < moving.length; at += MOST_ROWS)
      peers.publish('presence', moving.slice(at, at + MOST_ROWS));
  }
  const lose = (session: BoardSession) => (isDraining() ? letGo([session]) : mark(session, false));

  const store: PresenceStore = {
    applyStatus(board, status: Status) {
      const session = current(board);
      if (!session) return;
      const boot = boots.get(board.deviceId);
      const known = boot === undefined ? undefined : { isOnline: session.isOnline, boot };
      const next = applyStatus(known, status);
      boots.set(board.deviceId, next.boot);
      if (next.isOnline) mark(session, true);
      else lose(session);
    },
    disconnect(board) {
      const session = current(board);
      if (session) lose(session);
    },
    markSeen: (deviceId) => void seen.set(deviceId, nowS()),
    get(deviceId) {
      const sinceS = sessions.get(deviceId)?.sinceS;
      return {
        isOnline: isOnline(deviceId),
        isConnecting: isConnecting(deviceId),
        sinceS: sinceS === undefined ? null : Math.floor(sinceS),
        lastSeenS: seen.get(deviceId) ?? null,
      };
    },
    isOnline,
    listOnline: () => sessions.listIn('online'),
    isConnecting,
    listConnecting: () => sessions.listIn('connecting'),
    listOwn: () => sessions.listIn('online').filter((deviceId) => isOwn(sessions.get(deviceId))),
    owns: (deviceId) => isOwn(sessions.get(deviceId)),
    serverOf(deviceId) {
      const session = sessions.get(deviceId);
      return session && !isOwn(session) && isOnline(deviceId) ? session.serverId : undefined;
    },
  };

  return {
    store,
    sessions,
    adopt,
    /** This server owns the board since now: all others are told, and the former one closes its line. */
    take(session: BoardSession): void {
      boots.delete(session.deviceId);
      sessions.set(session);
      peers.publish('presence', [session]);
    },
    /** The boards of an earlier run of this server, which are not connected any more. */
    letGoOfOwn: () => letGo(sessions.list().filter(isOwn)),
    /** Own boards that were let go of and did not come back are offline. */
    giveUpOwn(): void {
      for (const session of sessions.list()) if (isOwn(session) && session.isMoving) mark(session, false);
    },
  };
}
