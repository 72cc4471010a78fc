import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import { topics } from '@manoboard/contract/mqtt/topics';
import type { Client, PublishPacket } from 'aedes';
import type { Board, LinkHandlers, Receipt, UpTopic } from './link.ts';
import { createMessageLimit, type MessageLimits } from './message-limit.ts';
import { createUnstoredMessages, type UnstoredPacket } from './unstored-messages.ts';

export interface DeliveryOptions {
  handlers: LinkHandlers;
  limits: MessageLimits;
  drop: (reason: string, board: string | undefined, cause?: Error) => void;
  elapsedMs: () => number;
  now: () => number;
}

/**
 * aedes acknowledges by QoS. Without a PUBACK the board keeps the message, and its connection stays: an error here would
 * close it, and no stop would reach the pump.
 */
function withholdPuback(packet: PublishPacket) {
  packet.qos = 0;
  packet.retain = false;
}

/**
 * Messages of a lane are handled one after the other for each board: in their order, and with one database connection.
 * An event has the fault codes of the converter that the info before it names.
 */
const LANES: Partial<Record<UpTopic, string>> = {
  info: 'info',
  event: 'info',
  'cfg/reported': 'cfg/reported',
  'ota/state': 'ota/state',
};

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

/**
 * A state that is tried again must not replace a newer one of the same connection, which was stored meanwhile: an old
 * report would bring back a configuration that the board has replaced.
 */
function createNewestStates() {
  const newest = new WeakMap<Client, Map<UpTopic, number>>();
  let arrivals = 0;
  /** For a message that has arrived: runs what stores it, unless a newer one is stored. */
  return function arrive(client: Client, name: UpTopic): (act: () => Promise<void>) => Promise<void> {
    const arrival = ++arrivals;
    return async (act) => {
      if (!topics[name].retain) return act();
      const stored = newest.get(client) ?? new Map<UpTopic, number>();
      if ((stored.get(name) ?? 0) > arrival) return;
      await act();
      newest.set(client, stored.set(name, arrival));
    };
  };
}
type Arrived = ReturnType<ReturnType<typeof createNewestStates>>;

/** Passes messages to the handlers. One that could not be stored is not acknowledged, and handled again here. */
export function createDelivery({ handlers, limits, elapsedMs, drop, now }: DeliveryOptions) {
  const runInOrder = createLanes();
  const unstored = createUnstoredMessages();
  const arrive = createNewestStates();
  const messageLimit = createMessageLimit({ limits, elapsedMs, onFlood: handlers.flooded });

  /** An invalid message is dropped, counted and acknowledged: a repeat would be invalid too. */
  async function handle(
    board: Board,
    name: UpTopic,
    payload: Uint8Array,
    receipt: Receipt,
    ifNewest: Arrived,
  ): Promise<void> {
    if (name === 'tele') return storeFrame(board, payload, receipt);
    const decoded = decodeMessage(name, payload);
    if (!decoded.ok) return drop(decoded.reason, board.deviceId);
    const handler = handlers.messages[name] as (
      board: Board,
      message: unknown,
      receipt: Receipt,
    ) => Promise<void>;
    const act = () => ifNewest(() => handler(board, decoded.message, receipt));
    const lane = LANES[name];
    await (lane ? runInOrder(`${board.deviceId} ${lane}`, act) : act());
  }

  const storeFrame = (board: Board, payload: Uint8Array, receipt: Receipt) =>
    new Promise<void>((done, fail) =>
      handleFrame(board, payload, receipt, (error) => (error ? fail(error) : done())),
    );

  function handleFrame(
    board: Board,
    payload: Uint8Array,
    receipt: Receipt,
    done: (error?: Error) => void,
  ): void {
    const decoded = decodeMessage('tele', payload);
    if (decoded.ok) {
      handlers.frame(board, decoded.message, receipt, done);
      return;
    }
    drop(decoded.reason, board.deviceId);
    done();
  }

  /** As `receive`, for a frame with QoS 1 on its own topic. */
  function receiveFrame(
    client: Client,
    board: Board,
    packet: UnstoredPacket,
    settle: (isStored: boolean) => void,
  ): void {
    if (!messageLimit.accept(board, 'tele')) {
      drop('too_many_messages', board.deviceId);
      settle(false);
      return;
    }
    const atMs = now();
    handleFrame(board, packet.payload, { atMs, isRetry: false }, (error) => {
      if (error) {
        drop('not_stored', board.deviceId, error);
        unstored.add(client, packet, () => storeFrame(board, packet.payload, { atMs, isRetry: true }));
      }
      settle(!error);
    });
  }

  return {
    receiveFrame,
    async receive(client: Client, board: Board, name: UpTopic, packet: PublishPacket): Promise<void> {
      if (!messageLimit.accept(board, name)) {
        drop('too_many_messages', board.deviceId);
        withholdPuback(packet);
        return;
      }
      const payload = packet.payload as Buffer;
      const atMs = now();
      const ifNewest = arrive(client, name);
      try {
        await handle(board, name, payload, { atMs, isRetry: false }, ifNewest);
      } catch (error) {
        drop('not_stored', board.deviceId, error as Error);
        if (packet.qos === 1 && packet.messageId !== undefined)
          unstored.add(client, { topic: packet.topic, payload, messageId: packet.messageId }, () =>
            handle(board, name, payload, { atMs, isRetry: true }, ifNewest),
          );
        withholdPuback(packet);
      }
    },
    hold: messageLimit.hold,
    sweep: messageLimit.sweep,
    forget: unstored.forget,
    stop: unstored.stop,
  };
}
