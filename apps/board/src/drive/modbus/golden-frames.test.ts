import { expect, it } from 'vitest';
import { gd10World } from '../../../test/gd10-world.ts';
import { RunChannel } from '../drive.ts';
import { answerRequest } from '../simulated/answer-request.ts';
import { decodeAnswer, encodeException, encodeRequest, encodeWords, type Request } from './pdu.ts';
import { crc16, decodeRtu, encodeRtu } from './rtu-frame.ts';

/** `domain.md` 1.9: captured from a real GD10, printed in manuals, or computed. */
const bytes = (text: string) => Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));

const read = (address: number, count: number): Request => ({ kind: 'read', address, count });
const write = (address: number, word: number): Request => ({ kind: 'write', address, word });

it.each([
  ['state, four words', read(0x2100, 4), '01 03 21 00 00 04 4E 35'],
  ['P01.20 = 5.0 s', write(0x0114, 50), '01 06 01 14 00 32 49 E7'],
  ['P00.04 and P00.05', read(0x0004, 2), '01 03 00 04 00 02 85 CA'],
  ['start', write(0x2000, 1), '01 06 20 00 00 01 43 CA'],
  ['stop', write(0x2000, 5), '01 06 20 00 00 05 42 09'],
  ['fault reset', write(0x2000, 7), '01 06 20 00 00 07 C3 C8'],
  ['PID reference 40.0 %', write(0x2002, 400), '01 06 20 02 01 90 22 36'],
  ['fault history', read(0x071b, 6), '01 03 07 1B 00 06 B4 BB'],
])('golden request: %s', (_what, request, frame) => {
  expect(encodeRtu(1, encodeRequest(request))).toEqual(bytes(frame));
});

it.each([
  [
    'state of a real GD10',
    read(0x2100, 4),
    '01 03 08 00 03 00 01 00 00 01 0D 5B 42',
    { words: [3, 1, 0, 0x010d] },
  ],
  ['P01.20', read(0x0114, 1), '01 03 02 00 32 39 91', { words: [50] }],
  ['a write is echoed', write(0x2000, 1), '01 06 20 00 00 01 43 CA', { words: [1] }],
  ['refused read', read(0x4000, 1), '01 83 02 C0 F1', { exceptionCode: 2 }],
  ['refused write', write(0x0901, 9999), '01 86 04 43 A3', { exceptionCode: 4 }],
] as const)('golden answer: %s', (_what, request, frame, answer) => {
  const decoded = decodeRtu(bytes(frame));
  expect(decoded?.unit).toBe(1);
  expect(decoded && decodeAnswer(request, decoded.pdu)).toEqual(answer);
});

it('golden exceptions are encoded byte for byte', () => {
  expect(encodeRtu(1, encodeException(3, 2))).toEqual(bytes('01 83 02 C0 F1'));
  expect(encodeRtu(1, encodeException(6, 4))).toEqual(bytes('01 86 04 43 A3'));
});

it('the simulated GD10 under keypad control gives the captured answer', () => {
  const { gd10 } = gd10World({}, RunChannel.keypad);
  const answer = answerRequest(gd10, encodeRequest(read(0x2100, 4)));
  expect(encodeRtu(1, answer)).toEqual(bytes('01 03 08 00 03 00 01 00 00 01 0D 5B 42'));
});

it('the simulated GD10 answers P01.20 as the manual prints it', () => {
  const { gd10 } = gd10World();
  const written = answerRequest(gd10, encodeRequest(write(0x0114, 50)));
  expect(encodeRtu(1, written)).toEqual(bytes('01 06 01 14 00 32 49 E7'));
  expect(encodeRtu(1, answerRequest(gd10, encodeRequest(read(0x0114, 1))))).toEqual(
    bytes('01 03 02 00 32 39 91'),
  );
});

it('a frame with any single bit flipped is invalid', () => {
  const frame = encodeRtu(1, encodeWords([3, 1, 0, 0x010d]));
  for (let bit = 0; bit < frame.length * 8; bit++) {
    const broken = frame.slice();
    broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(decodeRtu(broken)).toBeUndefined();
  }
});

it("the CRC matches the standard's check value: 123456789 gives 4B37H", () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37);
});

it.each([
  ['fewer words', read(0x2100, 4), encodeWords([3, 1, 0])],
  ['more words', read(0x2100, 1), encodeWords([3, 1])],
  ['another function', read(0x2100, 1), encodeRequest(write(0x2100, 1))],
  ['another register', write(0x2000, 1), encodeRequest(write(0x2001, 1))],
  ['another value', write(0x2000, 1), encodeRequest(write(0x2000, 5))],
  ['a refusal of another function', read(0x2100, 1), encodeException(6, 2)],
  ['nothing', read(0x2100, 1), new Uint8Array()],
])('no answer to this request: %s', (_what, request, pdu) => {
  expect(decodeAnswer(request, pdu)).toBeUndefined();
});
