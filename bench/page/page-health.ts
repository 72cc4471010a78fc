import type { CDPSession, Page } from 'playwright-core';

interface Counts {
  /** Pending timeouts, intervals, animation frames and idle callbacks. */
  timers: number;
  /** Event streams that are not closed. */
  streams: number;
}
interface WithCounts {
  pageCounts: () => Counts;
}

/** Injected before the page's first script: the protocol reports neither timers nor streams. */
function countTimersAndStreams() {
  const pending = new Set<string>();
  const sources = new Set<EventSource>();
  const scope = globalThis as unknown as Record<string, (...args: never[]) => unknown>;
  type Start = (act: unknown, ...rest: unknown[]) => number;

  const watch = (start: string, stop: string, isRepeated: boolean) => {
    const begin = (scope[start] as unknown as Start).bind(globalThis);
    const end = (scope[stop] as unknown as (id?: number) => void).bind(globalThis);
    // Timeouts and intervals share their ids: either call clears both.
    const kind = stop.replace('Interval', 'Timeout');
    const replaced: Record<string, unknown> = {
      [start]: (act: unknown, ...rest: unknown[]) => {
        const id = begin(
          (...args: unknown[]) => {
            if (!isRepeated) pending.delete(`${kind} ${id}`);
            if (typeof act === 'function') act(...args);
          },
          ...rest,
        );
        pending.add(`${kind} ${id}`);
        return id;
      },
      [stop]: (id?: number) => {
        pending.delete(`${kind} ${id}`);
        end(id);
      },
    };
    Object.assign(globalThis, replaced);
  };
  watch('setTimeout', 'clearTimeout', false);
  watch('setInterval', 'clearInterval', true);
  watch('requestAnimationFrame', 'cancelAnimationFrame', false);
  watch('requestIdleCallback', 'cancelIdleCallback', false);

  globalThis.EventSource = class extends EventSource {
    constructor(...args: ConstructorParameters<typeof EventSource>) {
      super(...args);
      sources.add(this);
    }
  };
  const pageCounts = (): Counts => ({
    timers: pending.size,
    streams: [...sources].filter(({ readyState }) => readyState !== EventSource.CLOSED).length,
  });
  Object.assign(globalThis, { pageCounts });
}

export interface PageHealth extends Counts {
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** Call before the page is opened. */
export const watchHealth = (page: Page) => page.addInitScript(countTimersAndStreams);

/** Counts of the page after a garbage collection. */
export async function readHealth(page: Page, cdp: CDPSession): Promise<PageHealth> {
  // A second collection frees what finalizers released in the first.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const counts = await page.evaluate(() => (globalThis as unknown as WithCounts).pageCounts());
  const { metrics } = await cdp.send('Performance.getMetrics');
  const named = new Map(metrics.map(({ name, value }) => [name, value]));
  const read = (name: string) => named.get(name) ?? Number.NaN;
  return {
    ...counts,
    heapMb: read('JSHeapUsedSize') / 1e6,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  };
}
