import type { Page } from 'playwright-core';
import type { Facts } from './facts.ts';

interface WithControls {
  seenControls: string[][];
}

/** Records each state of the switch on the page, and of switch and lock beside the motor. */
function recordControls() {
  const seen: string[][] = [];
  Object.assign(globalThis, { seenControls: seen } satisfies WithControls);
  const record = () => {
    const controls = [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')];
    const now = controls.map(
      ({ checked, ariaDisabled }) =>
        `${checked ? 'on' : 'off'} ${ariaDisabled === 'true' ? 'disabled' : 'enabled'}`,
    );
    if (now.join() !== seen.at(-1)?.join()) seen.push(now);
  };
  record();
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true, attributes: true });
}
/** Starts with the current state. */
export const clearControls = (page: Page) =>
  page.evaluate(() => {
    const { seenControls: seen } = globalThis as unknown as WithControls;
    seen.splice(0, seen.length - 1);
  });

export const watchControls = (page: Page) => page.evaluate(recordControls);

/** A control that became usable in a state that the server never had after the reconnect. */
export async function findEarlyEnabled(page: Page, known: readonly Facts[]): Promise<string | undefined> {
  const seen = await page.evaluate(() => (globalThis as unknown as WithControls).seenControls);
  const positions = (['switch', 'switch', 'lock'] as const).map((name) =>
    known.map((facts) => `${facts[name].split(' ')[0]} enabled`),
  );
  const early = seen
    .slice(1)
    .filter((states) =>
      states.some((state, i) => state.endsWith('enabled') && !positions[i]?.includes(state)),
    );
  return early.length > 0 ? `enabled before the page had caught up: ${JSON.stringify(early)}` : undefined;
}
