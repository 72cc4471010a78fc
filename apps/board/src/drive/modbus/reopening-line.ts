import type { ByteLine, ByteLineEvents, OpenByteLine } from './byte-line.ts';
import { LineError } from './exchange.ts';

export interface ReopeningLine {
  /** The open line; opens it if needed. Rejects with a `LineError`. */
  line(): Promise<ByteLine>;
  /** Sets the receiver of bytes; without one they are discarded. */
  listen(listener: Partial<ByteLineEvents>): void;
  /** Closes the line; the next request opens a new one. */
  drop(): Promise<void>;
}

/** Keeps a line open; reopens an unplugged adapter or a lost gateway on demand. */
export function createReopeningLine(open: OpenByteLine): ReopeningLine {
  let current: ByteLine | undefined;
  let generation = 0;
  let listener: Partial<ByteLineEvents> = {};

  function openNext(): Promise<ByteLine> {
    const mine = ++generation;
    // A line that is being closed may still deliver bytes: only the newest is read.
    return open({
      onBytes: (bytes) => {
        if (mine === generation) listener.onBytes?.(bytes);
      },
      onClosed: () => {
        if (mine !== generation) return;
        current = undefined;
        listener.onClosed?.();
      },
    });
  }

  return {
    async line() {
      try {
        current ??= await openNext();
        return current;
      } catch (error) {
        throw new LineError('no_answer', error instanceof Error ? error.message : String(error));
      }
    },
    listen(next) {
      listener = next;
    },
    async drop() {
      const old = current;
      current = undefined;
      generation++;
      await old?.close();
    },
  };
}
