import { joinBytes } from './bytes.ts';
import type { Pdu } from './pdu.ts';

/** Unit and checksum around a PDU. */
export const RTU_OVERHEAD = 3;
export const LONGEST_RTU = 256;

/** CRC-16 of Modbus: reflected 8005H, from FFFFH. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}

export function encodeRtu(unit: number, pdu: Pdu): Uint8Array {
  const body = joinBytes([unit], pdu);
  const crc = crc16(body);
  // The CRC is the only little-endian word of the protocol.
  return joinBytes(body, [crc & 0xff, crc >> 8]);
}

/** Unit and PDU of a whole frame; undefined if its checksum is wrong. A frame with its CRC has the checksum 0. */
export function decodeRtu(frame: Uint8Array): { unit: number; pdu: Pdu } | undefined {
  if (frame.length <= RTU_OVERHEAD || frame.length > LONGEST_RTU || crc16(frame) !== 0) return undefined;
  return { unit: frame[0] ?? 0, pdu: frame.slice(1, -2) };
}
