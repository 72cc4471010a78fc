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
