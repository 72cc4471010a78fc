import { type Clock, pause } from '../../clock.ts';
import { awaitAnswer } from './await-answer.ts';
import { joinBytes } from './bytes.ts';
import { assertBeforeDeadline, type Exchange, LineError } from './exchange.ts';
import {
  type Answer,
  answerLength,
  decodeAnswer,
  EXCEPTION_LENGTH,
  encodeRequest,
  type Request,
} from './pdu.ts';
import { createReopeningLine } from './reopening-line.ts';
import { decodeRtu, encodeRtu, RTU_OVERHEAD } from './rtu-frame.ts';
import type { ExchangeParts } from './tcp-exchange.ts';

/** Latest possible arrival of a late answer. */
const LATEST_ANSWER_MS = 5_000;
/** 3.5 characters at 9600 baud and above, rounded up to the resolution of a timer. */
const GAP_MS = 5;

/** Finds the answer to a request in the received bytes, skipping noise. */
function findAnswer(unit: number, request: Request, received: Uint8Array): Answer | undefined {
  const lengths = [answerLength(request), EXCEPTION_LENGTH].map((length) => length + RTU_OVERHEAD);
  for (let at = 0; at < received.length; at++) {
    for (const length of lengths) {
      const frame = received[at] === unit ? decodeRtu(received.slice(at, at + length)) : undefined;
      const answer = frame && frame.pdu.length === length - RTU_OVERHEAD && decodeAnswer(request, frame.pdu);
      if (answer) return answer;
    }
  }
  return undefined;
}

/** Unanswered requests: the number of words each requested, and when. */
function createUnanswered(clock: Clock, mostWords: number) {
  let open: { count: number; sinceMs: number }[] = [];
  const prune = () => {
    open = open.filter(({ sinceMs }) => clock.elapsedMs() - sinceMs < LATEST_ANSWER_MS);
  };
  return {
    add: (request: Request) =>
      open.push({ count: request.kind === 'read' ? request.count : 0, sinceMs: clock.elapsedMs() }),
    clear: () => {
      open = [];
    },
    isEmpty() {
      prune();
      return open.length === 0;
    },
    /** A word count that no late answer can have. */
    freeCount: () =>
      Array.from({ length: mostWords }, (_, at) => at + 1).find(
        (n) => !open.some(({ count }) => count === n),
      ),
  };
}

/**
 * Modbus RTU. An answer does not identify its request, so after silence or garbage the line is out of sync: nothing is
 * requested until a probe with a unique length is answered. A drive answers in order, so no older answer can arrive
 * after that.
 */
export function createRtuExchange({ open, unit, clock, timeoutMs, probe }: ExchangeParts): Exchange {
  const keeper = createReopeningLine(open);
  const unanswered = createUnanswered(clock, probe.words);
  let restUntilMs = 0;

  async function exchange(request: Request, notAfterMs?: number): Promise<Answer> {
    const line = await keeper.line();
    let received: Uint8Array = new Uint8Array();
    await pause(clock, GAP_MS);
    assertBeforeDeadline(clock, notAfterMs);
    try {
      return await awaitAnswer({
        keeper,
        line,
        frame: encodeRtu(unit, encodeRequest(request)),
        clock,
        timeoutMs,
        onBytes: (bytes) => {
          received = joinBytes(received, bytes);
          return findAnswer(unit, request, received);
        },
        tooLate: () =>
          received.length > 0
            ? new LineError('garbage', 'The received bytes are not an answer.')
            : new LineError('no_answer', `No answer within ${timeoutMs} ms.`),
      });
    } catch (error) {
      unanswered.add(request);
      throw error;
    }
  }

  async function getInStep(): Promise<void> {
    const count = unanswered.freeCount();
    if (count === undefined || clock.elapsedMs() < restUntilMs)
      throw new LineError('no_answer', 'The line is out of step.');
    const request: Request = {
      kind: 'read',
      address: probe.address,
      count,
      functionCode: probe.functionCode,
    };
    const answer = await exchange(request);
    // An exception has a fixed length and may belong to an older request: wait until late answers are impossible.
    if ('exceptionCode' in answer) {
      restUntilMs = clock.elapsedMs() + LATEST_ANSWER_MS;
      unanswered.add(request);
      throw new LineError('garbage', 'The line is out of step.');
    }
    unanswered.clear();
  }

  return {
    async send(request, notAfterMs) {
      await keeper.line();
      if (!unanswered.isEmpty()) await getInStep();
      return exchange(request, notAfterMs);
    },
    close: keeper.drop,
  };
}
