import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Longer lists render only the rows near the window. */
const MOST_RENDERED = 100;
const OVERSCAN = 8;

interface Props<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** Estimated height of a row; rendered rows are measured. */
  rowPx: number;
  className?: string | undefined;
  children: (item: Item) => ReactNode;
}

/** A list in the flow of a page that scrolls with the window. */
export const VirtualRows = <Item,>(props: Props<Item>) =>
  props.items.length > MOST_RENDERED ? <NearRows {...props} /> : <AllRows {...props} />;

const AllRows = <Item,>({ items, keyOf, className, children }: Props<Item>) => (
  <ul className={className}>
    {items.map((item) => (
      <li key={keyOf(item)}>{children(item)}</li>
    ))}
  </ul>
);

/** In place of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && <li aria-hidden="true" style={{ height, padding: 0, border: 0 }} />;

function NearRows<Item>({ items, keyOf, rowPx, className, children }: Props<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // In each render, since cards above the list change their heights.
  useLayoutEffect(() => {
    const top = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (top !== scrollMargin) setScrollMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    measureElement: (row) => Math.round(row.getBoundingClientRect().height) || rowPx,
  });
  const shown = virtualizer.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  return (
    <ul ref={list} className={className}>
      <Gap height={first ? first.start - scrollMargin : 0} />
      {shown.map(({ index, key }) => {
        const item = items[index];
        return (
          item !== undefined && (
            <li
              key={`${key}`}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={items.length}
            >
              {children(item)}
            </li>
          )
        );
      })}
      <Gap height={last ? virtualizer.getTotalSize() + scrollMargin - last.end : 0} />
    </ul>
  );
}
