import type { Clock } from '../../clock.ts';
import type { ByteLine } from './byte-line.ts';
import { LineError } from './exchange.ts';
import type { Answer } from './pdu.ts';
import type { ReopeningLine } from './reopening-line.ts';

export interface Waiting {
  keeper: ReopeningLine;
  line: ByteLine;
  frame: Uint8Array;
  clock: Clock;
  timeoutMs: number;
  /** The answer, once the received bytes contain it; throws a `LineError` when they never will. */
  onBytes: (bytes: Uint8Array) => Answer | undefined;
  /** Error message for a timeout. */
  tooLate: () => LineError;
}

/** Sends one frame and waits for its answer; bytes received before or after are discarded. */
export function awaitAnswer({ keeper, line, frame, clock, timeoutMs, onBytes, tooLate }: Waiting) {
  return new Promise<Answer>((resolve, reject) => {
    const end = (settle: () => void) => {
      cancel();
      keeper.listen({});
      settle();
    };
    const cancel = clock.after(timeoutMs, () => end(() => reject(tooLate())));
    keeper.listen({
      onBytes(bytes) {
        try {
          const answer = onBytes(bytes);
          if (answer) end(() => resolve(answer));
        } catch (error) {
          end(() => reject(error));
        }
      },
      onClosed: () => end(() => reject(new LineError('no_answer', 'The line was closed.'))),
    });
    line.write(frame);
  });
}
