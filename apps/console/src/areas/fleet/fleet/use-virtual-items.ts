import { useLayoutEffect, useState } from 'react';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import type { FleetItem } from './fleet-items.ts';

/** Heights in rem; the styles set the same ones. */
const HEIGHTS = {
  table: { group: 2.25, device: 3.5 },
  cards: { group: 2.5, device: 11.9 },
} as const;

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

interface Options {
  items: readonly FleetItem[];
  form: keyof typeof HEIGHTS;
  /** Changes when something above the list appears or disappears. */
  above: unknown;
}

/** The devices and heads of groups near the window. */
export function useVirtualItems({ items, form, above }: Options) {
  const [rem] = useState(remPx);
  const virtual = useVirtualList({
    count: items.length,
    heightOf: (index) => HEIGHTS[form][items[index]?.kind ?? 'device'] * rem,
    above: [items, form, above],
    // Rows beyond the window are rendered already: a scroll event need not render synchronously.
    useFlushSync: false,
    // Below the top bar and the head of the table.
    scrollPaddingStart: 7 * rem,
    scrollPaddingEnd: 3 * rem,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has other heights.
  useLayoutEffect(() => virtual.reset(), [form, items]);
  return virtual;
}
export type VirtualItems = ReturnType<typeof useVirtualItems>;
