import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import type { Client, PublishPacket } from 'aedes';
import type { Metrics } from '../base/metrics.ts';
import { createFrameReader } from '../frames/frame-packets.ts';
import { mayPublish, maySubscribe } from './access-list.ts';
import { createDelivery, type DeliveryOptions } from './board-delivery.ts';
import type { Board, OwnedBoard } from './link.ts';
import { REASON, type Reason } from './mqtt5/reason.ts';
import type { PacketGate } from './packet-gate.ts';

interface Options extends DeliveryOptions {
  metrics: Metrics;
  /** Limits the packets of this board, with all others of the same owner. */
  allow: (client: Client, board: OwnedBoard, onFlood: () => void) => void;
  /** The reason that a client of MQTT 5 gets if its connection is closed now. */
  explain: (client: Client, reason: Reason) => void;
}

/** With it the broker closes a silent connection. */
const keepaliveTimerOf = (client: Client) =>
  (client as unknown as { _keepaliveTimer?: NodeJS.Timeout | null })._keepaliveTimer;

/** Boards are handed over in slices of this time. */
const SLICE_MS = 100;

/** Closes the connections slice by slice; returns how many are left. */
async function handOver(
  connected: ReadonlyMap<string, Client>,
  explain: Options['explain'],
  perSecond: number,
  withinMs: number,
): Promise<number> {
  const slice = Math.ceil((perSecond * SLICE_MS) / 1000);
  const untilMs = performance.now() + withinMs;
  while (connected.size > 0 && performance.now() < untilMs) {
    for (const client of [...connected.values()].slice(0, slice)) {
      explain(client, REASON.shuttingDown);
      client.conn.destroy();
    }
    await wait(SLICE_MS);
  }
  return connected.size;
}

/** Connections of boards: authentication, permitted topics, message limits and delivery to the handlers. */
export function createBoardClients(options: Options) {
  const { handlers, metrics, allow, explain, drop } = options;
  const boards = new WeakMap<Client, Board>();
  /** The connection of each board. */
  const connected = new Map<string, Client>();
  /** Connections whose login has begun, and the board that each is of. */
  const entering = new Map<Client, string>();
  const delivery = createDelivery(options);
  const readFrames = createFrameReader();
  const explainTo = (client: Client | null | undefined, reason: Reason) => client && explain(client, reason);

  return {
    async authenticate(client: Client, deviceId: string, secret: Buffer): Promise<boolean> {
      entering.set(client, deviceId);
      const board = await handlers.authenticate(deviceId, secret);
      // A persistent session would store commands too, and run them hours later.
      if (!board || client.id !== board.deviceId || !client.clean) return false;
      const owned = handlers.claim ? await handlers.claim(board) : board;
      if (!owned) return false;
      boards.set(client, owned);
      // The broker closes the former connection of the same ID.
      explainTo(connected.get(deviceId), REASON.takenOver);
      // The line has ended during the claim, when it was not one of a board yet.
      if (handlers.claim && client.conn.destroyed) handlers.lost(owned);
      allow(client, board, () => delivery.hold(owned));
      return true;
    },
    find: (client: Client | null) => (client ? boards.get(client) : undefined),
    maySubscribe(client: Client | null, topic: string): boolean {
      const board = client && boards.get(client);
      return !!board && maySubscribe(board.deviceId, topic);
    },
    /** After the CONNACK: most frames of this board no longer pass the broker, so they restart its keepalive here. */
    divertFrames(client: Client, gate: PacketGate): void {
      const board = boards.get(client);
      const keepalive = keepaliveTimerOf(client);
      if (!board || !keepalive) return;
      const topic = topicPath('tele', board.deviceId);
      const frames = readFrames({
        socket: client.conn as Socket,
        topic,
        receive: (messageId, payload, settle) =>
          delivery.receiveFrame(client, board, { topic, messageId, payload }, settle),
        onAlive: () => keepalive.refresh(),
        resume: () => gate.resume(),
      });
      gate.divert(frames);
    },
    /** Resolves when the message is stored, or will not be acknowledged; with the reason to close the connection. */
    async receive(client: Client | null, packet: PublishPacket): Promise<Error | null> {
      const board = client && boards.get(client);
      const name = board && mayPublish(board.deviceId, packet.topic, packet.retain);
      if (!board || !name) {
        drop('foreign_topic', board?.deviceId);
        explainTo(client, REASON.notAuthorized);
        return new Error('not allowed');
      }
      const current = connected.get(board.deviceId);
      // Ignores the will of a replaced connection: the new one is online.
      if (name === 'status' && current && current !== client) return null;
      await delivery.receive(client, board, name, packet);
      return null;
    },
    /** Closes the old connection here: the broker misses one that is closing. */
    connect(client: Client): void {
      entering.delete(client);
      const board = boards.get(client);
      if (!board || client.conn.destroyed) return;
      const former = connected.get(board.deviceId);
      const formerConn = former && boards.get(former)?.conn;
      // When two connections begin at the same moment, the later one is the board.
      if (formerConn !== undefined && formerConn > (board.conn ?? formerConn)) {
        client.conn.destroy();
        return;
      }
      connected.set(board.deviceId, client);
      metrics.boardsConnected.set(connected.size);
      former?.conn.destroy();
    },
    /** Also one that was accepted before the cut and is not connected yet. */
    cut(deviceId: string): void {
      explainTo(connected.get(deviceId), REASON.byOperator);
      connected.get(deviceId)?.conn.destroy();
      for (const [client, of] of entering) if (of === deviceId) client.conn.destroy();
    },
    /** False for a connection that never was one of a board. */
    disconnect(client: Client): boolean {
      entering.delete(client);
      const board = boards.get(client);
      if (!board) return false;
      delivery.forget(client);
      if (connected.get(board.deviceId) === client) connected.delete(board.deviceId);
      metrics.boardsConnected.set(connected.size);
      handlers.lost(board);
      return true;
    },
    close(deviceId: string, conn: number): void {
      const client = connected.get(deviceId);
      if (!client || (boards.get(client)?.conn ?? 0) >= conn) return;
      explain(client, REASON.takenOver);
      client.conn.destroy();
    },
    handOver: (perSecond: number, withinMs: number) => handOver(connected, explain, perSecond, withinMs),
    sweep: delivery.sweep,
    stop: delivery.stop,
  };
}
