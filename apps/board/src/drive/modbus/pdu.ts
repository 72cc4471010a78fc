import { isSameBytes, joinBytes, wordAt, wordBytes } from './bytes.ts';

export const FunctionCode = {
  readRegisters: 0x03,
  readInputs: 0x04,
  writeRegister: 0x06,
  diagnostics: 0x08,
  writeRegisters: 0x10,
} as const;
const EXCEPTION_BIT = 0x80;

/** Function code and data: the same on every kind of line. */
export type Pdu = Uint8Array;

/** The expected answer: `read` has the number of words, `write` the written value. */
export type Request =
  | { kind: 'read'; address: number; count: number; functionCode?: 3 | 4 }
  | { kind: 'write'; address: number; word: number }
  | { kind: 'writeMany'; address: number; words: readonly number[] };

export function encodeRequest(request: Request): Pdu {
  const { kind, address } = request;
  if (kind === 'read')
    return joinBytes([request.functionCode ?? FunctionCode.readRegisters], wordBytes(address, request.count));
  if (kind === 'write') return joinBytes([FunctionCode.writeRegister], wordBytes(address, request.word));
  const { words } = request;
  return joinBytes(
    [FunctionCode.writeRegisters],
    wordBytes(address, words.length),
    [2 * words.length],
    wordBytes(...words),
  );
}

export const encodeWords = (
  words: readonly number[],
  functionCode: number = FunctionCode.readRegisters,
): Pdu => joinBytes([functionCode, 2 * words.length], wordBytes(...words));

export const encodeException = (functionCode: number, code: number): Pdu =>
  Uint8Array.of(functionCode | EXCEPTION_BIT, code);

/** Length of the answer, unless it is an exception. */
export const answerLength = (request: Request) =>
  request.kind === 'read' ? 2 + 2 * request.count : WRITE_ANSWER_LENGTH;
const WRITE_ANSWER_LENGTH = 5;
export const EXCEPTION_LENGTH = 2;

export type Answer = { words: number[] } | { exceptionCode: number };

const isException = (request: Request, pdu: Pdu) =>
  pdu.length === EXCEPTION_LENGTH && pdu[0] === ((encodeRequest(request)[0] ?? 0) | EXCEPTION_BIT);

/** The answer in a PDU, or undefined if it does not match this request. */
export function decodeAnswer(request: Request, pdu: Pdu): Answer | undefined {
  if (isException(request, pdu)) return { exceptionCode: pdu[1] ?? 0 };
  if (request.kind === 'write')
    return isSameBytes(pdu, encodeRequest(request)) ? { words: [request.word] } : undefined;
  // The answer repeats the head of the request: function, address and number of words.
  if (request.kind === 'writeMany')
    return isSameBytes(pdu, encodeRequest(request).slice(0, WRITE_ANSWER_LENGTH))
      ? { words: [...request.words] }
      : undefined;
  const isWhole = pdu.length === answerLength(request) && pdu[1] === 2 * request.count;
  if (!isWhole || pdu[0] !== (request.functionCode ?? FunctionCode.readRegisters)) return undefined;
  return { words: Array.from({ length: request.count }, (_, at) => wordAt(pdu, 2 + 2 * at)) };
}
