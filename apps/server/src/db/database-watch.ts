import { setTimeout as wait } from 'node:timers/promises';

interface Settings {
  /** Fails, or takes at most `longestMs`, when the database does not answer. */
  probe: () => Promise<unknown>;
  onChange: (isUp: boolean) => void;
  longestMs: number;
}

const PAUSE_MS = 500;
/** A probe that is late by more than this: this process was busy, so the result is ignored. */
const LATE_MS = 500;

/** Probes the database twice a second. Two failures in a row mean down; one success means up. */
export function watchDatabase({ probe, onChange, longestMs }: Settings) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isUp = true;

  async function answers(): Promise<boolean> {
    const begunMs = performance.now();
    try {
      await probe();
      return true;
    } catch {
      return isUp && performance.now() - begunMs > longestMs + LATE_MS;
    }
  }

  async function poll() {
    const isAnswered = (await answers()) || (isUp && (await answers()));
    if (signal.aborted || isAnswered === isUp) return;
    isUp = isAnswered;
    onChange(isUp);
  }

  async function watch() {
    while (!signal.aborted) {
      await poll();
      await wait(PAUSE_MS, undefined, { signal, ref: false });
    }
  }
  // The abort ends the pause with an error.
  const watching = watch().catch(() => {});

  return {
    isUp: () => isUp,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
