import { useEffect, useRef, useState } from 'react';

/**
 * A button and what it opens. Any click elsewhere and Escape close it; Escape gives the focus back. Hand-written,
 * because a floating library would be an eighth of what the first page loads.
 */
export function usePopover() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  /**
   * Whatever comes next (a dialog, say) gives the focus back to where it was: to the button, not to a gone item. Not
   * every browser focuses what is clicked, so it is done in any case.
   */
  const close = () => {
    button.current?.focus();
    setIsOpen(false);
  };

  return { isOpen, setIsOpen, close, box, button };
}
