import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Ledger, MovingBoard } from './moving-board.ts';
import type { Viewer } from './viewer.ts';

/** Longer than servers collect values: a frame comes at any moment of a batch. */
const PAUSE_MS = 50;

/** Time from a board's publish until a page has the frame. */
export async function measureFrames(board: MovingBoard, viewer: Viewer, frames: number): Promise<number[]> {
  const delays: number[] = [];
  let sent = { seq: 0, atMs: 0 };
  viewer.watch((deviceId, seq) => {
    if (deviceId === board.deviceId && seq === sent.seq) delays.push(performance.now() - sent.atMs);
  });
  for (let n = 0; n < frames; n++) {
    await wait(Math.random() * PAUSE_MS);
    sent = { seq: board.seq() + 1, atMs: performance.now() };
    board.publish();
    await waitFor(() => delays.length > n, { everyMs: 1, what: 'a frame on the page' });
  }
  viewer.watch(undefined);
  return delays;
}

/** Stops a pump and returns the answer with its time. */
export async function stopPump(url: string, cookie: string, deviceId: string, key: string) {
  const begunMs = performance.now();
  const answer = await fetch(`${url}/api/mqtt/${deviceId}/start-stop`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ what: 'start', value: false }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);
  const body = (await answer?.json().catch(() => undefined)) as { id?: string; status?: string } | undefined;
  return { status: answer?.status ?? 0, body, tookMs: performance.now() - begunMs };
}

export const newLedger = (): Ledger => ({ acknowledged: [], executed: new Map(), late: 0, byOldLine: 0 });
