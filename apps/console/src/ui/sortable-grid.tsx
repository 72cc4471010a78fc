import { type ComponentType, useEffect, useState } from 'react';
import type { SortableGridProps } from './sortable.ts';

/** Cards that can be sorted by mouse, touch and keyboard. What moves them comes after what they show. */
export function SortableGrid(props: SortableGridProps) {
  const [Moving, setMoving] = useState<ComponentType<SortableGridProps>>();
  useEffect(() => {
    let isGone = false;
    import('./moving-grid.tsx').then(
      ({ MovingGrid }) => {
        if (!isGone) setMoving(() => MovingGrid);
      },
      // They can be read without being sorted.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Moving ? <Moving {...props} /> : <StillGrid {...props} />;
}

function StillGrid({ items, label, className, itemClassName }: SortableGridProps) {
  return (
    <ul className={className} aria-label={label}>
      {items.map(({ id, content }) => (
        <li key={id} className={itemClassName}>
          {content}
        </li>
      ))}
    </ul>
  );
}
