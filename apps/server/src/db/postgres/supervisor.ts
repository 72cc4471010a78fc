import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { endPostmaster } from './postmaster.ts';

export interface Started {
  child: ChildProcess;
  pid: number;
  isReady: Promise<boolean>;
}

/** Pauses between two tries to start Postgres again. Backends of a killed Postgres hold its memory for a moment. */
const RESTART_MS = { first: 100, longest: 5000 };

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts Postgres again, on the same port, whenever it ends by itself; the pools of the server reconnect. Returns the
 * function that ends both.
 */
export function supervise(
  first: Started,
  restart: () => Promise<Started>,
  onProgress: (progress: string) => void,
) {
  let running = first;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function tryStart(): Promise<boolean> {
    try {
      running = await restart();
      return signal.aborted || (await running.isReady);
    } catch (error) {
      onProgress(`Postgres could not be started again: ${(error as Error).message}`);
      return false;
    }
  }

  async function watch() {
    while (!signal.aborted) {
      if (!hasEnded(running.child)) await once(running.child, 'exit', { signal });
      onProgress('Postgres has ended by itself; starting it again');
      let pauseMs = RESTART_MS.first;
      do {
        await wait(pauseMs, undefined, { signal });
        pauseMs = Math.min(2 * pauseMs, RESTART_MS.longest);
      } while (!(await tryStart()));
      onProgress('Postgres runs again');
    }
  }
  // An abort ends the waits of `watch` with an error.
  const watching = watch().catch((error: Error) => {
    if (!signal.aborted) onProgress(`Postgres is no longer watched: ${error.message}`);
  });

  return async () => {
    stopping.abort();
    await endPostmaster(running.pid);
    await watching;
    // A Postgres that was being started.
    await endPostmaster(running.pid);
  };
}
