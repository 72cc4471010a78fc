import { useEffect, useId, useRef, useState } from 'react';

/**
 * A button and the panel that it opens (the disclosure pattern). A click or focus outside and Escape close it; Escape
 * returns the focus to the button. Not the popover of Base UI, which would be 33 kB of the first load.
 */
export function usePopover() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

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
   * Focuses the button first: a dialog that opens next returns the focus to it and not to a removed item. Not every
   * browser focuses a clicked button.
   */
  const close = () => {
    button.current?.focus();
    setIsOpen(false);
  };

  return {
    isOpen,
    close,
    /** Contains the button and the panel. */
    box,
    panelId,
    /** For the button. */
    opener: {
      ref: button,
      type: 'button' as const,
      'aria-expanded': isOpen,
      'data-open': isOpen || undefined,
      'aria-controls': isOpen ? panelId : undefined,
      onClick: () => setIsOpen(!isOpen),
    },
  };
}
