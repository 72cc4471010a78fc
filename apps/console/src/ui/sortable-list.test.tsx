import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { SortableList } from './sortable-list.tsx';

const texts = {
  grip: (name: string) => `Move ${name}`,
  instructions: '',
  lifted: String,
  moved: String,
  dropped: String,
  cancelled: String,
};
const cards = (...ids: string[]) => ids.map((id) => ({ id, name: id, content: <input aria-label={id} /> }));

it('R4.6 ArrowLeft moves a row to the left although its animated position is a fraction of a pixel beside its column', async () => {
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
  await showPage(<SortableList items={all} label="Rows" texts={{ ...texts, moved }} onReorder={vi.fn()} />);
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
  ['the mouse on the body of a row drags it', 'mouse', 'p', true],
  ['a touch on the body of a row scrolls the page', 'touch', 'p', false],
  ['a press on a control of a row is no drag', 'mouse', 'input', false],
])('R4.7 %s', async (_rule, pointerType, tag, isDragged) => {
  const withText = cards('a', 'b').map((card) => ({ ...card, content: <p>Text{card.content}</p> }));
  await showPage(<SortableList items={withText} label="Rows" texts={texts} onReorder={vi.fn()} />);
  const point = (type: string, clientX: number) =>
    new PointerEvent(type, { pointerType, clientX, isPrimary: true, button: 0, bubbles: true });
  await act(async () => {
    document.querySelector(`li ${tag}`)?.dispatchEvent(point('pointerdown', 0));
    document.dispatchEvent(point('pointermove', 20));
  });
  expect(document.querySelector('li[data-dragging]') !== null).toBe(isDragged);
  await act(async () => document.dispatchEvent(point('pointerup', 20)));
});
