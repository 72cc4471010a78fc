import type { Clock } from '../../clock.ts';
import { joinBytes } from '../modbus/bytes.ts';
import { encodeException } from '../modbus/pdu.ts';
import { decodeRtu, encodeRtu, LONGEST_RTU, RTU_OVERHEAD } from '../modbus/rtu-frame.ts';
import { answerRequest } from './answer-request.ts';
import { RegisterException } from './register-exception.ts';
import type { RegisterBank } from './simulated-gd10.ts';

/** Longer than 3.5 characters, since adapters deliver bytes in chunks. */
const SILENCE_MS = 20;
const BROADCAST = 0;
const REQUEST_BYTES = 8;
/** Functions with a fixed request length of eight bytes: complete without a silence. */
const FIXED_LENGTH = new Set([1, 2, 3, 4, 5, 6, 8]);

export interface RtuSlave {
  receive(bytes: Uint8Array): void;
  stop(): void;
}

export interface RtuSlaveParts {
  bank: RegisterBank;
  unit: number;
  clock: Clock;
  send: (frame: Uint8Array) => void;
}

/** The drive's side of an RS-485 line. */
export function createRtuSlave({ bank, unit, clock, send }: RtuSlaveParts): RtuSlave {
  let received: Uint8Array = new Uint8Array();
  let cancelSilence = () => {};

  function obey(request: NonNullable<ReturnType<typeof decodeRtu>>): void {
    if (request.unit !== unit && request.unit !== BROADCAST) return;
    const answer = answerRequest(bank, request.pdu);
    if (request.unit !== BROADCAST) send(encodeRtu(unit, answer));
  }

  function takeRequests(): void {
    while (received.length >= REQUEST_BYTES && FIXED_LENGTH.has(received[1] ?? 0)) {
      const request = decodeRtu(received.slice(0, REQUEST_BYTES));
      if (!request) return;
      received = received.slice(REQUEST_BYTES);
      obey(request);
    }
  }

  /** Silence ends a frame: the received bytes are a complete frame or noise. */
  function judge(): void {
    const frame = received;
    received = new Uint8Array();
    const request = decodeRtu(frame);
    if (request) obey(request);
    else if (frame[0] === unit && frame.length > RTU_OVERHEAD) {
      const { code } = new RegisterException('frame_error');
      send(encodeRtu(unit, encodeException((frame[1] ?? 0) & 0x7f, code)));
    }
  }

  return {
    receive(bytes) {
      cancelSilence();
      received = joinBytes(received, bytes);
      takeRequests();
      if (received.length > LONGEST_RTU) received = new Uint8Array();
      if (received.length > 0) cancelSilence = clock.after(SILENCE_MS, judge);
    },
    stop: () => cancelSilence(),
  };
}
