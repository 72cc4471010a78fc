import type { Answer, Request } from './pdu.ts';

/** Why there is no answer to believe. */
export class LineError extends Error {
  readonly reason: 'no_answer' | 'garbage';

  constructor(reason: LineError['reason'], message: string) {
    super(message);
    this.name = 'LineError';
    this.reason = reason;
  }
}

/** One kind of line to a drive. Requests must come one after the other; it opens and reopens by itself. */
export interface Exchange {
  /** The answer to this request and to no other, or a `LineError`. */
  ask(request: Request): Promise<Answer>;
  close(): Promise<void>;
}
