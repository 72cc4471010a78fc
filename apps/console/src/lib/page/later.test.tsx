import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';

/** A module of its own, as after a load of the console: it stores that a page has been shown. */
const FIRST_LOAD = './later.tsx?first-load';
const { Later }: typeof import('./later.tsx') = await import(/* @vite-ignore */ FIRST_LOAD);

function Part({ name, onCommit }: { name: string; onCommit: (name: string) => void }) {
  useLayoutEffect(() => onCommit(name), [onCommit, name]);
  return name;
}

/** The text of a page of three parts when each of them was committed. */
async function showPage() {
  const box = document.createElement('div');
  const root = createRoot(box);
  const commits: string[] = [];
  const onCommit = () => void commits.push(box.textContent);
  await act(async () =>
    root.render(
      <>
        <Part name="a" onCommit={onCommit} />
        <Later>
          <Part name="b" onCommit={onCommit} />
          <Later isLast>
            <Part name="c" onCommit={onCommit} />
          </Later>
        </Later>
      </>,
    ),
  );
  act(() => root.unmount());
  return commits;
}

it('Later mounts the parts of the first page one after the other and those of later pages at once', async () => {
  expect(await showPage()).toEqual(['a', 'ab', 'abc']);
  expect(await showPage()).toEqual(['abc', 'abc', 'abc']);
});
