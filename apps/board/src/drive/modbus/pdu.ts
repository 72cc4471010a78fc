import { isSameBytes, joinBytes, wordAt, wordBytes } from './bytes.ts';

/** Function codes that this board sends; the drive also supports 08. */
export const FunctionCode = { readRegisters: 0x03, writeRegister: 0x06, diagnostics: 0x08 } as const;
const EXCEPTION_BIT = 0x80;

/** Function code and data: the same on every kind of line. */
export type Pdu = Uint8Array;

/** The expected answer: `read` has the number of words, `write` the written value. */
export type Request =
  | { kind: 'read'; address: number; count: number }
  | { kind: 'write'; address: number; word: number };

export const encodeRequest = (request: Request): Pdu =>
  request.kind === 'read'
    ? joinBytes([FunctionCode.readRegisters], wordBytes(request.address, request.count))
    : joinBytes([FunctionCode.writeRegister], wordBytes(request.address, request.word));

export const encodeWords = (words: readonly number[]): Pdu =>
  joinBytes([FunctionCode.readRegisters, 2 * words.length], wordBytes(...words));

export const encodeException = (functionCode: number, code: number): Pdu =>
  Uint8Array.of(functionCode | EXCEPTION_BIT, code);

/** Length of the answer, unless it is an exception. */
export const answerLength = (request: Request) => (request.kind === 'read' ? 2 + 2 * request.count : 5);
export const EXCEPTION_LENGTH = 2;

export type Answer = { words: number[] } | { exceptionCode: number };

const isException = (request: Request, pdu: Pdu) =>
  pdu.length === EXCEPTION_LENGTH && pdu[0] === ((encodeRequest(request)[0] ?? 0) | EXCEPTION_BIT);

/** The answer in a PDU, or undefined if it does not match this request. */
export function decodeAnswer(request: Request, pdu: Pdu): Answer | undefined {
  if (isException(request, pdu)) return { exceptionCode: pdu[1] ?? 0 };
  if (request.kind === 'write')
    return isSameBytes(pdu, encodeRequest(request)) ? { words: [request.word] } : undefined;
  const isWhole = pdu.length === answerLength(request) && pdu[1] === 2 * request.count;
  if (!isWhole || pdu[0] !== FunctionCode.readRegisters) return undefined;
  return { words: Array.from({ length: request.count }, (_, at) => wordAt(pdu, 2 + 2 * at)) };
}
