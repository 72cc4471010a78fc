/** Delay for the requests of the page itself. */
const AFTER_MS = 400;

const waiting: (() => void)[] = [];

/** Safari has no requestIdleCallback. */
const onIdle = (run: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
};

/** One in each idle period: all at once, the parts of a page block a slow phone for hundreds of milliseconds. */
function resolveNext() {
  waiting.shift()?.();
  if (waiting.length > 0) onIdle(resolveNext);
}

/** Resolves when the page has had time to load and the browser is idle, in the order of the calls. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length > 1) return;
    setTimeout(() => onIdle(resolveNext), AFTER_MS);
  });
}
