import { useEffect, useRef, useState } from 'react';

/**
 * A button and its popover. A click or focus outside and Escape close it; Escape returns the focus to the button.
 * Hand-written, since a floating library would be an eighth of the first load.
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
   * Focuses the button first: a dialog that opens next returns the focus to it and not to a removed item. Not every
   * browser focuses a clicked button.
   */
  const close = () => {
    button.current?.focus();
    setIsOpen(false);
  };

  return { isOpen, setIsOpen, close, box, button };
}
