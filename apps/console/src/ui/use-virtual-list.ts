import { useWindowVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** Items beyond the window on each side. */
const OVERSCAN = 8;

type Fine = 'getItemKey' | 'scrollPaddingStart' | 'scrollPaddingEnd';

interface Options extends Partial<Pick<VirtualizerOptions<Window, Element>, Fine>> {
  count: number;
  /** False: a scroll event need not render synchronously. */
  useFlushSync?: boolean;
  /** Height of an item until it is measured. */
  heightOf: (index: number) => number;
  /**
   * What moves the list in the page. By default its place is read in each render; reading it forces a layout, which is
   * too slow while a large list scrolls.
   */
  above?: readonly unknown[];
}

/** The items near the window: only they are rendered. The page itself scrolls, so the router restores the place. */
export function useVirtualList({ heightOf, above, ...options }: Options) {
  const list = useRef<HTMLElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them.
  }, above);
  const virtualizer = useWindowVirtualizer({
    overscan: OVERSCAN,
    scrollMargin,
    estimateSize: heightOf,
    // Cards have a margin. An item without a layout, as in a test, has its estimated height.
    measureElement: (item) => {
      const marginPx = Number.parseFloat(getComputedStyle(item).marginBottom) || 0;
      const heightPx = Math.round(item.getBoundingClientRect().height + marginPx);
      return heightPx || heightOf(Number(item.getAttribute('data-index')));
    },
    ...options,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const heightPx = virtualizer.getTotalSize();
  return {
    /** For the element whose top is the top of the first item. */
    list: (element: HTMLElement | null) => {
      list.current = element;
    },
    /** The items to render, each with its distance from the top. */
    shown: items.map(({ index, key, start }) => ({ index, key, topPx: start - scrollMargin })),
    /** The height of all items; set from the first render, so that the router can restore the place. */
    heightPx,
    /** In place of the items that are not rendered. */
    beforePx: first ? first.start - scrollMargin : 0,
    afterPx: last ? heightPx + scrollMargin - last.end : heightPx,
    /** For each rendered item, which also has `data-index`. */
    measure: virtualizer.measureElement,
    range: virtualizer.range,
    scrollToIndex: (index: number) => virtualizer.scrollToIndex(index),
    /** Forgets all heights. */
    reset: () => virtualizer.measure(),
  };
}
