/** Delay for the requests of the page itself. */
const AFTER_MS = 400;

/** Resolves when the page has had time to load and the browser is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
      else resolve();
    }, AFTER_MS);
  });
}
