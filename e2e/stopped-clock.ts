import type { Page } from 'playwright-core';

/** Installs a controllable clock, which runs normally until stopped. Call before the page is opened. */
export const installClock = (page: Page) => page.clock.install({ time: Date.now() });

/** Stops the page's clock; server responses still arrive. */
export async function stopClock(page: Page) {
  const pauseIn = async (aheadMs: number) =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
  // On a busy machine this time may have passed: then the clock is stopped, and only the time was refused.
  await pauseIn(500).catch(() => pauseIn(1));
}
