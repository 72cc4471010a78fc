import type { Locator } from 'playwright-core';

/** A card is lifted by its grip, and the keys that follow are heard: the library listens to them a tick later. */
export async function lift(grip: Locator) {
  await grip.press('Space');
  await grip.evaluate(() => new Promise((passed) => setTimeout(passed)));
}
