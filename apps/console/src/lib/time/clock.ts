import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;
/** The server reports whole seconds, delayed by the network: smaller differences are the same offset. */
const SAME_TIME_S = 3;

let offsetS = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const localS = () => Date.now() / 1000;

/** Unix seconds by the server's clock. The browser's clock may be wrong by hours, which would falsify ages. */
export const serverNowS = () => Math.floor(localS() + offsetS);

/**
 * Network delay only decreases the measured offset, so the greatest of several close offsets is the most accurate. A
 * distant offset means that the browser's clock was changed. A ping may have waited while the computer slept, so it does not
 * set the clock back: old values would look new.
 */
export function syncServerTime(nowS: number, isPing = false) {
  const measured = nowS - localS();
  const isChanged = Math.abs(measured - offsetS) > SAME_TIME_S && !isPing;
  offsetS = isChanged ? measured : Math.max(offsetS, measured);
}

const notify = () => {
  for (const listener of listeners) listener();
};

/** One timer for the whole page; it runs only with subscribers and while the tab is visible. */
function adjustTimer() {
  const isNeeded = listeners.size > 0 && !document.hidden;
  if (isNeeded && timer === undefined) {
    notify();
    timer = setInterval(notify, TICK_MS);
  } else if (!isNeeded) {
    clearInterval(timer);
    timer = undefined;
  }
}

export const clock = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    if (listeners.size === 1) document.addEventListener('visibilitychange', adjustTimer);
    adjustTimer();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) document.removeEventListener('visibilitychange', adjustTimer);
      adjustTimer();
    };
  },
};

/** Re-renders only when the selected value changes; `select` must return a primitive. */
export function useClock<Selected extends string | number | boolean | null>(
  select: (nowS: number) => Selected,
): Selected {
  return useSyncExternalStore(clock.subscribe, () => select(serverNowS()));
}
