import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
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
import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import classes from './moving-grips.module.css';
import type { MovingGripsProps, SortableItem, SortableWords } from './sortable.ts';

/** A tremble of the hand is no move. */
const LEAST_MOVE_PX = 4;

const ONE_PX: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Where an arrow leads. A card that still glides to its place is measured a hair beside its column: what is not a pixel
 * further that way does not lie that way.
 */
const nextPlace: KeyboardCoordinateGetter = (event, { context, ...more }) => {
  const { collisionRect: rect } = context;
  const [x, y] = ONE_PX[event.code] ?? [0, 0];
  const collisionRect = rect && { ...rect, left: rect.left + x, top: rect.top + y };
  return sortableKeyboardCoordinates(event, { ...more, context: { ...context, collisionRect } });
};

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

/** Gives each card its grip and moves it. It stands beside the cards, so that its arrival changes nothing in them. */
export function MovingGrips({ items, cardOf, words, onLifted, onOrder }: MovingGripsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: LEAST_MOVE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextPlace }),
  );
  const ids = items.map(({ id }) => id);
  function drop({ active, over }: DragEndEvent) {
    onLifted(undefined);
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
      onDragStart={({ active }) => onLifted(String(active.id))}
      onDragCancel={() => onLifted(undefined)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        {items.map(({ id, name }) => {
          const card = cardOf(id);
          return card && <Grip key={id} id={id} card={card} label={words.grip(name)} />;
        })}
      </SortableContext>
    </DndContext>
  );
}

function Grip({ id, card, label }: { id: string; card: HTMLElement; label: string }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id,
  });
  useLayoutEffect(() => {
    setNodeRef(card);
    return () => setNodeRef(null);
  }, [setNodeRef, card]);
  useLayoutEffect(() => {
    card.style.transform = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : '';
    card.style.transition = transition ?? '';
  }, [card, transform, transition]);
  return createPortal(
    <button
      ref={setActivatorNodeRef}
      type="button"
      className={classes.grip}
      aria-label={label}
      aria-describedby={attributes['aria-describedby']}
      {...listeners}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>,
    card,
  );
}
