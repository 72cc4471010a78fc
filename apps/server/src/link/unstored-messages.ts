import type { Client } from 'aedes';

const RETRY_MS = 250;
/** About 20 MB of frames: four minutes of 1,000 boards that send one every 12 s. */
const MOST_KEPT = 20_000;
/** Messages that are kept of one board: one that floods takes no place of others. */
const MOST_OF_BOARD = 500;
/** Clients whose first message is tried before the others: it tells whether storing works again. */
const PROBES = 10;
/** Above it, a message that fails while others succeed is not tried again; its board sends it again. */
const MOST_TRIES = 20;
/** Boards whose messages are stored at the same time. */
const AT_ONCE = 200;

/** A PUBLISH as it was received. */
export interface UnstoredPacket {
  topic: string;
  payload: Buffer;
  messageId: number;
}

interface Unstored {
  topic: string;
  payload: Buffer;
  /** The IDs of the message and of its repeats. */
  messageIds: number[];
  store: () => Promise<void>;
  tries: number;
}

interface Settings {
  retryMs?: number;
  mostKept?: number;
  mostOfBoard?: number;
}

/** Writes the PUBACKs of a message that the broker has passed on without them. */
function acknowledge({ conn }: Client, { messageIds }: Unstored): void {
  const pubacks = messageIds.flatMap((id) => [0x40, 2, id >> 8, id & 0xff]);
  if (!conn.destroyed) conn.write(Buffer.from(pubacks));
}

/**
 * Messages of boards that could not be stored: the database is away, or the disk is full. They are tried again in their
 * order and acknowledged then, since most clients send a message again only after they reconnect. Beyond the limit
 * messages are dropped, and the lines of their boards are closed when storing works again, so that they are sent again.
 */
export function createUnstoredMessages(settings: Settings = {}) {
  const { retryMs = RETRY_MS, mostKept = MOST_KEPT, mostOfBoard = MOST_OF_BOARD } = settings;
  const queues = new Map<Client, Unstored[]>();
  const dropped = new Set<Client>();
  let kept = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function forget(client: Client): void {
    kept -= queues.get(client)?.length ?? 0;
    queues.delete(client);
    dropped.delete(client);
  }

  /** Stores the messages of a client in their order. False if one fails: the client is last in the next round. */
  async function storeAll(client: Client): Promise<boolean> {
    const queue = queues.get(client) ?? [];
    for (let first = queue[0]; first; first = queue[0]) {
      try {
        await first.store();
      } catch {
        first.tries++;
        if (queues.delete(client)) queues.set(client, queue);
        return false;
      }
      if (queues.get(client) !== queue) return true;
      queue.shift();
      kept--;
      acknowledge(client, first);
    }
    queues.delete(client);
    return true;
  }

  /** Drops the first message of clients that fail while others succeed. */
  function dropFailing(): void {
    for (const [client, queue] of queues)
      if ((queue[0]?.tries ?? 0) > MOST_TRIES) {
        queue.shift();
        kept--;
        if (queue.length === 0) queues.delete(client);
      }
  }

  async function retry(): Promise<void> {
    const probed = [...queues.keys()].slice(0, PROBES);
    const isBack = (await Promise.all(probed.map(storeAll))).some(Boolean) || probed.length === 0;
    if (isBack) {
      const others = [...queues.keys()];
      for (let at = 0; at < others.length; at += AT_ONCE)
        await Promise.all(others.slice(at, at + AT_ONCE).map(storeAll));
      dropFailing();
      for (const client of dropped) client.conn.destroy();
      dropped.clear();
    }
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (isStopped || queues.size + dropped.size === 0) return;
    timer ??= setTimeout(() => void retry(), retryMs).unref();
  }

  return {
    add(client: Client, { topic, payload, messageId }: UnstoredPacket, store: () => Promise<void>): void {
      const queue = queues.get(client) ?? [];
      const known = queue.find((each) => each.topic === topic && each.payload.equals(payload));
      // A repeat with the same ID gets no second PUBACK: that could acknowledge a later message with this ID.
      if (known?.messageIds.includes(messageId)) return;
      if (known) known.messageIds.push(messageId);
      else if (kept >= mostKept || queue.length >= mostOfBoard) dropped.add(client);
      else {
        queues.set(client, queue);
        queue.push({ topic, payload, messageIds: [messageId], store, tries: 0 });
        kept++;
      }
      schedule();
    },
    /** The client is gone: its board sends again what was not acknowledged. */
    forget,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
