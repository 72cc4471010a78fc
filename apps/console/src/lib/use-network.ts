import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Does the browser have a network at all? Only its "no" is certain. */
export const useHasNetwork = () => useSyncExternalStore(subscribe, () => navigator.onLine);
