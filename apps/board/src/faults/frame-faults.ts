import type { Clock } from '../clock.ts';
import type { FaultSwitches } from './fault-switches.ts';

/** An incomplete group is sent after this time. */
const LONGEST_HOLD_MS = 60_000;

interface Held {
  go: () => void;
  fail: (error: Error) => void;
}

export interface FrameFaults {
  /** Sends with the active delay, duplication and order; rejects when the connection ends. */
  pass(send: () => Promise<void>): Promise<void>;
  /** The connection ended: queued messages are rejected. */
  drop(): void;
  close(): void;
}

/** Delays, duplicates and reorders the messages of a board. */
export function createFrameFaults({ active, listen }: FaultSwitches, clock: Clock): FrameFaults {
  let group: Held[] = [];
  let cancelHold = () => {};
  const delayed = new Set<Held>();

  function releaseGroup(): void {
    cancelHold();
    const newestFirst = group.reverse();
    group = [];
    for (const { go } of newestFirst) go();
  }

  function waitInGroup(size: number): Promise<void> {
    return new Promise((go, fail) => {
      group.push({ go, fail });
      // Deferred: the newest message is not queued yet and would be sent last.
      if (group.length >= size) queueMicrotask(releaseGroup);
      else if (group.length === 1) cancelHold = clock.after(LONGEST_HOLD_MS, releaseGroup);
    });
  }

  function waitFor(delayMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(delayMs, () => {
        delayed.delete(held);
        resolve();
      });
      const held: Held = {
        go: resolve,
        fail(error) {
          cancel();
          reject(error);
        },
      };
      delayed.add(held);
    });
  }

  const stopListening = listen((name) => {
    if (name === 'reordered_frames' && !active.reordered_frames) releaseGroup();
  });

  function drop(): void {
    cancelHold();
    const waiting = [...group, ...delayed];
    group = [];
    delayed.clear();
    for (const { fail } of waiting) fail(new Error('the connection ended'));
  }

  return {
    async pass(send) {
      if (active.reordered_frames) await waitInGroup(active.reordered_frames.group);
      if (active.delayed_frames) await waitFor(1000 * active.delayed_frames.delay_s);
      const copies = active.duplicated_frames?.copies ?? 1;
      await Promise.all(Array.from({ length: copies }, send));
    },
    drop,
    close() {
      stopListening();
      drop();
    },
  };
}
