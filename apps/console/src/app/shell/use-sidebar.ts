import { useEffect, useState } from 'react';
import { NARROW, PHONE, useMedia } from '../../lib/page/use-media.ts';

/**
 * R1.3: minimized by default at 768 px or less. The user's choice holds until the window crosses that width. On a phone
 * the sidebar is a drawer, open or hidden.
 */
export function useSidebar(path: string) {
  const isNarrow = useMedia(NARROW);
  const isPhone = useMedia(PHONE);
  const [wasNarrow, setWasNarrow] = useState(isNarrow);
  const [isSmall, setIsSmall] = useState(isNarrow);
  const [openAt, setOpenAt] = useState<string>();
  if (wasNarrow !== isNarrow) {
    setWasNarrow(isNarrow);
    setIsSmall(isNarrow);
  }
  const isMinimized = isSmall && !isPhone;
  /** The drawer belongs to the page on which it was opened: navigation closes it. */
  const isOpen = isPhone && openAt === path;

  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpenAt(undefined);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);

  return {
    isMinimized,
    isPhone,
    isOpen,
    toggle: () => setIsSmall(!isSmall),
    open: () => setOpenAt(path),
    close: () => setOpenAt(undefined),
  };
}
