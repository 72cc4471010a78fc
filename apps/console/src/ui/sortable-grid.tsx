import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { MovingGripsProps, SortableGridProps } from './sortable.ts';
import classes from './sortable-grid.module.css';

/** Long enough for the first values to be there. */
const AFTER_MS = 1500;

/** What moves the cards comes after what they show. */
function useMover() {
  const [Mover, setMover] = useState<ComponentType<MovingGripsProps>>();
  useEffect(() => {
    let isGone = false;
    async function load() {
      // Without it they can still be read.
      const loaded = await import('./moving-grips.tsx').catch(() => undefined);
      if (loaded && !isGone) setMover(() => loaded.MovingGrips);
    }
    const timer = setTimeout(load, AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return Mover;
}

/** Cards that can be sorted by mouse, touch and keyboard. R4.7: `data-dragging` is set meanwhile, on all and on the one. */
export function SortableGrid(props: SortableGridProps) {
  const { items, label, className, itemClassName = '', words, onOrder } = props;
  const Mover = useMover();
  const cards = useRef(new Map<string, HTMLElement>());
  const [lifted, setLifted] = useState<string>();
  return (
    <>
      <ul className={className} aria-label={label} data-dragging={lifted !== undefined || undefined}>
        {items.map(({ id, content }) => (
          <li
            key={id}
            ref={(card) => {
              if (card) cards.current.set(id, card);
            }}
            className={`${classes.card} ${itemClassName}`}
            data-dragging={id === lifted || undefined}
          >
            {content}
          </li>
        ))}
      </ul>
      {Mover && (
        <Mover
          items={items}
          cardOf={(id) => cards.current.get(id)}
          words={words}
          onLifted={setLifted}
          onOrder={onOrder}
        />
      )}
    </>
  );
}
