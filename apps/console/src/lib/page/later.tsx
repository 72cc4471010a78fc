import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * A reload and Back from another site restore a scroll position, for which the whole page must be there. `navigation` is
 * deprecated and in every browser; its successor takes three times the bytes of a first load.
 */
let isFirstLoad = !performance.navigation?.type;

interface Props {
  children: ReactNode;
  /** The last part of a page ends the first load. */
  isLast?: boolean;
  /** Where a part beside it would move it. */
  isAtOnce?: boolean;
}

/**
 * On the first load of the console its content mounts after what is around it, in a pass that React interrupts for paints
 * and input: a whole page in one commit takes a slow phone half a second. Only the content renders then, not the page.
 */
export function Later({ children, isLast = false, isAtOnce = false }: Props) {
  const [isDue, setIsDue] = useState(isAtOnce || !isFirstLoad);
  useEffect(() => {
    if (isDue && isLast) isFirstLoad = false;
    if (!isDue) startTransition(() => setIsDue(true));
  }, [isDue, isLast]);
  return isDue && children;
}
