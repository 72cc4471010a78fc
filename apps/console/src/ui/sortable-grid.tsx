import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { DragHandlesProps, SortableGridProps } from './sortable.ts';
import classes from './sortable-grid.module.css';

/** After the first values have arrived. */
const AFTER_MS = 1500;

/** Loads the drag handles after the content of the cards. */
function useDragHandles() {
  const [Handles, setHandles] = useState<ComponentType<DragHandlesProps>>();
  useEffect(() => {
    let isGone = false;
    async function load() {
      // Without the handles the cards cannot be sorted, but read.
      const loaded = await import('./drag-handles.tsx').catch(() => undefined);
      if (loaded && !isGone) setHandles(() => loaded.DragHandles);
    }
    const timer = setTimeout(load, AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return Handles;
}

/** Cards that mouse, touch and keyboard can sort. R4.7: during a drag the list and the dragged card have `data-dragging`. */
export function SortableGrid(props: SortableGridProps) {
  const { items, label, className, itemClassName = '', texts, onReorder } = props;
  const Handles = useDragHandles();
  const cards = useRef(new Map<string, HTMLElement>());
  const [dragged, setDragged] = useState<string>();
  return (
    <>
      <ul className={className} aria-label={label} data-dragging={dragged !== undefined || undefined}>
        {items.map(({ id, content }) => (
          <li
            key={id}
            ref={(card) => {
              if (card) cards.current.set(id, card);
            }}
            className={`${classes.card} ${itemClassName}`}
            data-dragging={id === dragged || undefined}
          >
            {content}
          </li>
        ))}
      </ul>
      {Handles && (
        <Handles
          items={items}
          cardOf={(id) => cards.current.get(id)}
          texts={texts}
          onDraggedChange={setDragged}
          onReorder={onReorder}
        />
      )}
    </>
  );
}
