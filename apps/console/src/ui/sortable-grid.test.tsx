import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { eventually } from '../testing/whole-app.tsx';
import { SortableGrid } from './sortable-grid.tsx';

const texts = {
  grip: (name: string) => `Move ${name}`,
  instructions: '',
  lifted: String,
  moved: String,
  dropped: String,
  cancelled: String,
};
const cards = (...ids: string[]) => ids.map((id) => ({ id, name: id, content: <input aria-label={id} /> }));
const items = cards('a', 'b');

/** Whether the cards are on the screen, and the observers that wait for it. */
const screen = { isSeen: true, waiting: [] as (() => void)[] };
beforeEach(() => {
  Object.assign(screen, { isSeen: true, waiting: [] });
  class Observer {
    readonly #report: () => void;
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.#report = () => report([{ isIntersecting: screen.isSeen }]);
    }
    observe() {
      screen.waiting.push(this.#report);
      this.#report();
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return () => vi.unstubAllGlobals();
});

it('R4.7 the drag handles load when the cards are seen', async () => {
  screen.isSeen = false;
  await showPage(<SortableGrid items={items} label="Cards" texts={texts} onReorder={vi.fn()} />);
  await eventually(() => expect(screen.waiting).toHaveLength(1));
  expect(page.all('button')).toEqual([]);
  screen.isSeen = true;
  for (const report of screen.waiting) report();
  await eventually(() => expect(page.all('button')).toHaveLength(2));
});

it('R4.6, R4.7 loading the drag handles does not remount the cards, so the focus stays', async () => {
  await showPage(<SortableGrid items={items} label="Cards" texts={texts} onReorder={vi.fn()} />);
  const field = document.querySelector('input');
  expect(page.all('button')).toEqual([]);
  await act(async () => field?.focus());
  await eventually(() => expect(page.all('button')).toHaveLength(2));
  expect(document.querySelector('input')).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(page.get('button', 'Move b').closest('li')?.querySelector('input[aria-label=b]')).toBeTruthy();
});

it('R4.6 ArrowLeft moves a card to the left although its animated position is a fraction of a pixel beside its column', async () => {
  const places: Record<string, [left: number, top: number]> = {
    a: [0, 0],
    b: [200.00002, 0],
    c: [0, 60],
    d: [200, 60],
  };
  const rects = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  onTestFinished(() => rects.mockRestore());
  rects.mockImplementation(function (this: HTMLElement) {
    const [left, top] = places[this.querySelector('input')?.getAttribute('aria-label') ?? ''] ?? [0, 0];
    return new DOMRect(left, top, 190, 50);
  });
  const announced: string[] = [];
  const moved = (name: string, place: number) => {
    announced.push(`${name} ${place}`);
    return '';
  };
  const all = cards(...Object.keys(places));
  await showPage(<SortableGrid items={all} label="Cards" texts={{ ...texts, moved }} onReorder={vi.fn()} />);
  await eventually(() => expect(page.all('button')).toHaveLength(4));
  const press = (code: string) =>
    act(async () => {
      page.get('button', 'Move b').dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
      // The library subscribes to further keys in the next task.
      await new Promise((done) => setTimeout(done));
    });
  await press('Space');
  await press('ArrowLeft');
  expect(announced).toEqual(['b 2', 'b 1']);
});

it.each([
  ['the mouse on the body of a card drags it', 'mouse', 'p', true],
  ['a touch on the body of a card scrolls the page', 'touch', 'p', false],
  ['a press on a control of a card is no drag', 'mouse', 'input', false],
])('R4.7 %s', async (_rule, pointerType, tag, isDragged) => {
  const withText = cards('a', 'b').map((card) => ({ ...card, content: <p>Text{card.content}</p> }));
  await showPage(<SortableGrid items={withText} label="Cards" texts={texts} onReorder={vi.fn()} />);
  await eventually(() => expect(page.all('button')).toHaveLength(2));
  const point = (type: string, clientX: number) =>
    new PointerEvent(type, { pointerType, clientX, isPrimary: true, button: 0, bubbles: true });
  await act(async () => {
    document.querySelector(`li ${tag}`)?.dispatchEvent(point('pointerdown', 0));
    document.dispatchEvent(point('pointermove', 20));
  });
  expect(document.querySelector('li[data-dragging]') !== null).toBe(isDragged);
  await act(async () => document.dispatchEvent(point('pointerup', 20)));
});
