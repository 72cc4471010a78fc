import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export interface Load {
  /** CPU time of the main thread as a share of one core, independent of other load. */
  share: number;
  /** Counts tasks only: CPU throttling of the browser spins between them. */
  taskShare: number;
  scriptShare: number;
  styleShare: number;
}

/** Share of a core used by the main thread of a page; multiplied when throttled. */
export async function mainThreadLoad(page: Page, seconds: number, slowdown = 1): Promise<Load> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const named = new Map(metrics.map(({ name, value }) => [name, value]));
    return (name: string) => named.get(name) ?? Number.NaN;
  };
  const before = await read();
  await pause(seconds * 1000);
  const after = await read();
  await cdp.detach();
  const share = (name: string) => (after(name) - before(name)) / (after('Timestamp') - before('Timestamp'));
  return {
    share: share('ThreadTime'),
    taskShare: share('TaskDuration'),
    scriptShare: share('ScriptDuration'),
    styleShare: share('RecalcStyleDuration') + share('LayoutDuration'),
  };
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of the main thread of a page during `work`, by the clock and in processor time. */
export async function longestTask<T>(page: Page, work: () => Promise<T>) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];
  await browser.startTracing(page, { categories });
  const value = await work();
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = trace.traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid} ${tid}`),
  );
  const most = (read: (event: TraceEvent) => number | undefined) =>
    Math.max(0, ...tasks.map((task) => read(task) ?? 0)) / 1000;
  return { value, longestMs: most(({ dur }) => dur), longestCpuMs: most(({ tdur }) => tdur) };
}
