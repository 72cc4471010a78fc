import type { Page } from 'playwright-core';
import type { Facts } from './facts.ts';

interface WithControls {
  seenControls: string[][];
}

/** Records each state of the switch and the lock. */
function watch() {
  const seen: string[][] = [];
  Object.assign(globalThis, { seenControls: seen } satisfies WithControls);
  const look = () => {
    const controls = [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')];
    const now = controls.map(
      ({ checked, ariaDisabled }) =>
        `${checked ? 'on' : 'off'} ${ariaDisabled === 'true' ? 'disabled' : 'enabled'}`,
    );
    if (now.join() !== seen.at(-1)?.join()) seen.push(now);
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}
/** Starts with the current state. */
export const forgetControls = (page: Page) =>
  page.evaluate(() => {
    const { seenControls: seen } = globalThis as unknown as WithControls;
    seen.splice(0, seen.length - 1);
  });

export const watchControls = (page: Page) => page.evaluate(watch);

/** A control that became usable in a state that the server never had after the reconnect. */
export async function tooEarly(page: Page, known: readonly Facts[]): Promise<string | undefined> {
  const seen = await page.evaluate(() => (globalThis as unknown as WithControls).seenControls);
  const positions = (['switch', 'lock'] as const).map((name) =>
    known.map((facts) => `${facts[name].split(' ')[0]} enabled`),
  );
  const early = seen
    .slice(1)
    .filter((looks) => looks.some((look, i) => look.endsWith('enabled') && !positions[i]?.includes(look)));
  return early.length > 0 ? `enabled before the page had caught up: ${JSON.stringify(early)}` : undefined;
}
