/** Delay for the requests of the page itself. */
const AFTER_MS = 400;

const waiting: (() => void)[] = [];

/** A processor that is never idle delays nothing for longer. */
const LONGEST_MS = 1000;
const resolveSoon = () => requestIdleCallback(resolveNext, { timeout: LONGEST_MS });

/**
 * One in each idle period: all at once, the parts of a page block a slow phone for hundreds of milliseconds. A page that gets
 * no idle period, also a hidden one, has them all after a second.
 */
function resolveNext({ didTimeout }: IdleDeadline) {
  for (const resolve of waiting.splice(0, didTimeout ? waiting.length : 1)) resolve();
  if (waiting.length > 0) resolveSoon();
}

/** Resolves when the page has had time to load and the browser is idle. An urgent part is next, the others in their order. */
export function whenIdle(isUrgent?: boolean): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if (!('requestIdleCallback' in globalThis)) resolve();
      else if (waiting[isUrgent ? 'unshift' : 'push'](resolve) === 1) resolveSoon();
    }, AFTER_MS);
  });
}
