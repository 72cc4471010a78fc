import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { eventually } from '../testing/whole-app.tsx';
import { SortableGrid } from './sortable-grid.tsx';

const words = {
  grip: (name: string) => `Move ${name}`,
  instructions: '',
  lifted: String,
  moved: String,
  dropped: String,
  cancelled: String,
};
const items = ['a', 'b'].map((id) => ({ id, name: id, content: <input aria-label={id} /> }));

it('R4.6, R4.7 what moves the cards arrives without touching them: the focus stays where it was', async () => {
  await showPage(<SortableGrid items={items} label="Cards" words={words} onOrder={vi.fn()} />);
  const field = document.querySelector('input');
  expect(page.all('button')).toEqual([]);
  await act(async () => field?.focus());
  await eventually(() => expect(page.all('button')).toHaveLength(2));
  expect(document.querySelector('input')).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(page.get('button', 'Move b').closest('li')?.querySelector('input[aria-label=b]')).toBeTruthy();
});
