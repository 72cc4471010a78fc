import { decodeMessage } from '@manoboard/contract/mqtt/topics';
import type { Client, PublishPacket } from 'aedes';
import type { Metrics } from '../base/metrics.ts';
import { mayPublish, maySubscribe } from './access-list.ts';
import type { Board, LinkHandlers, OwnedBoard, UpTopic } from './link.ts';
import { createMessageLimit, type MessageLimits } from './message-limit.ts';

interface Options {
  handlers: LinkHandlers;
  metrics: Metrics;
  limits: MessageLimits;
  /** Limits the packets of this board, with all others of the same owner. */
  allow: (client: Client, board: OwnedBoard, onFlood: () => void) => void;
  drop: (reason: string, board: string | undefined, cause?: Error) => void;
  elapsedMs: () => number;
}

/**
 * aedes acknowledges by QoS. Without a PUBACK the board keeps the message and sends it again, and its connection
 * stays: an error here would close it, and no stop would reach the pump.
 */
function withholdPuback(packet: PublishPacket) {
  packet.qos = 0;
  packet.retain = false;
}

/** Handled one after the other for each board: in their order, and with one database connection. */
const IN_ORDER: ReadonlySet<UpTopic> = new Set(['info', 'event', 'cfg/reported', 'ota/state']);

/** Runs what has the same key one after the other; a failure does not stop the next. */
function createLanes() {
  const lanes = new Map<string, Promise<unknown>>();
  return function runInOrder(key: string, act: () => Promise<void>): Promise<void> {
    const done = (lanes.get(key) ?? Promise.resolve()).then(act);
    const settled = done
      .catch(() => {})
      .then(() => {
        if (lanes.get(key) === settled) lanes.delete(key);
      });
    lanes.set(key, settled);
    return done;
  };
}

/** Connections of boards: authentication, permitted topics, message limits and delivery to the handlers. */
export function createBoardClients({ handlers, metrics, limits, allow, drop, elapsedMs }: Options) {
  const boards = new WeakMap<Client, Board>();
  /** The connection of each board. */
  const connected = new Map<string, Client>();
  const runInOrder = createLanes();
  const messageLimit = createMessageLimit({ limits, elapsedMs, onFlood: handlers.flooded });

  /** An invalid message is dropped, counted and acknowledged: a repeat would be invalid too. */
  async function handle(board: Board, name: UpTopic, payload: Uint8Array): Promise<void> {
    const decoded = decodeMessage(name, payload);
    if (!decoded.ok) return drop(decoded.reason, board.deviceId);
    const handler = handlers.messages[name] as (board: Board, message: unknown) => Promise<void>;
    const act = () => handler(board, decoded.message);
    await (IN_ORDER.has(name) ? runInOrder(`${board.deviceId} ${name}`, act) : act());
  }

  return {
    async authenticate(client: Client, deviceId: string, secret: Buffer): Promise<boolean> {
      const board = await handlers.authenticate(deviceId, secret);
      // A persistent session would store commands too, and run them hours later.
      if (!board || client.id !== board.deviceId || !client.clean) return false;
      boards.set(client, board);
      allow(client, board, () => messageLimit.hold(board));
      return true;
    },
    find: (client: Client | null) => (client ? boards.get(client) : undefined),
    maySubscribe(client: Client | null, topic: string): boolean {
      const board = client && boards.get(client);
      return !!board && maySubscribe(board.deviceId, topic);
    },
    /** Resolves when the message is stored, or will not be acknowledged; with the reason to close the connection. */
    async receive(client: Client | null, packet: PublishPacket): Promise<Error | null> {
      const board = client && boards.get(client);
      const name = board && mayPublish(board.deviceId, packet.topic, packet.retain);
      if (!board || !name) {
        drop('foreign_topic', board?.deviceId);
        return new Error('not allowed');
      }
      const current = connected.get(board.deviceId);
      // Ignores the will of a replaced connection: the new one is online.
      if (name === 'status' && current && current !== client) return null;
      if (!messageLimit.accept(board, name)) {
        drop('too_many_messages', board.deviceId);
        withholdPuback(packet);
        return null;
      }
      try {
        await handle(board, name, packet.payload as Buffer);
      } catch (error) {
        drop('not_stored', board.deviceId, error as Error);
        withholdPuback(packet);
      }
      return null;
    },
    /** Closes the old connection here: the broker misses one that is closing. */
    connect(client: Client): void {
      const board = boards.get(client);
      if (!board || client.conn.destroyed) return;
      const former = connected.get(board.deviceId);
      connected.set(board.deviceId, client);
      metrics.boardsConnected.set(connected.size);
      former?.conn.destroy();
    },
    /** False for a connection that never was one of a board. */
    disconnect(client: Client): boolean {
      const board = boards.get(client);
      if (!board) return false;
      if (connected.get(board.deviceId) === client) connected.delete(board.deviceId);
      metrics.boardsConnected.set(connected.size);
      handlers.lost(board);
      return true;
    },
    sweep: messageLimit.sweep,
  };
}
