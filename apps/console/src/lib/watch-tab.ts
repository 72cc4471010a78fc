/** A tab behind another one for longer than this lets go of its connections. */
export const HIDDEN_GRACE_MS = 3000;
const TICK_MS = 2000;
/** A tick that comes this much too late: the machine slept, and nobody told the page. */
export const SLEPT_MS = 5000;

interface TabWatcher {
  onHidden: () => void;
  /** `isNewNetwork`: the network is another one, or gone, or slept: no connection of before can be trusted. */
  onWake: (isNewNetwork: boolean) => void;
}

/** Calls when the clock has jumped between two ticks. */
function watchSleep(onSlept: () => void): () => void {
  let before = Date.now();
  const timer = setInterval(() => {
    const passedMs = Date.now() - before;
    before = Date.now();
    if (passedMs > TICK_MS + SLEPT_MS) onSlept();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** A page that was asleep, hidden or without a network does not wait for its timers. */
export function watchTab({ onHidden, onWake }: TabWatcher): () => void {
  const onNetworkChange = () => onWake(true);
  let grace: ReturnType<typeof setTimeout> | undefined;
  let stopSleep = document.hidden ? undefined : watchSleep(onNetworkChange);
  const stopTimers = () => {
    clearTimeout(grace);
    stopSleep?.();
  };
  const onVisibility = () => {
    stopTimers();
    if (document.hidden) grace = setTimeout(onHidden, HIDDEN_GRACE_MS);
    else {
      stopSleep = watchSleep(onNetworkChange);
      onWake(false);
    }
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onNetworkChange);
  window.addEventListener('offline', onNetworkChange);
  return () => {
    stopTimers();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onNetworkChange);
    window.removeEventListener('offline', onNetworkChange);
  };
}
