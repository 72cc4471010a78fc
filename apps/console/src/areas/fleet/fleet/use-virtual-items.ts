import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FleetItem } from './fleet-items.ts';

/** Heights in rem; the styles set the same ones. */
const HEIGHTS = {
  table: { group: 2.25, device: 3.5 },
  cards: { group: 2.5, device: 11.9 },
} as const;

const OVERSCAN = 8;

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

interface Options {
  items: readonly FleetItem[];
  form: keyof typeof HEIGHTS;
  /** Changes when something above the list appears or disappears. */
  above: unknown;
}

/** The items near the window: only they are rendered. The page itself scrolls, so the router restores the place. */
export function useVirtualItems({ items, form, above }: Options) {
  const [rem] = useState(remPx);
  const top = useRef<HTMLElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Not on each render: reading the position forces a layout, too slow while scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these move the list.
  useLayoutEffect(() => {
    setScrollMargin(Math.round((top.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  }, [items, form, above]);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => HEIGHTS[form][items[index]?.kind ?? 'device'] * rem,
    overscan: OVERSCAN,
    // Rows beyond the window are rendered already: a scroll event need not render synchronously.
    useFlushSync: false,
    scrollMargin,
    // Below the top bar and the head of the table.
    scrollPaddingStart: 7 * rem,
    scrollPaddingEnd: 3 * rem,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has other heights.
  useLayoutEffect(() => virtualizer.measure(), [form, items]);
  const shown = virtualizer
    .getVirtualItems()
    .map(({ index, start }) => ({ index, top: start - scrollMargin }));
  return {
    /** The element whose top is the top of the first item. */
    top: (element: HTMLElement | null) => {
      top.current = element;
    },
    /** The items to render, each with its distance from the top in px. */
    shown,
    /** Set from the first render, so that the router can restore the place. */
    height: virtualizer.getTotalSize(),
    range: virtualizer.range,
    scrollToIndex: (index: number) => virtualizer.scrollToIndex(index),
  };
}
export type VirtualItems = ReturnType<typeof useVirtualItems>;
