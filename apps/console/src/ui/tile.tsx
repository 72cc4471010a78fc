import type { ComponentProps } from 'react';
import type { SortableGridProps } from './sortable.ts';
import { SortableGrid } from './sortable-grid.tsx';
import { Value } from './value.tsx';

type GridProps = Omit<SortableGridProps, 'className' | 'itemClassName'> & {
  /** Low tiles, two in a row on every screen. */
  isCompact?: boolean;
};

/** Tiles that can be sorted. */
export const TileGrid = ({ isCompact, ...grid }: GridProps) => (
  <SortableGrid
    {...grid}
    className={`grid gap-3 ${isCompact ? 'grid-cols-2' : 'cols-fill-40 max-sm:grid-cols-2'}`}
    itemClassName={`relative flex flex-col rounded-lg border border-line bg-card shadow-card ${isCompact ? 'min-h-28' : 'min-h-34.5'}`}
  />
);

/** The value of a tile. */
export const TileValue = (value: Omit<ComponentProps<typeof Value>, 'size'>) => (
  <dl className="px-4 pt-4 pb-2.5 max-[22em]:px-3 [&_dt]:pr-5 max-[22em]:[&_dt_svg]:hidden max-[22em]:[&_dd]:text-xl">
    <Value size="large" {...value} />
  </dl>
);
