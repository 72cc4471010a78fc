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

interface Connection {
  socket: Socket;
  /** Message IDs of stored frames whose PUBACK is not written. */
  stored: number[];
  resume: () => void;
}

function writePubacks({ socket, stored, resume }: Connection): void {
  const bytes = Buffer.allocUnsafe(4 * stored.length);
  let at = 0;
  for (const id of stored) {
    bytes[at] = PUBACK[0];
    bytes[at + 1] = PUBACK[1];
    bytes[at + 2] = id >> 8;
    bytes[at + 3] = id & 0xff;
    at += 4;
  }
  stored.length = 0;
  if (socket.destroyed) return;
  const isListening = socket.writableNeedDrain;
  if (!socket.write(bytes) && !isListening) socket.once('drain', resume);
}

/** Collects the PUBACKs of a turn: one commit stores frames of many boards, and one write acknowledges all of a board. */
function createPubacks() {
  let waiting: Connection[] = [];
  function flush() {
    const due = waiting;
    waiting = [];
    for (const connection of due) writePubacks(connection);
  }
  return function acknowledge(connection: Connection, messageId: number): void {
    if (connection.stored.push(messageId) > 1) return;
    // Runs after all promises of the commit.
    if (waiting.push(connection) === 1) process.nextTick(flush);
  };
}

/**
 * Fast path of telemetry: takes plain frames out of the bytes of a connection before the broker parses them. Anything
 * else (other topics, repeats, QoS 0 and 2, packets that are split between chunks) is left to the broker, which takes 48 µs
 * more for a frame: it also publishes each one, although no client subscribes to frames of boards.
 */
export function createFrameReader() {
  const acknowledge = createPubacks();
  return function readFrames({ socket, topic, receive, onAlive, resume }: Options) {
    const name = Buffer.from(topic);
    const prefix = Buffer.from([name.length >> 8, name.length & 0xff, ...name]);
    let inFlight = 0;
    const mayRead = () => inFlight < MOST_IN_FLIGHT && !socket.writableNeedDrain;
    const resumeIfFree = () => {
      if (mayRead()) resume();
    };
    const connection: Connection = { socket, stored: [], resume: resumeIfFree };

    function isOwnTopic(bytes: Uint8Array, at: number): boolean {
      for (let n = 0; n < prefix.length; n++) if (bytes[at + n] !== prefix[n]) return false;
      return true;
    }

    function take(messageId: number, payload: Buffer): void {
      inFlight++;
      receive(messageId, payload, (isStored) => {
        if (isStored) acknowledge(connection, messageId);
        if (inFlight-- === MOST_IN_FLIGHT) resumeIfFree();
      });
    }

    return {
      /** False while the socket should not be read. */
      mayRead,
      /** Takes the frames at the beginning of these bytes, which begin a packet. Returns the number of bytes taken. */
      takeFrames(bytes: Buffer): number {
        let at = 0;
        while (bytes[at] === PLAIN_PUBLISH) {
          const [low = 0, high = 0] = [bytes[at + 1], bytes[at + 2]];
          const isShort = low < 0x80;
          // Frames have at most two length bytes.
          if (!isShort && (high === 0 || high >= 0x80)) break;
          const bodyAt = at + (isShort ? 2 : 3);
          const end = bodyAt + (isShort ? low : (low & 0x7f) + (high << 7));
          const idAt = bodyAt + prefix.length;
          if (end > bytes.length || idAt + 2 > end || !isOwnTopic(bytes, bodyAt)) break;
          const messageId = bytes.readUInt16BE(idAt);
          if (messageId === 0) break;
          take(messageId, bytes.subarray(idAt + 2, end));
          at = end;
        }
        if (at > 0) onAlive();
        return at;
      },
    };
  };
}
