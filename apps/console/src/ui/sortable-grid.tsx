import { type ComponentType, useEffect, useState } from 'react';
import type { SortableGridProps } from './sortable.ts';

/** Long enough for the first values to be there. */
const AFTER_MS = 1500;

/** Cards that can be sorted by mouse, touch and keyboard. What moves them comes after what they show. */
export function SortableGrid(props: SortableGridProps) {
  const [Moving, setMoving] = useState<ComponentType<SortableGridProps>>();
  useEffect(() => {
    let isGone = false;
    async function load() {
      // Without it they can still be read.
      const loaded = await import('./moving-grid.tsx').catch(() => undefined);
      if (loaded && !isGone) setMoving(() => loaded.MovingGrid);
    }
    const timer = setTimeout(load, AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
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
