import type { ByteLine, ByteLineEvents, OpenByteLine } from './byte-line.ts';
import { LineError } from './exchange.ts';

export interface LineKeeper {
  /** The open line; opens it if it is not. Rejects with a `LineError`. */
  line(): Promise<ByteLine>;
  /** Who is told from now on; nobody at all while nobody waits for an answer. */
  listen(listener: Partial<ByteLineEvents>): void;
  /** The next request gets a new line. */
  drop(): Promise<void>;
}

/** Holds a line open for as long as it can; an unplugged adapter or a gone gateway is opened again when needed. */
export function keepLine(open: OpenByteLine): LineKeeper {
  let current: ByteLine | undefined;
  let generation = 0;
  let listener: Partial<ByteLineEvents> = {};

  function openNext(): Promise<ByteLine> {
    const mine = ++generation;
    // An old line may still speak while it is being closed: only the newest is heard.
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
