/** Long enough for what the page itself asks for. */
const AFTER_MS = 400;

/** When what is on the page has been loaded and the browser has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no such call.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
      else resolve();
    }, AFTER_MS);
  });
}
