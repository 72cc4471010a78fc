import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;
/** The server speaks in whole seconds and through a network: closer than this is the same time. */
const SAME_TIME_S = 3;

let offsetS = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const localS = () => Date.now() / 1000;

/** Unix seconds by the server's clock: the browser's own may be wrong by hours, and ages would be too. */
export const serverNowS = () => Math.floor(localS() + offsetS);

/**
 * What the server said is already past when it arrives, never ahead: of several close sayings the greatest
 * offset is the best. A distant one means that the browser's clock was set.
 */
export function learnServerTime(nowS: number) {
  const heard = nowS - localS();
  offsetS = Math.abs(heard - offsetS) > SAME_TIME_S ? heard : Math.max(offsetS, heard);
}

const notify = () => {
  for (const listener of listeners) listener();
};

/** One timer for the whole page, and none while nobody looks. */
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

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) document.addEventListener('visibilitychange', adjustTimer);
  adjustTimer();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', adjustTimer);
    adjustTimer();
  };
}

/** Renders again only when what is selected from the time changes, so `select` gives a plain value. */
export function useClock<Selected extends string | number | boolean | null>(
  select: (nowS: number) => Selected,
): Selected {
  return useSyncExternalStore(subscribe, () => select(serverNowS()));
}
