import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './moving-grid.module.css';
import type { SortableGridProps, SortableItem, SortableWords } from './sortable.ts';

/** A tremble of the hand is no move. */
const LEAST_MOVE_PX = 4;

type Place = { id: string | number } | null;

function announcementsOf(items: readonly SortableItem[], words: SortableWords): Announcements {
  const nameOf = (id: string | number) => items.find((item) => item.id === id)?.name ?? '';
  const placeOf = (over: Place) => items.findIndex(({ id }) => id === over?.id) + 1;
  return {
    onDragStart: ({ active }) => words.lifted(nameOf(active.id)),
    onDragOver: ({ active, over }) =>
      over ? words.moved(nameOf(active.id), placeOf(over), items.length) : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? words.dropped(nameOf(active.id), placeOf(over), items.length)
        : words.cancelled(nameOf(active.id)),
    onDragCancel: ({ active }) => words.cancelled(nameOf(active.id)),
  };
}

/** R4.7: the flag `data-dragging` is set while a card is dragged, on the grid and on the card. */
export function MovingGrid({ items, label, className, itemClassName, words, onOrder }: SortableGridProps) {
  const [isDragging, setIsDragging] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: LEAST_MOVE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  function drop({ active, over }: DragEndEvent) {
    setIsDragging(false);
    if (!over || over.id === active.id) return;
    onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(items, words),
        screenReaderInstructions: { draggable: words.instructions },
      }}
      onDragStart={() => setIsDragging(true)}
      onDragCancel={() => setIsDragging(false)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={className} aria-label={label} data-dragging={isDragging || undefined}>
          {items.map((item) => (
            <MovingItem key={item.id} item={item} className={itemClassName} words={words} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface ItemProps {
  item: SortableItem;
  className: string | undefined;
  words: SortableWords;
}

function MovingItem({ item: { id, name, content }, className, words }: ItemProps) {
  const sortable = useSortable({ id });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    sortable;
  return (
    <li
      ref={setNodeRef}
      className={`${classes.item} ${className ?? ''}`}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      {content}
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={classes.grip}
        aria-label={words.grip(name)}
        aria-describedby={attributes['aria-describedby']}
        {...listeners}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
    </li>
  );
}
