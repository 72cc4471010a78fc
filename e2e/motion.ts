import type { Locator, Page } from 'playwright-core';

/** Turns on the animations of a page, which `visit` turns off. */
export const showMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' });

/** Number of running animations with this name inside an element. */
export const runningAnimations = (element: Locator, name: string): Promise<number> =>
  element.evaluate(
    (node, wanted) =>
      node
        .getAnimations({ subtree: true })
        .filter(
          (animation) =>
            animation instanceof CSSAnimation &&
            animation.animationName.includes(wanted) &&
            animation.playState === 'running',
        ).length,
    name,
  );

/** Lifts a card by its grip; the library handles the keys that follow only after the next tick. */
export async function lift(grip: Locator) {
  await grip.press('Space');
  await grip.evaluate(() => new Promise((passed) => setTimeout(passed)));
}
