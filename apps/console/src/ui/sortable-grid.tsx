import { type ComponentType, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import type { DragHandlesProps, SortableGridProps } from './sortable.ts';

/** After the first values have arrived. */
const AFTER_MS = 1500;

/** Distance below the screen at which cards count as seen. */
const NEAR = '300px';

/** Loads the drag handles after the content of the cards, when these are seen: on a phone most visits end before. */
function useDragHandles(list: RefObject<Element | null>) {
  const [Handles, setHandles] = useState<ComponentType<DragHandlesProps>>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // Without the handles the cards cannot be sorted, but read.
        const loaded = await import('./drag-handles.tsx').catch(() => undefined);
        if (loaded) startTransition(() => setHandles(() => loaded.DragHandles));
      },
      { rootMargin: NEAR },
    );
    const timer = setTimeout(() => list.current && observer.observe(list.current), AFTER_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [list]);
  return Handles;
}

/** Cards that mouse, touch and keyboard can sort. R4.7: during a drag the list and the dragged card have `data-dragging`. */
export function SortableGrid(props: SortableGridProps) {
  const { items, label, className, itemClassName = '', texts, onReorder } = props;
  const list = useRef<HTMLUListElement>(null);
  const Handles = useDragHandles(list);
  const cards = useRef(new Map<string, HTMLElement>());
  const [dragged, setDragged] = useState<string>();
  return (
    <>
      <ul
        ref={list}
        className={className}
        aria-label={label}
        data-dragging={dragged !== undefined || undefined}
      >
        {items.map(({ id, content }) => (
          <li
            key={id}
            ref={(card) => {
              if (card) cards.current.set(id, card);
            }}
            className={`data-dragging:z-5 data-dragging:outline-2 data-dragging:outline-accent data-dragging:shadow-[0_20px_50px_-12px_rgb(0_0_0/35%)] ${itemClassName}`}
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
