import type { ReactNode } from 'react';

export interface SortableItem {
  id: string;
  name: string;
  content: ReactNode;
}

/** What is said to those who sort without seeing it. */
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
  /** Where a card stands in the page. */
  cardOf: (id: string) => HTMLElement | undefined;
  /** Nothing: it is put down. */
  onDraggedChange: (id: string | undefined) => void;
}
