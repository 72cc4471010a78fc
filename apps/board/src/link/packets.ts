import type { ClientLogin } from './client.ts';

/** The packets of MQTT 3.1.1 that a board needs. */
export const Packet = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  subscribe: 8,
  suback: 9,
  pingreq: 12,
  pingresp: 13,
  disconnect: 14,
} as const;

const LEVEL_3_1_1 = 4;
const FLAG = { username: 0x80, password: 0x40, willRetain: 0x20, willQos1: 0x08, will: 0x04, clean: 0x02 };
const QOS_1 = 0x02;
const RETAIN = 0x01;
/** Largest packet of the contract; a peer that announces more is not our broker. */
const MAX_BYTES = 256 * 1024;

const word = (value: number) => Buffer.of(value >> 8, value & 0xff);

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([word(bytes.length), bytes]);
}

function lengthBytes(length: number): Buffer {
  const bytes: number[] = [];
  let left = length;
  do {
    bytes.push((left % 128) | (left >= 128 ? 0x80 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.from(bytes);
}

function packet(type: number, flags: number, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.of((type << 4) | flags), lengthBytes(length), ...parts]);
}

export function connectPacket({ clientId, username, password, keepAliveS, will }: ClientLogin): Buffer {
  const { username: u, password: p, willQos1, clean, will: w, willRetain } = FLAG;
  const flags = u | p | willQos1 | clean | w | (will.retain ? willRetain : 0);
  const head = [text('MQTT'), Buffer.of(LEVEL_3_1_1, flags), word(keepAliveS)];
  return packet(
    Packet.connect,
    0,
    ...head,
    ...[clientId, will.topic, will.payload, username, password].map(text),
  );
}

export const publishPacket = (id: number, topic: string, payload: string, isRetained: boolean) =>
  packet(Packet.publish, QOS_1 | (isRetained ? RETAIN : 0), text(topic), word(id), Buffer.from(payload));

export const subscribePacket = (id: number, filters: readonly string[]) =>
  packet(
    Packet.subscribe,
    2,
    word(id),
    ...filters.map((filter) => Buffer.concat([text(filter), Buffer.of(1)])),
  );

export const pubackPacket = (id: number) => packet(Packet.puback, 0, word(id));
export const PINGREQ = packet(Packet.pingreq, 0);
export const DISCONNECT = packet(Packet.disconnect, 0);

export interface Received {
  type: number;
  flags: number;
  body: Buffer;
}

/** The packet at this offset and the offset of the next; while incomplete, the bytes it needs. Throws on invalid data. */
function readPacket(bytes: Buffer, at: number): { received: Received; next: number } | { needed: number } {
  let length = 0;
  for (let i = 1; i <= 4; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return { needed: i + 1 };
    length += (byte & 0x7f) * 128 ** (i - 1);
    if (byte >= 0x80) continue;
    if (length > MAX_BYTES) break;
    const begin = at + 1 + i;
    if (bytes.length < begin + length) return { needed: begin + length - at };
    const head = bytes[at] ?? 0;
    return {
      received: { type: head >> 4, flags: head & 0x0f, body: bytes.subarray(begin, begin + length) },
      next: begin + length,
    };
  }
  throw new Error('the broker sent an invalid packet');
}

/**
 * Splits a byte stream into packets. An incomplete packet is collected in a buffer of its full size, so its cost is
 * linear however small the chunks are.
 */
export function createPacketReader(onPacket: (received: Received) => void) {
  let buffer: Buffer = Buffer.alloc(0);
  /** Bytes in the buffer, and bytes that the incomplete packet needs. */
  let held = 0;
  let needed = 0;

  /** Copies bytes to the end of the buffer. */
  function append(bytes: Buffer): void {
    const size = Math.max(needed, held + bytes.length);
    if (size > buffer.length) {
      const larger = Buffer.allocUnsafe(size);
      buffer.copy(larger, 0, 0, held);
      buffer = larger;
    }
    held += bytes.copy(buffer, held);
  }

  return (chunk: Buffer): void => {
    if (held > 0) append(chunk);
    if (held < needed) return;
    const bytes = held > 0 ? buffer.subarray(0, held) : chunk;
    [buffer, held, needed] = [Buffer.alloc(0), 0, 0];
    let at = 0;
    while (at < bytes.length) {
      const read = readPacket(bytes, at);
      if ('needed' in read) {
        needed = read.needed;
        append(bytes.subarray(at));
        return;
      }
      at = read.next;
      onPacket(read.received);
    }
  };
}

/** Content of a PUBLISH; `id` only if it must be acknowledged. */
export function readPublish({ flags, body }: Received) {
  const topicEnd = 2 + body.readUInt16BE(0);
  const topic = body.toString('utf8', 2, topicEnd);
  const hasId = (flags & 0x06) !== 0;
  const id = hasId ? body.readUInt16BE(topicEnd) : undefined;
  // A copy: a view would keep the whole chunk in memory.
  const payload = new Uint8Array(body.subarray(hasId ? topicEnd + 2 : topicEnd));
  return { topic, id, payload, isRetained: (flags & RETAIN) !== 0 };
}
