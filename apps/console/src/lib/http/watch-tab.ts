/** A tab hidden for longer than this closes its connections. */
export const HIDDEN_GRACE_MS = 3000;
const TICK_MS = 2000;
/** A tick this late means that the machine slept, for which there is no event. */
export const SLEPT_MS = 5000;

interface TabWatcher {
  onHidden: () => void;
  /** `isNewNetwork`: the network changed or the machine slept, so existing connections may be dead. */
  onWake: (isNewNetwork: boolean) => void;
}

/** Detects sleep by a jump of the clock between two ticks. */
function watchSleep(onSlept: () => void): () => void {
  let before = Date.now();
  const timer = setInterval(() => {
    const passedMs = Date.now() - before;
    before = Date.now();
    if (passedMs > TICK_MS + SLEPT_MS) onSlept();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Reports sleep, visibility and network changes, so that a page reconnects without waiting for its timers. */
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
