import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';

/** A module of its own, as after a load of the console: it stores that a page has been shown. */
const FIRST_LOAD = './overview-page.tsx?first-load';
const { AfterFirstPaint }: typeof import('./overview-page.tsx') = await import(/* @vite-ignore */ FIRST_LOAD);

function Page({ onCommit }: { onCommit: () => void }) {
  useLayoutEffect(onCommit, [onCommit]);
  return (
    <AfterFirstPaint>
      <p>cards</p>
    </AfterFirstPaint>
  );
}

/** The content of a page at its first commit and at the end. */
async function showPage() {
  const box = document.createElement('div');
  const root = createRoot(box);
  let first: string | null = null;
  const onCommit = () => {
    first = box.textContent;
  };
  await act(async () => root.render(<Page onCommit={onCommit} />));
  const last = box.textContent;
  act(() => root.unmount());
  return { first, last };
}

it('AfterFirstPaint defers the children of the first page and mounts those of later pages at once', async () => {
  expect(await showPage()).toEqual({ first: '', last: 'cards' });
  expect(await showPage()).toEqual({ first: 'cards', last: 'cards' });
});
