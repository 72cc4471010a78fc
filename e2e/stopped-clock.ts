import type { Page } from 'playwright-core';

/** The page gets a clock that a test can stop and move; until then it goes as usual. Before the page is opened. */
export const installClock = (page: Page) => page.clock.install({ time: Date.now() });

/** The page's time stands still from here on; what comes from the server still comes. */
export async function stopClock(page: Page) {
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(nowMs + 500);
}
