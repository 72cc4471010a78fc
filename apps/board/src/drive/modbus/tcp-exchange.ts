import type { Clock } from '../../clock.ts';
import { awaitAnswer } from './await-answer.ts';
import type { OpenByteLine } from './byte-line.ts';
import { assertBeforeDeadline, type Exchange, LineError } from './exchange.ts';
import { type Answer, decodeAnswer, encodeRequest, type Request } from './pdu.ts';
import { createReopeningLine } from './reopening-line.ts';
import { createTcpReader, encodeTcp, type TcpReader } from './tcp-frame.ts';

export interface ExchangeParts {
  open: OpenByteLine;
  unit: number;
  clock: Clock;
  timeoutMs: number;
  /** Registers that are always readable, 1 to `words` of them: a serial line gets in step by them. */
  probe: { address: number; words: number; functionCode: 3 | 4 };
}

/**
 * Modbus TCP. Every request has a transaction number that its answer repeats; after silence or garbage the connection
 * is closed, which drops late answers.
 */
export function createTcpExchange({ open, unit, clock, timeoutMs }: Omit<ExchangeParts, 'probe'>): Exchange {
  const keeper = createReopeningLine(open);
  let transaction = 0;

  function match(reader: TcpReader, request: Request, chunk: Uint8Array): Answer | undefined {
    let frames: ReturnType<TcpReader['push']>;
    try {
      frames = reader.push(chunk);
    } catch {
      throw new LineError('garbage', 'The answer is not Modbus.');
    }
    const frame = frames.find((candidate) => candidate.transaction === transaction);
    if (!frame) return undefined;
    const answer = frame.unit === unit ? decodeAnswer(request, frame.pdu) : undefined;
    if (!answer) throw new LineError('garbage', 'The answer does not fit the request.');
    return answer;
  }

  return {
    async send(request, notAfterMs) {
      const line = await keeper.line();
      assertBeforeDeadline(clock, notAfterMs);
      transaction = (transaction + 1) & 0xffff;
      const reader = createTcpReader();
      try {
        return await awaitAnswer({
          keeper,
          line,
          frame: encodeTcp({ transaction, unit, pdu: encodeRequest(request) }),
          clock,
          timeoutMs,
          onBytes: (chunk) => match(reader, request, chunk),
          tooLate: () => new LineError('no_answer', `No answer within ${timeoutMs} ms.`),
        });
      } catch (error) {
        await keeper.drop();
        throw error;
      }
    },
    close: keeper.drop,
  };
}
