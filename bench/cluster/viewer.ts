import { setTimeout as wait } from 'node:timers/promises';
import type { LiveEvent } from '@manoboard/contract/live';
import { readEvents } from '../lib/stream.ts';

const RETRY_MS = 300;

/** What one open page shows, by the event stream. */
export function openViewer(url: string, cookie: string) {
  const abort = new AbortController();
  const { signal } = abort;
  const frames = new Map<string, number>();
  const online = new Map<string, boolean | 'connecting'>();
  let isOpen = false;
  let endedMs = 0;
  let onFrame: ((deviceId: string, seq: number) => void) | undefined;

  function take({ event, data }: LiveEvent) {
    if (event === 'snapshot') {
      isOpen = true;
      for (const last of data.last_data) {
        frames.set(last.device_id, last.frame?.seq ?? 0);
        online.set(last.device_id, data.connecting?.includes(last.device_id) ? 'connecting' : false);
      }
      for (const id of data.online) online.set(id, true);
    }
    if (event === 'online') online.set(data.device_id, data.connecting ? 'connecting' : data.online);
    if (event !== 'last-data') return;
    frames.set(data.device_id, data.frame?.seq ?? 0);
    onFrame?.(data.device_id, data.frame?.seq ?? 0);
  }

  async function run() {
    while (!signal.aborted) {
      await readEvents(url, cookie, signal, take).catch(() => {});
      isOpen = false;
      endedMs = performance.now();
      await wait(RETRY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  }
  void run();

  return {
    frames,
    online,
    isOpen: () => isOpen,
    endedMs: () => endedMs,
    watch: (receive: typeof onFrame) => {
      onFrame = receive;
    },
    close: () => abort.abort(),
  };
}
export type Viewer = ReturnType<typeof openViewer>;
