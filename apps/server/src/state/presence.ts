import type { Status } from '@manoboard/contract/mqtt/topics';
import { applyStatus, type Connection } from '@manoboard/domain/telemetry/connection';
import type { Board } from '../link/link.ts';

/** Times are Unix seconds, `null` if unknown since the server started. */
export interface Presence {
  isOnline: boolean;
  /** With several servers: its server has gone, and the board has the time to connect to another one. Not offline yet. */
  isConnecting: boolean;
  /** Since when the board is online, or offline. */
  sinceS: number | null;
  lastSeenS: number | null;
}

/**
 * Which boards are online. Writes carry the connection, which fences off older ones; reads are synchronous. With several
 * servers (`cluster/shared-presence.ts`) they are from a copy, and `onChange` also reports boards of other servers.
 */
export interface PresenceStore {
  /** Applies a birth or a will that came by this connection. */
  applyStatus: (board: Board, status: Status) => void;
  /** Marks the board offline, unless a later birth came by another connection. */
  disconnect: (board: Board) => void;
  markSeen: (deviceId: string) => void;
  get: (deviceId: string) => Presence;
  isOnline: (deviceId: string) => boolean;
  listOnline: () => string[];
  isConnecting: (deviceId: string) => boolean;
  listConnecting: () => string[];
  /** Boards that are connected to this server. */
  listOwn: () => string[];
  /** Whether this server judges the board: it is connected here, or was last. A server that is alone judges all. */
  owns: (deviceId: string) => boolean;
  /** The other server that the board is connected to. */
  serverOf: (deviceId: string) => string | undefined;
}

interface Settings {
  nowS: () => number;
  /** Called when a board goes online or offline. */
  onChange: (change: { deviceId: string; isOnline: boolean }) => void;
}

/** Presence in the memory of one server. */
export function createPresence({ nowS, onChange }: Settings): PresenceStore {
  const connections = new Map<string, Connection & { sinceS: number }>();
  const seen = new Map<string, number>();
  /** The connection of each board's last birth. */
  const born = new Map<string, Board>();

  function setConnection(deviceId: string, next: Connection) {
    const known = connections.get(deviceId);
    const sinceS = known?.isOnline === next.isOnline ? known.sinceS : nowS();
    connections.set(deviceId, { ...next, sinceS });
    if ((known?.isOnline ?? false) !== next.isOnline) onChange({ deviceId, isOnline: next.isOnline });
  }

  const isOnline = (deviceId: string) => connections.get(deviceId)?.isOnline ?? false;
  const listOnline = () => [...connections.keys()].filter(isOnline);

  return {
    applyStatus(board, status) {
      const { deviceId } = board;
      if (status.online === 1) born.set(deviceId, board);
      setConnection(deviceId, applyStatus(connections.get(deviceId), status));
    },
    disconnect(board) {
      const { deviceId } = board;
      const known = connections.get(deviceId);
      if (known && born.get(deviceId) === board) setConnection(deviceId, { ...known, isOnline: false });
    },
    markSeen: (deviceId) => void seen.set(deviceId, nowS()),
    get: (deviceId) => ({
      isOnline: isOnline(deviceId),
      isConnecting: false,
      sinceS: connections.get(deviceId)?.sinceS ?? null,
      lastSeenS: seen.get(deviceId) ?? null,
    }),
    isOnline,
    listOnline,
    isConnecting: () => false,
    listConnecting: () => [],
    listOwn: listOnline,
    owns: () => true,
    serverOf: () => undefined,
  };
}
