import type { Clock } from '../../clock.ts';
import type { Answer, Request } from './pdu.ts';

/** Why there is no answer to believe. */
export class LineError extends Error {
  readonly reason: 'no_answer' | 'garbage' | 'too_late';

  constructor(reason: LineError['reason'], message: string) {
    super(message);
    this.name = 'LineError';
    this.reason = reason;
  }
}

/** A line may take its time to open: the moment before sending is the one that counts. */
export function mustBeInTime(clock: Clock, notAfterMs = Number.POSITIVE_INFINITY): void {
  if (clock.elapsedMs() >= notAfterMs) throw new LineError('too_late', 'It is too late for this.');
}

/** One kind of line to a drive. Requests must come one after the other; it opens and reopens by itself. */
export interface Exchange {
  /** The answer to this request and to no other, or a `LineError`. Once `notAfterMs` is there, nothing is sent. */
  ask(request: Request, notAfterMs?: number): Promise<Answer>;
  close(): Promise<void>;
}
