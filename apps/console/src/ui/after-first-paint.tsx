import { type ReactNode, useDeferredValue, useEffect } from 'react';

let hasMounted = false;

/**
 * On the first load of the console the children mount in a pass that React interrupts for paints and input; a page of
 * cards takes a slow phone half a second. Later pages mount at once, so that Back finds its scroll position.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const isReady = useDeferredValue(true, hasMounted);
  useEffect(() => {
    if (isReady) hasMounted = true;
  }, [isReady]);
  return isReady ? children : null;
}
