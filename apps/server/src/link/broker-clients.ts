import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import type { QuietWarn } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import { createBoardClients } from './board-clients.ts';
import { commandLifeS } from './command-life.ts';
import { createIntegrationClients } from './integration-clients.ts';
import type { LinkHandlers } from './link.ts';
import type { MessageLimits } from './message-limit.ts';
import type { Reason } from './mqtt5/reason.ts';
import { createPacketBudgets, type PacketBudget } from './packet-budget.ts';
import { gatePackets, MAX_PACKET_BYTES, type PacketGate } from './packet-gate.ts';

export interface ClientOptions {
  messageLimits: MessageLimits;
  handlers: LinkHandlers;
  metrics: Metrics;
  quietWarn: QuietWarn;
  now: () => number;
}

const SWEEP_MS = 10_000;
export const MAX_KEEPALIVE_S = 120;
/** Announced to clients of MQTT 5: messages of one client that are stored at once. */
const RECEIVE_MAXIMUM = 256;

const elapsedMs = () => performance.now();

/** Clients of both kinds, with the budget of their packets. */
export function createBrokerClients({ handlers, metrics, messageLimits, quietWarn, now }: ClientOptions) {
  const drop = (reason: string, name: string | undefined, cause?: Error, client?: Client) => {
    metrics.messagesDropped.inc({ reason });
    const address = (client?.conn as Partial<Socket> | undefined)?.remoteAddress;
    const details = { reason, board: name, cause: cause?.message, address };
    quietWarn(`drop:${reason}`, details, 'a message of a board was dropped');
  };
  const budgets = createPacketBudgets(messageLimits.framesPerSecond);
  const gates = new Map<object, PacketGate>();
  const explain = (client: Client, reason: Reason) => gates.get(client.conn)?.explain(reason);
  const mqtt5 = {
    receiveMaximum: RECEIVE_MAXIMUM,
    maximumPacketSize: MAX_PACKET_BYTES,
    maxKeepAliveS: MAX_KEEPALIVE_S,
    expiresInS: (topic: string, payload: Buffer) => commandLifeS(topic, payload, Math.floor(now() / 1000)),
  };
  function allow(client: Client, budget: PacketBudget, name: string, onFlood: () => void): void {
    gates.get(client.conn)?.allow(budget, () => {
      drop('too_many_packets', name);
      onFlood();
    });
  }
  const boards = createBoardClients({
    handlers,
    metrics,
    limits: messageLimits,
    allow: (client, { deviceId, ownerId }, onFlood) =>
      allow(client, budgets.ofBoard(deviceId, ownerId), deviceId, onFlood),
    explain,
    drop,
    elapsedMs,
    now,
  });
  const integrations = createIntegrationClients({
    handlers: handlers.integrations,
    allow: (client, userId, name, onFlood) => allow(client, budgets.ofPrograms(userId), name, onFlood),
    drop,
    elapsedMs,
  });
  const sweeper = setInterval(() => {
    boards.sweep();
    integrations.sweep();
    budgets.sweep(elapsedMs());
  }, SWEEP_MS);
  return {
    boards,
    integrations,
    drop,
    /** The client has its CONNACK. */
    ready(client: Client): void {
      const gate = gates.get(client.conn);
      if (gate) boards.divertFrames(client, gate);
    },
    /** Packets of a new connection pass slowly until its login. */
    gate(socket: Socket): void {
      const onTooLarge = () => drop('packet_too_large', undefined);
      gates.set(socket, gatePackets(socket, { budget: budgets.ofStranger(), elapsedMs, onTooLarge, mqtt5 }));
      socket.on('close', () => gates.delete(socket));
    },
    explain,
    explainToAll(reason: Reason): void {
      for (const gate of gates.values()) gate.explain(reason);
    },
    stop() {
      clearInterval(sweeper);
      boards.stop();
    },
  };
}
export type Clients = ReturnType<typeof createBrokerClients>;
