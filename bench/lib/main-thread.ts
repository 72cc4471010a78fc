import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export interface Load {
  /** Of one core: the time for which the main thread really had it, so that a busy machine does not blur it. */
  share: number;
  /** In tasks alone: where the browser plays a slower processor, it does so by spinning between them, too. */
  taskShare: number;
  scriptShare: number;
  styleShare: number;
}

/** How much of a core the main thread of a page takes; a throttled one takes as many times more as it is slower. */
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
