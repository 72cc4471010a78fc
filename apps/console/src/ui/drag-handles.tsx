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
import type { DragHandlesProps, SortableItem, SortableTexts } from './sortable.ts';

/** Shorter pointer moves are not a drag. */
const MIN_DRAG_PX = 4;

const ONE_PX: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The target of an arrow key. A card that is still animated is measured a fraction of a pixel beside its column, so a
 * target must be at least one pixel further in the direction of the key.
 */
const nextCoordinates: KeyboardCoordinateGetter = (event, { context, ...more }) => {
  const { collisionRect: rect } = context;
  const [x, y] = ONE_PX[event.code] ?? [0, 0];
  const collisionRect = rect && { ...rect, left: rect.left + x, top: rect.top + y };
  return sortableKeyboardCoordinates(event, { ...more, context: { ...context, collisionRect } });
};

type Place = { id: string | number } | null;

function announcementsOf(items: readonly SortableItem[], texts: SortableTexts): Announcements {
  const nameOf = (id: string | number) => items.find((item) => item.id === id)?.name ?? '';
  const placeOf = (over: Place) => items.findIndex(({ id }) => id === over?.id) + 1;
  return {
    onDragStart: ({ active }) => texts.lifted(nameOf(active.id)),
    onDragOver: ({ active, over }) =>
      over ? texts.moved(nameOf(active.id), placeOf(over), items.length) : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? texts.dropped(nameOf(active.id), placeOf(over), items.length)
        : texts.cancelled(nameOf(active.id)),
    onDragCancel: ({ active }) => texts.cancelled(nameOf(active.id)),
  };
}

/** Renders a drag handle into each card. Mounted beside the cards, so that loading it does not remount them. */
export function DragHandles({ items, cardOf, texts, onDraggedChange, onReorder }: DragHandlesProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: MIN_DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  function drop({ active, over }: DragEndEvent) {
    onDraggedChange(undefined);
    if (!over || over.id === active.id) return;
    onReorder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(items, texts),
        screenReaderInstructions: { draggable: texts.instructions },
      }}
      onDragStart={({ active }) => onDraggedChange(String(active.id))}
      onDragCancel={() => onDraggedChange(undefined)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        {items.map(({ id, name }) => {
          const card = cardOf(id);
          return card && <DragHandle key={id} id={id} card={card} label={texts.grip(name)} />;
        })}
      </SortableContext>
    </DndContext>
  );
}

/** A press on one of these is not a drag of the card. */
const CONTROLS = 'a, button, input, select, textarea, summary, [role], [contenteditable]';

function DragHandle({ id, card, label }: { id: string; card: HTMLElement; label: string }) {
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
  const startDrag = listeners?.onPointerDown;
  useLayoutEffect(() => {
    // A touch on the card scrolls the page.
    function onPointerDown(event: PointerEvent) {
      const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
      const isOnControl = control !== null && card.contains(control);
      if (event.pointerType !== 'touch' && !isOnControl) startDrag?.({ nativeEvent: event });
    }
    card.style.cursor = 'grab';
    card.addEventListener('pointerdown', onPointerDown);
    return () => card.removeEventListener('pointerdown', onPointerDown);
  }, [card, startDrag]);
  return createPortal(
    <button
      ref={setActivatorNodeRef}
      type="button"
      className="grid place-items-center absolute rounded-full size-10 top-0.5 right-0.5 text-off cursor-grab touch-none hover:text-ink focus-visible:text-ink in-[[data-dragging]]:cursor-grabbing"
      aria-label={label}
      aria-describedby={attributes['aria-describedby']}
      {...listeners}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>,
    card,
  );
}
