import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Only `false` is reliable: `navigator.onLine` may be true without a connection. */
export const useHasNetwork = () => useSyncExternalStore(subscribe, () => navigator.onLine);
