import type { Page } from 'playwright-core';

/** The page gets a clock that a test can stop and move; until then it goes as usual. Before the page is opened. */
export const installClock = (page: Page) => page.clock.install({ time: Date.now() });

/** The page's time stands still from here on; what comes from the server still comes. */
export async function stopClock(page: Page) {
  const standAt = async (aheadMs: number) =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
  // A busy machine may be there too late: then the clock stands already, and only its time was refused.
  await standAt(500).catch(() => standAt(1));
}
