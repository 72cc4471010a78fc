import { type ReactNode, startTransition, useEffect, useState } from 'react';

let isFirstLoad = true;

interface Props {
  children: ReactNode;
  /** The last part of a page: later pages mount at once, so that Back finds its scroll position. */
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
    if (isDue) isFirstLoad &&= !isLast;
    else startTransition(() => setIsDue(true));
  }, [isDue, isLast]);
  return isDue && children;
}
