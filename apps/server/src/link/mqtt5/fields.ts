import { REASON, RefusedPacketError } from './reason.ts';

/** Reads the fields of one packet in their order; a field beyond its end is malformed. */
export function createFieldReader(bytes: Buffer) {
  let at = 0;
  function skip(length: number): number {
    const from = at;
    at += length;
    if (at > bytes.length) throw new RefusedPacketError(REASON.malformed);
    return from;
  }
  const byte = () => bytes.readUInt8(skip(1));
  const word = () => bytes.readUInt16BE(skip(2));
  /** A text or binary data, without its length. */
  const data = () => {
    const length = word();
    const from = skip(length);
    return bytes.subarray(from, from + length);
  };
  /** A number of at most four bytes with seven bits each. */
  function varint(): number {
    let value = 0;
    for (let shift = 0; shift <= 21; shift += 7) {
      const next = byte();
      value += (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw new RefusedPacketError(REASON.malformed);
  }
  return {
    byte,
    word,
    long: () => bytes.readUInt32BE(skip(4)),
    data,
    varint,
    position: () => at,
    isAtEnd: () => at === bytes.length,
    rest: () => bytes.subarray(at),
  };
}
export type FieldReader = ReturnType<typeof createFieldReader>;

/** A text or binary data with its length. */
export function dataField(value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([wordField(bytes.length), bytes]);
}

export const wordField = (value: number) => Buffer.from([value >> 8, value & 0xff]);

const varintSize = (value: number) => (value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 4);

/** A packet of this first byte and these parts of its body. */
export function packetOf(first: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = Buffer.allocUnsafe(1 + varintSize(length) + length);
  bytes[0] = first;
  let at = 1;
  let left = length;
  for (; left >= 128; left = Math.floor(left / 128)) bytes[at++] = (left % 128) | 0x80;
  bytes[at++] = left;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
