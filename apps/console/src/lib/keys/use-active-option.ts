import { type KeyboardEvent, useId, useState } from 'react';

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

/**
 * Combobox pattern: keys of the search field, which keeps the focus, move through the options and choose one. Ctrl or
 * Meta with Enter requests a new tab.
 */
export function useActiveOption(count: number, onChoose: (index: number, isNewTab: boolean) => void) {
  const id = useId();
  const [active, setActive] = useState(0);
  const optionId = (index: number) => `${id}-${index}`;
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) {
      if (active < count) onChoose(active, event.ctrlKey || event.metaKey);
      return;
    }
    const next = Math.max(0, Math.min(active + step, count - 1));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }
  return { active, setActive, optionId, onKeyDown };
}
export type ActiveOption = ReturnType<typeof useActiveOption>;
