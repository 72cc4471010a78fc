import type { ReactNode } from 'react';

interface Props {
  /** `undefined` if the page shows only the entry. */
  children: ReactNode;
  /** The chosen entry; without one the list has the whole width. */
  beside: ReactNode;
}

/**
 * A list, and beside it its chosen entry. The list scrolls by itself: a choice far below must not move it. The entry has
 * one place in the tree in each layout: what a person types in it stays when they turn the tablet.
 */
export const TwoPanes = ({ children, beside }: Props) => (
  <div className={children && beside ? 'grid grid-cols-[25rem_minmax(0,1fr)] items-start gap-gutter' : ''}>
    {children && (
      <div
        className={
          beside
            ? 'sticky top-[calc(var(--spacing-header)_+_0.5rem)] max-h-[calc(100dvh_-_var(--spacing-header)_-_1.5rem)] overflow-y-auto pr-1 pb-4'
            : ''
        }
      >
        {children}
      </div>
    )}
    {beside}
  </div>
);
