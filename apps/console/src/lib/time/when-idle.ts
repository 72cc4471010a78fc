/** Delay for the requests of the page itself. */
const AFTER_MS = 400;

const waiting: (() => void)[] = [];

/** One in each idle period: all at once, the parts of a page block a slow phone for hundreds of milliseconds. */
function resolveNext() {
  waiting.shift()?.();
  if (waiting.length > 0) requestIdleCallback(resolveNext);
}

/** Resolves when the page has had time to load and the browser is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if (!('requestIdleCallback' in globalThis)) resolve();
      else if (waiting.push(resolve) === 1) requestIdleCallback(resolveNext);
    }, AFTER_MS);
  });
}
