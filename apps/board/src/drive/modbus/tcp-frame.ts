import { joinBytes, wordAt, wordBytes } from './bytes.ts';
import type { Pdu } from './pdu.ts';

const HEADER = 7;
/** Unit and PDU. */
const SHORTEST_REST = 2;
const LONGEST_REST = 254;

export interface TcpFrame {
  transaction: number;
  unit: number;
  pdu: Pdu;
}

export const encodeTcp = ({ transaction, unit, pdu }: TcpFrame): Uint8Array =>
  joinBytes(wordBytes(transaction, 0, pdu.length + 1), [unit], pdu);

export interface TcpReader {
  /** Returns the complete frames; throws once the stream is not Modbus, and on every call after that. */
  push(chunk: Uint8Array): TcpFrame[];
}

/** Splits a stream into frames. Frames have no start mark: a wrong header ends the connection. */
export function createTcpReader(): TcpReader {
  let rest: Uint8Array = new Uint8Array();

  function cut(): TcpFrame | undefined {
    if (rest.length < HEADER) return undefined;
    const length = wordAt(rest, 4);
    const isModbus = wordAt(rest, 2) === 0 && length >= SHORTEST_REST && length <= LONGEST_REST;
    if (!isModbus) throw new RangeError('not a Modbus header');
    const end = HEADER - 1 + length;
    if (rest.length < end) return undefined;
    const frame = { transaction: wordAt(rest, 0), unit: rest[6] ?? 0, pdu: rest.slice(HEADER, end) };
    rest = rest.slice(end);
    return frame;
  }

  return {
    push(chunk) {
      rest = joinBytes(rest, chunk);
      const frames: TcpFrame[] = [];
      for (let frame = cut(); frame; frame = cut()) frames.push(frame);
      return frames;
    },
  };
}
