import type { ReactNode } from 'react';

export interface SortableItem {
  id: string;
  name: string;
  content: ReactNode;
}

/** Labels and announcements for screen readers. */
export interface SortableTexts {
  grip: (name: string) => string;
  instructions: string;
  lifted: (name: string) => string;
  moved: (name: string, place: number, count: number) => string;
  dropped: (name: string, place: number, count: number) => string;
  cancelled: (name: string) => string;
}

export interface SortableGridProps {
  items: readonly SortableItem[];
  label: string;
  className?: string | undefined;
  itemClassName?: string | undefined;
  texts: SortableTexts;
  onReorder: (ids: string[]) => void;
}

export interface DragHandlesProps extends Pick<SortableGridProps, 'items' | 'texts' | 'onReorder'> {
  /** The element of a card. */
  cardOf: (id: string) => HTMLElement | undefined;
  /** `undefined` after the drop. */
  onDraggedChange: (id: string | undefined) => void;
}
