import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@manoboard/testkit/wait-for';
import { cpuMs } from '../lib/processes.ts';
import type { MovingBoard } from './moving-board.ts';

/** In groups: a storm of connects is a benchmark of its own. */
const GROUP = 50;
const PAUSE_MS = 100;

/** All boards of a benchmark. */
export function createFleet(boards: readonly MovingBoard[]) {
  const untilAllUp = async () => {
    await waitFor(() => boards.every((board) => board.isUp()), {
      timeoutMs: 180_000,
      everyMs: 20,
      what: 'all boards',
    });
  };
  const untilAllAcknowledged = () =>
    waitFor(() => boards.every((board) => board.unacknowledged() === 0), {
      timeoutMs: 120_000,
      what: 'all PUBACKs',
    });

  /** Frames of all boards in turn, until it is stopped. */
  function publishAtRate(perSecond: number) {
    const begunMs = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      for (const due = ((performance.now() - begunMs) / 1000) * perSecond; sent < due; sent++)
        boards[sent % boards.length]?.publish();
    }, 5);
    return {
      sent: () => sent,
      stop: () => clearInterval(timer),
    };
  }

  return {
    size: boards.length,
    untilAllUp,
    untilAllAcknowledged,
    publishAtRate,
    /** Connects all and sends a frame of each. */
    async connect(url: string): Promise<void> {
      for (let at = 0; at < boards.length; at += GROUP) {
        for (const board of boards.slice(at, at + GROUP)) board.connect(url);
        await wait(PAUSE_MS);
      }
      await untilAllUp();
      for (const board of boards) board.publish();
      await untilAllAcknowledged();
    },
    /** Processor time of these processes for 1,000 frames. */
    async cpuPer1000(pids: readonly number[], perSecond: number, seconds: number): Promise<number> {
      const before = pids.map(cpuMs);
      const publishing = publishAtRate(perSecond);
      await wait(seconds * 1000);
      publishing.stop();
      await untilAllAcknowledged();
      const usedMs = pids.reduce((sum, pid, at) => sum + cpuMs(pid) - (before[at] ?? 0), 0);
      return (1000 * usedMs) / publishing.sent();
    },
    stop(): void {
      for (const board of boards) board.stop();
    },
  };
}
