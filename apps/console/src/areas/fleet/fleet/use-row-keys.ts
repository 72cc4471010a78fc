import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { FleetItem } from './fleet-items.ts';

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Moves the focus between rows; Enter follows the focused link. A row that is not rendered yet is scrolled to first. */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  items: readonly FleetItem[],
  scrollToIndex: (index: number) => void,
) {
  const wanted = useRef<number>(undefined);

  function focusWanted() {
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  }
  // The virtual rows render after the scroll.
  useEffect(() => {
    if (wanted.current !== undefined) focusWanted();
  });

  /** Focuses the device nearest to this index, skipping the heads of groups in the direction of `step`. */
  function focusFrom(index: number, step: number) {
    let next = Math.max(0, Math.min(items.length - 1, index));
    while (items[next] && items[next]?.kind !== 'device') next += Math.sign(step);
    if (items[next]?.kind !== 'device') return;
    wanted.current = next;
    scrollToIndex(next);
    focusWanted();
  }

  return function onKeyDown(event: KeyboardEvent) {
    // The table has moved between the checkboxes.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[data-index]');
    if (!row) return;
    const index = Number(row.dataset.index);
    const step = STEPS[event.key];
    if (step) focusFrom(index + step, step);
    else if (event.key === 'Home') focusFrom(0, 1);
    else if (event.key === 'End') focusFrom(items.length - 1, -1);
    else return;
    event.preventDefault();
  };
}
