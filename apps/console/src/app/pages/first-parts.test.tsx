import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';

/** A module of its own, as after a load of the console: it stores that a page has been shown. */
const FIRST_LOAD = './overview-page.tsx?first-load';
const { useFirstParts }: typeof import('./overview-page.tsx') = await import(/* @vite-ignore */ FIRST_LOAD);

function Page({ onCommit }: { onCommit: (parts: number) => void }) {
  const parts = useFirstParts(2);
  useLayoutEffect(() => onCommit(parts), [onCommit, parts]);
  return null;
}

/** The number of parts of a page at each commit. */
async function showPage() {
  const root = createRoot(document.createElement('div'));
  const commits: number[] = [];
  const onCommit = (parts: number) => void commits.push(parts);
  await act(async () => root.render(<Page onCommit={onCommit} />));
  act(() => root.unmount());
  return commits;
}

it('useFirstParts mounts the parts of the first page one after the other and those of later pages at once', async () => {
  expect(await showPage()).toEqual([0, 1, 2]);
  expect(await showPage()).toEqual([2]);
});
