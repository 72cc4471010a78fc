import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** R1.3: the shortcut "Switch off" of the installed console opens this part of a page. */
export const STOP = 'stop';
export const useIsStopping = () => useLocation({ select: ({ hash }) => hash === STOP });

/** Shows and focuses the switch, wherever the page was left. It presses nothing. */
export function useStopShortcut(card: RefObject<HTMLElement | null>) {
  const isStopping = useIsStopping();
  useEffect(() => {
    if (!isStopping) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.querySelector<HTMLElement>('[role=switch], button')?.focus({ preventScroll: true });
  }, [isStopping, card]);
}
