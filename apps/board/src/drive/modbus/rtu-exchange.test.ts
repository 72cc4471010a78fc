import { gd10 } from '@manoboard/domain/fc/gd10';
import { expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { scriptedLine } from '../../../test/scripted-line.ts';
import { seededRandom } from '../../random.ts';
import { DriveError } from '../drive.ts';
import { joinBytes, wordAt } from './bytes.ts';
import { createModbusPort } from './modbus-port.ts';
import { encodeException, encodeWords } from './pdu.ts';
import { createRtuExchange } from './rtu-exchange.ts';
import { encodeRtu } from './rtu-frame.ts';

const TIMEOUT_MS = 300;

/** A drive in which every register holds its own address. */
const trueAnswer = (frame: Uint8Array) =>
  frame[1] === 6
    ? frame
    : encodeRtu(1, encodeWords(Array.from({ length: frame[5] ?? 0 }, (_, at) => wordAt(frame, 2) + at)));

type Respond = (frame: Uint8Array, send: (bytes: Uint8Array) => void) => void;

function setUp(respond: (clock: FakeClock) => Respond) {
  const clock = fakeClock();
  const line = scriptedLine(respond(clock));
  const exchange = createRtuExchange({
    open: line.open,
    unit: 1,
    clock,
    timeoutMs: TIMEOUT_MS,
    probe: { ...gd10.line.probe, functionCode: 3 },
  });
  const port = createModbusPort(exchange, gd10);
  async function outcome(requests: Promise<unknown>): Promise<unknown> {
    let answer: unknown;
    let isSettled = false;
    requests.then(
      (words) => {
        answer = words;
        isSettled = true;
      },
      (error) => {
        answer = error instanceof DriveError ? (error.exception?.name ?? error.reason) : error;
        isSettled = true;
      },
    );
    while (!isSettled) await clock.advance(20);
    return answer;
  }
  return { clock, line, port, outcome };
}

it('an answer in pieces, with noise before it, is accepted', async () => {
  const { port, outcome } = setUp((clock) => (frame, send) => {
    const noisy = joinBytes([0x00, 0xff, 0x01, 0x03], trueAnswer(frame));
    for (const [at, byte] of noisy.entries()) clock.after(5 * at, () => send(Uint8Array.of(byte)));
  });
  expect(await outcome(port.read(0x2100, 4))).toEqual([0x2100, 0x2101, 0x2102, 0x2103]);
});

it('silence: three attempts, then no answer; the next request has one attempt', async () => {
  const { port, line, outcome } = setUp(() => () => undefined);
  expect(await outcome(port.read(0x2100, 4))).toBe('no_answer');
  expect(line.sent).toHaveLength(3);
  expect(await outcome(port.read(0x2100, 4))).toBe('no_answer');
  expect(line.sent).toHaveLength(4);
});

it.each([
  ['noise', () => Uint8Array.of(0xde, 0xad, 0xbe, 0xef)],
  ['a wrong checksum', (frame: Uint8Array) => trueAnswer(frame).with(-1, 0)],
  ['another unit', (frame: Uint8Array) => encodeRtu(2, trueAnswer(frame).slice(1, -2))],
  ['too few words', () => encodeRtu(1, encodeWords([1]))],
  ['half an answer', (frame: Uint8Array) => trueAnswer(frame).slice(0, 5)],
])('%s is garbage, and no number comes of it', async (_what, answer) => {
  const { port, outcome } = setUp(() => (frame, send) => send(answer(frame)));
  expect(await outcome(port.read(0x2100, 4))).toBe('garbage');
});

it('a write is confirmed only by its own echo', async () => {
  const other = Uint8Array.of(1, 6, 0x20, 0, 0, 5, 0x42, 0x09);
  const { port, outcome } = setUp(() => (_frame, send) => send(other));
  expect(await outcome(port.write(0x2000, 1))).toBe('garbage');
  expect(await outcome(port.write(0x2000, 5))).toBe('garbage');
});

it('an exception is returned at once and not retried', async () => {
  const { port, line, outcome } = setUp(() => (_frame, send) => send(encodeRtu(1, encodeException(3, 9))));
  expect(await outcome(port.read(0x2100, 4))).toBe('password_protected');
  expect(line.sent).toHaveLength(1);
});

it('a late answer is discarded: the next request gets its own', async () => {
  let requests = 0;
  const { port, outcome } = setUp((clock) => (frame, send) => {
    clock.after(requests++ === 0 ? 450 : 5, () => send(trueAnswer(frame)));
  });
  const first = outcome(port.read(0x0100, 1));
  const second = outcome(port.read(0x0200, 1));
  expect(await first).toEqual([0x0100]);
  expect(await second).toEqual([0x0200]);
});

it('a late exception is not attributed to the next request', async () => {
  let requests = 0;
  const { port, outcome } = setUp((clock) => (frame, send) => {
    const isFirst = requests++ === 0;
    const answer = isFirst ? encodeRtu(1, encodeException(3, 2)) : trueAnswer(frame);
    clock.after(isFirst ? 400 : 5, () => send(answer));
  });
  expect(await outcome(port.read(0x0100, 1))).toEqual([0x0100]);
});

it('a drive that refuses the probe gets no requests until late answers are impossible', async () => {
  let requests = 0;
  const { clock, port, line, outcome } = setUp(() => (frame, send) => {
    if (requests++ === 0) return;
    send(wordAt(frame, 2) === 0x071b ? encodeRtu(1, encodeException(3, 2)) : trueAnswer(frame));
  });
  expect(await outcome(port.read(0x2100, 1))).toBe('no_answer');
  expect(line.sent).toHaveLength(2);
  expect(await outcome(port.read(0x2100, 1))).toBe('no_answer');
  expect(line.sent).toHaveLength(2);
  await clock.advance(5_000);
  expect(await outcome(port.read(0x2100, 1))).toEqual([0x2100]);
});

it('an unplugged line is reopened for the next request', async () => {
  let isPlugged = false;
  const { port, line, outcome } = setUp(() => (frame, send) => {
    if (isPlugged) send(trueAnswer(frame));
    else line.cut();
  });
  expect(await outcome(port.read(0x2100, 1))).toBe('no_answer');
  isPlugged = true;
  expect(await outcome(port.read(0x2100, 2))).toEqual([0x2100, 0x2101]);
  expect(line.openings()).toBeGreaterThan(1);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'noise, loss and delay of up to 4 s (seed %i) never give a wrong number',
  async (seed) => {
    const random = seededRandom(seed);
    let freeMs = 0;
    const { clock, port, outcome } = setUp((clock) => (frame, send) => {
      const chance = random();
      if (chance < 0.1) return;
      const delayMs = random() < 0.3 ? 4_000 * random() : 20 * random();
      // A drive answers in order.
      freeMs = Math.max(freeMs + 5, clock.elapsedMs() + delayMs);
      const answer = trueAnswer(frame);
      if (chance < 0.2) answer[Math.floor(random() * answer.length)] = Math.floor(256 * random());
      const noise = chance < 0.3 ? Uint8Array.from({ length: 6 }, () => 4 * random()) : new Uint8Array();
      clock.after(freeMs - clock.elapsedMs(), () => send(joinBytes(noise, answer)));
    });
    let answered = 0;
    for (let i = 0; i < 100; i++) {
      await clock.advance(1_000);
      const address = Math.floor(0x3000 * random());
      const count = 1 + Math.floor(16 * random());
      const answer = await outcome(port.read(address, count));
      if (!Array.isArray(answer)) continue;
      answered++;
      expect(answer).toEqual(Array.from({ length: count }, (_, at) => address + at));
    }
    expect(answered).toBeGreaterThan(20);
  },
);
