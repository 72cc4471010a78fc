import { expect, it } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { VirtualRows } from './virtual-rows.tsx';

const show = (count: number) =>
  showPage(
    <VirtualRows items={Array.from({ length: count }, (_, n) => `row ${n + 1}`)} keyOf={String} rowPx={50}>
      {(item) => item}
    </VirtualRows>,
  );
const rows = () => [...document.querySelectorAll('li:not([aria-hidden])')];

it('a list of 100 rows renders all of them', async () => {
  await show(100);
  expect(rows().map(page.textOf)).toHaveLength(100);
});

it('a longer list renders the rows near the window, each with its place', async () => {
  await show(1000);
  expect(rows().length).toBeGreaterThan(5);
  expect(rows().length).toBeLessThan(100);
  expect(page.textOf(rows()[1] as Element)).toBe('row 2');
  expect(rows()[1]?.getAttribute('aria-posinset')).toBe('2');
  expect(rows()[1]?.getAttribute('aria-setsize')).toBe('1000');
});
