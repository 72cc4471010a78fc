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
import { type PointerEvent, type ReactNode, useState } from 'react';

interface SortableItem {
  id: string;
  name: string;
  content: ReactNode;
}

/** Labels and announcements for screen readers. */
interface SortableTexts {
  grip: (name: string) => string;
  instructions: string;
  lifted: (name: string) => string;
  moved: (name: string, place: number, count: number) => string;
  dropped: (name: string, place: number, count: number) => string;
  cancelled: (name: string) => string;
}

interface SortableListProps {
  items: readonly SortableItem[];
  label: string;
  className?: string;
  texts: SortableTexts;
  onReorder: (ids: string[]) => void;
}

/** Shorter pointer moves are not a drag. */
const MIN_DRAG_PX = 4;

const ONE_PX: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The target of an arrow key. A row that is still animated is measured a fraction of a pixel beside its column, so a
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

/** Rows that mouse, touch and keyboard can sort. R4.7: during a drag the list and the dragged row have `data-dragging`. */
export function SortableList({ items, label, className = '', texts, onReorder }: SortableListProps) {
  const [dragged, setDragged] = useState<string>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: MIN_DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  function drop({ active, over }: DragEndEvent) {
    setDragged(undefined);
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
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul
          className={`grid gap-x-8 rounded-lg border border-line bg-card px-5 shadow-card max-sm:px-4 ${className}`}
          aria-label={label}
          data-dragging={dragged !== undefined || undefined}
        >
          {items.map((item) => (
            <SortableRow key={item.id} {...item} grip={texts.grip(item.name)} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** A press on one of these is not a drag of the row. */
const CONTROLS = 'a, button, input, select, textarea, summary, [role], [contenteditable]';

function SortableRow({ id, content, grip }: SortableItem & { grip: string }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  // A touch on the row scrolls the page: only its grip drags.
  function drag(event: PointerEvent<HTMLElement>) {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    const isOnControl = control !== null && event.currentTarget.contains(control);
    if (event.pointerType !== 'touch' && !isOnControl) listeners?.onPointerDown?.(event);
  }
  return (
    <li
      ref={setNodeRef}
      className="relative -mt-px flex min-h-13 cursor-grab items-center gap-1 border-t border-line bg-card data-dragging:z-5 data-dragging:rounded-md data-dragging:shadow-popover data-dragging:outline-2 data-dragging:outline-accent"
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : '', transition }}
      data-dragging={isDragging || undefined}
      onPointerDown={drag}
    >
      <div className="min-w-0 flex-1">{content}</div>
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="-mr-2.5 grid size-10 flex-none cursor-grab touch-none place-items-center rounded-full text-off hover:text-ink focus-visible:text-ink in-[[data-dragging]]:cursor-grabbing pointer-coarse:size-11"
        aria-label={grip}
        aria-describedby={attributes['aria-describedby']}
        {...listeners}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
    </li>
  );
}
