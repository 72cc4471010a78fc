import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { chunkBytes } from '@manoboard/domain/firmware/manifest';
import type { Clock } from '../clock.ts';

const ANSWER_MS = 10_000;
const TRIES = 12;

/** The download ended without a chunk. */
export class PullEnded extends Error {
  readonly reason: 'timeout' | 'cancelled';

  constructor(reason: PullEnded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export interface Chunks {
  /** Requests a chunk until it arrives; a lost connection does not count as an attempt. */
  pull(job: OtaJob, n: number): Promise<Uint8Array>;
  receive(n: number, bytes: Uint8Array): void;
  connected(): void;
  disconnected(): void;
  cancel(): void;
}

interface Pull {
  n: number;
  bytes: number;
  sendRequest: () => void;
  done: (bytes: Uint8Array) => void;
  fail: (ended: PullEnded) => void;
  triesLeft: number;
}

export function createChunks(clock: Clock, request: (id: string, n: number) => void): Chunks {
  let pull: Pull | undefined;
  let isConnected = false;
  let cancelTimer = () => {};

  function end(): Pull | undefined {
    cancelTimer();
    const ended = pull;
    pull = undefined;
    return ended;
  }

  function sendRequest(): void {
    if (!pull || !isConnected) return;
    if (pull.triesLeft-- === 0) {
      end()?.fail(new PullEnded('timeout'));
      return;
    }
    cancelTimer = clock.after(ANSWER_MS, sendRequest);
    pull.sendRequest();
  }

  return {
    pull: (job, n) =>
      new Promise((done, fail) => {
        const bytes = chunkBytes(job, n);
        pull = { n, bytes, done, fail, sendRequest: () => request(job.id, n), triesLeft: TRIES };
        sendRequest();
      }),
    receive(n, bytes) {
      // A chunk of an older request or another job: ignored.
      if (pull?.n === n && pull.bytes === bytes.length) end()?.done(bytes);
    },
    connected() {
      isConnected = true;
      if (pull) pull.triesLeft = TRIES;
      sendRequest();
    },
    disconnected() {
      isConnected = false;
      cancelTimer();
    },
    cancel: () => end()?.fail(new PullEnded('cancelled')),
  };
}
