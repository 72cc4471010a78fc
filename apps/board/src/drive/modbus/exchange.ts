import type { Clock } from '../../clock.ts';
import type { Answer, Request } from './pdu.ts';

/** Why there is no valid answer. */
export class LineError extends Error {
  readonly reason: 'no_answer' | 'garbage' | 'too_late';

  constructor(reason: LineError['reason'], message: string) {
    super(message);
    this.name = 'LineError';
    this.reason = reason;
  }
}

/** Opening a line may take long, so the deadline is checked right before sending. */
export function assertBeforeDeadline(clock: Clock, notAfterMs = Number.POSITIVE_INFINITY): void {
  if (clock.elapsedMs() >= notAfterMs) throw new LineError('too_late', 'The deadline has passed.');
}

/** One kind of line to a drive. Requests must be sequential; it opens and reopens by itself. */
export interface Exchange {
  /** The answer to this request, or a `LineError`. Nothing is sent after `notAfterMs`. */
  send(request: Request, notAfterMs?: number): Promise<Answer>;
  close(): Promise<void>;
}
