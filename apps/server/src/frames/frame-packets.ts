import type { Socket } from 'node:net';

/** First byte of a PUBLISH with QoS 1 that is neither repeated nor retained. */
const PLAIN_PUBLISH = 0x32;
const PUBACK = [0x40, 2] as const;
/** Frames of one connection that wait for their commit; with more of them its socket is not read. */
const MOST_IN_FLIGHT = 256;

interface Options {
  socket: Socket;
  /** Topic of the frames of this board. */
  topic: string;
  /** Calls `settle` when the frame is stored, or when it will not be acknowledged now. */
  receive: (messageId: number, payload: Buffer, settle: (isStored: boolean) => void) => void;
  /** Called once for a chunk with frames: the connection is alive. */
  onAlive: () => void;
  /** Called when the socket may be read again. */
  resume: () => void;
}

/** Collects the PUBACKs of a turn: one commit stores frames of many boards, and one write acknowledges all of a board. */
class Pubacks {
  #waiting: FrameReader[] = [];

  add(reader: FrameReader): void {
    // Runs after all promises of the commit.
    if (this.#waiting.push(reader) === 1) process.nextTick(() => this.#flush());
  }

  #flush(): void {
    const due = this.#waiting;
    this.#waiting = [];
    for (const reader of due) reader.writePubacks();
  }
}

/**
 * Fast path of telemetry: takes plain frames out of the bytes of a connection before the broker parses them. Anything
 * else (other topics, repeats, QoS 0 and 2, packets that are split between chunks) is left to the broker, which takes 48 µs
 * more for a frame: it also publishes each one, although no client subscribes to frames of boards. A class, as the gate.
 */
class FrameReader {
  readonly #options: Options;
  readonly #pubacks: Pubacks;
  /** The topic with its length, of its own memory: a slice would keep 8 kB alive. */
  readonly #prefix: Buffer;
  /** Message IDs of stored frames whose PUBACK is not written. */
  #stored: number[] = [];
  #inFlight = 0;
  #awaitsDrain = false;

  constructor(options: Options, pubacks: Pubacks) {
    this.#options = options;
    this.#pubacks = pubacks;
    const length = Buffer.byteLength(options.topic);
    this.#prefix = Buffer.allocUnsafeSlow(2 + length);
    this.#prefix.writeUInt16BE(length);
    this.#prefix.write(options.topic, 2);
  }

  /** False while the socket should not be read. */
  mayRead(): boolean {
    const isFull = this.#options.socket.writableNeedDrain;
    // Here, not after the PUBACKs: the broker may have filled the socket, which is read again only after this event.
    if (isFull) this.#resumeAfterDrain();
    return this.#inFlight < MOST_IN_FLIGHT && !isFull;
  }

  /** Takes the frames at the beginning of these bytes, which begin a packet. Returns the number of bytes taken. */
  take(bytes: Buffer): number {
    const prefix = this.#prefix;
    let at = 0;
    while (bytes[at] === PLAIN_PUBLISH) {
      const [low = 0, high = 0] = [bytes[at + 1], bytes[at + 2]];
      const isShort = low < 0x80;
      // Frames have at most two length bytes.
      if (!isShort && (high === 0 || high >= 0x80)) break;
      const bodyAt = at + (isShort ? 2 : 3);
      const end = bodyAt + (isShort ? low : (low & 0x7f) + (high << 7));
      const idAt = bodyAt + prefix.length;
      if (end > bytes.length || idAt + 2 > end || prefix.compare(bytes, bodyAt, idAt) !== 0) break;
      const messageId = bytes.readUInt16BE(idAt);
      if (messageId === 0) break;
      this.#receive(messageId, bytes.subarray(idAt + 2, end));
      at = end;
    }
    if (at > 0) this.#options.onAlive();
    return at;
  }

  #receive(messageId: number, payload: Buffer): void {
    this.#inFlight++;
    this.#options.receive(messageId, payload, (isStored) => {
      if (isStored && this.#stored.push(messageId) === 1) this.#pubacks.add(this);
      if (this.#inFlight-- === MOST_IN_FLIGHT) this.#resumeIfFree();
    });
  }

  writePubacks(): void {
    const { socket } = this.#options;
    const bytes = Buffer.allocUnsafe(4 * this.#stored.length);
    let at = 0;
    for (const id of this.#stored) {
      bytes[at] = PUBACK[0];
      bytes[at + 1] = PUBACK[1];
      bytes[at + 2] = id >> 8;
      bytes[at + 3] = id & 0xff;
      at += 4;
    }
    this.#stored = [];
    if (!socket.destroyed) socket.write(bytes);
  }

  #resumeAfterDrain(): void {
    if (this.#awaitsDrain) return;
    this.#awaitsDrain = true;
    this.#options.socket.once('drain', () => {
      this.#awaitsDrain = false;
      this.#resumeIfFree();
    });
  }

  #resumeIfFree(): void {
    if (this.mayRead()) this.#options.resume();
  }
}

export function createFrameReader() {
  const pubacks = new Pubacks();
  return (options: Options) => new FrameReader(options, pubacks);
}
