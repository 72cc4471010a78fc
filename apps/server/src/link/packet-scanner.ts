import { unitsOf } from './packet-budget.ts';

/** Reads the fixed headers of an MQTT byte stream, whatever the split into chunks. */
export class PacketScanner {
  #bodyLeft = 0;
  #isHeader = false;
  #type = 0;
  #length = 0;
  #shift = 0;
  #announced: number | undefined;

  /** Packet type of the last header. */
  type(): number {
    return this.#type;
  }

  isAtStart(): boolean {
    return !this.#isHeader && this.#bodyLeft === 0;
  }

  /** Reads one byte of a header, or the available part of a body. Returns the position of the next byte. */
  read(chunk: Uint8Array, at: number): number {
    if (this.#bodyLeft > 0) {
      const step = Math.min(this.#bodyLeft, chunk.length - at);
      this.#bodyLeft -= step;
      return at + step;
    }
    this.#readHeader(chunk[at] ?? 0);
    return at + 1;
  }

  #readHeader(byte: number): void {
    if (!this.#isHeader) {
      this.#isHeader = true;
      this.#type = byte >> 4;
      this.#length = 0;
      this.#shift = 0;
      return;
    }
    this.#length += (byte & 0x7f) * 2 ** this.#shift;
    this.#shift += 7;
    if (byte >= 0x80 && this.#shift <= 21) return;
    this.#isHeader = false;
    this.#bodyLeft = this.#length;
    this.#announced = this.#length;
  }

  /** Returns the length in the last header, once per packet. */
  takeLength(): number | undefined {
    const taken = this.#announced;
    this.#announced = undefined;
    return taken;
  }
}

/** Units of the packets that begin in these bytes. The first byte must begin a packet. */
export function countUnits(bytes: Uint8Array): number {
  const scanner = new PacketScanner();
  let units = 0;
  for (let at = 0; at < bytes.length; ) {
    at = scanner.read(bytes, at);
    const length = scanner.takeLength();
    if (length !== undefined) units += unitsOf(scanner.type(), length);
  }
  return units;
}
