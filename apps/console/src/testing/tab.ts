let isHidden = false;

Object.defineProperties(document, {
  hidden: { configurable: true, get: () => isHidden },
  visibilityState: { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') },
});

function setHidden(next: boolean) {
  isHidden = next;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** Sets the visibility of the browser tab. */
export const tab = { hide: () => setHidden(true), show: () => setHidden(false) };
