import { useCallback, useSyncExternalStore } from 'react';

/** R1.10 */
export const PHONE = '(max-width: 40em)';
export const NARROW = '(max-width: 48em)';
/** Wide enough for a list and its chosen entry beside it. */
export const WIDE = '(min-width: 80em)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
