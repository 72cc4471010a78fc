import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { DragHandlesProps, SortableGridProps } from './sortable.ts';
import classes from './sortable-grid.module.css';

/** Long enough for the first values to be there. */
const AFTER_MS = 1500;

/** What moves the cards comes after what they show. */
function useDragHandles() {
  const [Handles, setHandles] = useState<ComponentType<DragHandlesProps>>();
  useEffect(() => {
    let isGone = false;
    async function load() {
      // Without it they can still be read.
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

/** Cards that can be sorted by mouse, touch and keyboard. R4.7: `data-dragging` is set meanwhile, on all and on the one. */
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
