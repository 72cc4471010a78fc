import type { Locator, Page } from 'playwright-core';

/** Turns on the animations of a page, which `visit` turns off. */
export const showMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' });

/** Number of running animations inside an element; with `transform`, only those whose transformation has this function. */
export const runningAnimations = (element: Locator, transform = ''): Promise<number> =>
  element.evaluate(
    (node, wanted) =>
      node
        .getAnimations({ subtree: true })
        .filter(
          (animation) =>
            animation.playState === 'running' &&
            animation instanceof CSSAnimation &&
            animation.effect instanceof KeyframeEffect &&
            animation.effect.getKeyframes().some(({ transform }) => String(transform ?? '').includes(wanted)),
        ).length,
    transform,
  );

/** Lifts a card by its grip; the library handles the keys that follow only after the next tick. */
export async function lift(grip: Locator) {
  await grip.press('Space');
  await grip.evaluate(() => new Promise((passed) => setTimeout(passed)));
}
