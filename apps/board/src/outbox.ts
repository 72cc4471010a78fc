import type { Tele } from '@manoboard/contract/topics';
import type { Clock } from './clock.ts';

/** `contract.md` 2: frames that nobody acknowledged are kept for 24 h. */
const KEPT_MS = 24 * 3_600_000;
/** So many may be on their way at once; a night's frames do not fall on the server in one heap. */
const WINDOW = 16;

export interface Outbox {
  add(frame: Tele): void;
  /** A connection stands: send, oldest first, whatever was not acknowledged, with its own `boot`, `seq`, `ts`. */
  open(send: (frame: Tele) => Promise<void>): void;
  /** The connection is gone, and with it every acknowledgement that was still to come. */
  close(): void;
  size(): number;
}

interface Kept {
  frame: Tele;
  sinceMs: number;
}

export function createOutbox(clock: Clock): Outbox {
  const kept = new Set<Kept>();
  const sent = new Set<Kept>();
  let send: ((frame: Tele) => Promise<void>) | undefined;

  function forgetOld(): void {
    for (const entry of kept) {
      if (clock.elapsedMs() - entry.sinceMs <= KEPT_MS) return;
      kept.delete(entry);
      sent.delete(entry);
    }
  }

  function flush(): void {
    if (!send) return;
    for (const entry of kept) {
      if (sent.size >= WINDOW) return;
      if (!sent.has(entry)) deliver(entry, send);
    }
  }

  function deliver(entry: Kept, via: (frame: Tele) => Promise<void>): void {
    sent.add(entry);
    via(entry.frame).then(
      () => {
        kept.delete(entry);
        sent.delete(entry);
        flush();
      },
      // Nothing is lost: the frame stays, and the next connection sends it again.
      () => undefined,
    );
  }

  return {
    add(frame) {
      kept.add({ frame, sinceMs: clock.elapsedMs() });
      forgetOld();
      flush();
    },
    open(via) {
      sent.clear();
      send = via;
      flush();
    },
    close() {
      send = undefined;
      sent.clear();
    },
    size: () => kept.size,
  };
}
