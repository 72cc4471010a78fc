import { gd10 } from '@manoboard/domain/fc/gd10';
import { expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { scriptedLine } from '../../../test/scripted-line.ts';
import { DriveError } from '../drive.ts';
import { joinBytes, wordAt, wordBytes } from './bytes.ts';
import { LineError } from './exchange.ts';
import { createModbusPort } from './modbus-port.ts';
import { encodeException, encodeWords } from './pdu.ts';
import { createTcpExchange } from './tcp-exchange.ts';
import { encodeTcp } from './tcp-frame.ts';

const TIMEOUT_MS = 300;

/** A drive in which every register holds its own address. */
const trueAnswer = (frame: Uint8Array, more: { transaction?: number; unit?: number } = {}) =>
  encodeTcp({
    transaction: wordAt(frame, 0),
    unit: 1,
    pdu: encodeWords(Array.from({ length: frame[11] ?? 0 }, (_, at) => wordAt(frame, 8) + at)),
    ...more,
  });

type Respond = (frame: Uint8Array, send: (bytes: Uint8Array) => void) => void;

function setUp(respond: (clock: FakeClock) => Respond) {
  const clock = fakeClock();
  const line = scriptedLine(respond(clock));
  const exchange = createTcpExchange({ open: line.open, unit: 1, clock, timeoutMs: TIMEOUT_MS });
  const port = createModbusPort(exchange, gd10);
  async function outcome(requests: Promise<unknown>): Promise<unknown> {
    const settled = requests.catch((error) =>
      error instanceof DriveError ? (error.exception?.name ?? error.reason) : error,
    );
    await clock.advance(5_000);
    return settled;
  }
  return { clock, line, port, outcome };
}

it('an answer received byte by byte is accepted', async () => {
  const { port, outcome } = setUp((clock) => (frame, send) => {
    for (const [at, byte] of trueAnswer(frame).entries())
      clock.after(5 * at, () => send(Uint8Array.of(byte)));
  });
  expect(await outcome(port.read(0x2100, 4))).toEqual([0x2100, 0x2101, 0x2102, 0x2103]);
});

it('silence: three attempts, each on a new connection, then no answer', async () => {
  const { port, line, outcome } = setUp(() => () => undefined);
  expect(await outcome(port.read(0x2100, 4))).toBe('no_answer');
  expect(line.openings()).toBe(3);
});

it.each([
  ['text', () => new TextEncoder().encode('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['another protocol', (frame: Uint8Array) => trueAnswer(frame).with(2, 1)],
  ['a length of nothing', (frame: Uint8Array) => trueAnswer(frame).with(5, 0)],
  ['a length beyond the limit', (frame: Uint8Array) => trueAnswer(frame).with(4, 0xff)],
  ['another unit', (frame: Uint8Array) => trueAnswer(frame, { unit: 2 })],
  [
    'too few words',
    (frame: Uint8Array) => encodeTcp({ transaction: wordAt(frame, 0), unit: 1, pdu: encodeWords([1]) }),
  ],
  [
    'another function',
    (frame: Uint8Array) => joinBytes(wordBytes(wordAt(frame, 0), 0, 3), [1, 0x83 ^ 0x07, 1]),
  ],
])('%s is garbage, and no number comes of it', async (_what, answer) => {
  const { port, outcome } = setUp(() => (frame, send) => send(answer(frame)));
  expect(await outcome(port.read(0x2100, 4))).toBe('garbage');
});

it('the answer to another transaction is discarded, and the request keeps waiting', async () => {
  const { port, outcome } = setUp(() => (frame, send) => {
    send(trueAnswer(frame, { transaction: 0x7777 }).with(-1, 0x99));
    send(trueAnswer(frame));
  });
  expect(await outcome(port.read(0x0200, 1))).toEqual([0x0200]);
});

it('a late answer is dropped with its connection', async () => {
  let requests = 0;
  const { port, line, outcome } = setUp((clock) => (frame, send) => {
    clock.after(requests++ === 0 ? 310 : 5, () => send(trueAnswer(frame)));
  });
  expect(await outcome(port.read(0x0100, 1))).toEqual([0x0100]);
  expect(await outcome(port.read(0x0200, 1))).toEqual([0x0200]);
  expect(line.openings()).toBe(2);
});

it('exceptions of the drive are returned, also with an unknown code', async () => {
  const codes = [8, 11];
  const { port, outcome } = setUp(
    () => (frame, send) =>
      send(
        encodeTcp({ transaction: wordAt(frame, 0), unit: 1, pdu: encodeException(6, codes.shift() ?? 0) }),
      ),
  );
  expect(await outcome(port.write(0x0003, 4000))).toBe('not_while_running');
  expect(await outcome(port.write(0x0003, 4000))).toBe('unknown');
});

it('an unreachable gateway is no answer', async () => {
  const clock = fakeClock();
  const open = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const exchange = createTcpExchange({ open, unit: 1, clock, timeoutMs: TIMEOUT_MS });
  await expect(exchange.send({ kind: 'read', address: 0, count: 1 })).rejects.toThrow(LineError);
});

it('a gateway that closes in the middle of an answer: retried on a new connection', async () => {
  let requests = 0;
  const { port, line, outcome } = setUp(() => (frame, send) => {
    if (requests++ > 0) send(trueAnswer(frame));
    else {
      send(trueAnswer(frame).slice(0, 8));
      line.cut();
    }
  });
  expect(await outcome(port.read(0x0100, 3))).toEqual([0x0100, 0x0101, 0x0102]);
});

it('a start is sent once, even without an answer', async () => {
  const { port, line, outcome } = setUp(() => () => undefined);
  expect(await outcome(port.write(0x2000, 1, { isOnce: true }))).toBe('no_answer');
  expect(line.sent).toHaveLength(1);
});

it('a write queued behind a silent request past its deadline is not sent', async () => {
  const { port, line, outcome, clock } = setUp(() => () => undefined);
  port.read(0x2100, 4).catch(() => undefined);
  const late = port.write(0x2000, 1, { notAfterMs: clock.elapsedMs() + TIMEOUT_MS });
  expect(await outcome(late)).toBe('too_late');
  expect(line.sent.map((frame) => frame[7])).toEqual([3, 3, 3]);
});

it('a write is not retried past its deadline', async () => {
  const { port, line, outcome, clock } = setUp(() => () => undefined);
  const stop = port.write(0x2000, 5, { notAfterMs: clock.elapsedMs() + TIMEOUT_MS + 1 });
  expect(await outcome(stop)).toBe('too_late');
  expect(line.sent).toHaveLength(2);
});

it.each([0x0a, 0x0b])(
  'gateway exception %i (drive unreachable) counts as silence, not as a refusal',
  async (code) => {
    const { port, outcome } = setUp(
      () => (frame, send) =>
        send(
          encodeTcp({ transaction: wordAt(frame, 0), unit: 1, pdu: encodeException(frame[7] ?? 0, code) }),
        ),
    );
    expect(await outcome(port.write(0x2000, 1, { isOnce: true }))).toBe('no_answer');
  },
);

/** A drive that answers its first requests with this exception. */
const refusingFirst = (times: number, code: number) => () => {
  let requests = 0;
  return (frame: Uint8Array, send: (bytes: Uint8Array) => void) =>
    send(
      requests++ < times
        ? encodeTcp({ transaction: wordAt(frame, 0), unit: 1, pdu: encodeException(frame[7] ?? 0, code) })
        : trueAnswer(frame),
    );
};

it('R4.16 exception 06 of a GD10, a frame error, is asked again like a miss; any other exception is not', async () => {
  const busy = setUp(refusingFirst(2, 6));
  expect(await busy.outcome(busy.port.read(0x2103, 1))).toEqual([0x2103]);
  expect([busy.line.sent.length, busy.line.openings()]).toEqual([3, 1]);
  const steady = setUp(refusingFirst(5, 6));
  expect(await steady.outcome(steady.port.read(0x2103, 1))).toBe('frame_error');
  const absent = setUp(refusingFirst(1, 2));
  expect(await absent.outcome(absent.port.read(0x2103, 1))).toBe('illegal_address');
  expect(absent.line.sent).toHaveLength(1);
});

it('a start that a busy drive refuses is sent once', async () => {
  const { port, line, outcome } = setUp(refusingFirst(1, 6));
  expect(await outcome(port.write(0x2000, 1, { isOnce: true }))).toBe('frame_error');
  expect(line.sent).toHaveLength(1);
});
