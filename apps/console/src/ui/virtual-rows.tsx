import type { ReactNode } from 'react';
import { useVirtualList } from './use-virtual-list.ts';

/** Longer lists render only the rows near the window. */
const MOST_RENDERED = 100;

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
  const { list, shown, beforePx, afterPx, measure } = useVirtualList({
    count: items.length,
    heightOf: () => rowPx,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  return (
    <ul ref={list} className={className}>
      <Gap height={beforePx} />
      {shown.map(({ index, key }) => {
        const item = items[index];
        return (
          item !== undefined && (
            <li
              key={`${key}`}
              ref={measure}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={items.length}
            >
              {children(item)}
            </li>
          )
        );
      })}
      <Gap height={afterPx} />
    </ul>
  );
}
