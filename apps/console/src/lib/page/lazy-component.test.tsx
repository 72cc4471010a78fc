import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, showPage } from '../../testing/page.tsx';
import { lazyComponent } from './lazy-component.tsx';

interface GreetingProps {
  name: string;
  onClose?: () => void;
}
const Greeting = ({ name }: GreetingProps) => <h2>Hello {name}</h2>;

/** A component that fails to load until the test sets `isBroken` to false. */
function brokenPart() {
  const network = { isBroken: true };
  const fetchPart = vi.fn(async () => {
    if (network.isBroken) throw new TypeError('Failed to fetch dynamically imported module');
    return Greeting;
  });
  return { network, fetchPart, Part: lazyComponent<GreetingProps>(fetchPart) };
}

it('a component that fails to load shows a notice, keeps the rest of the page and retries only on a click', async () => {
  const { network, fetchPart, Part } = brokenPart();
  await showPage(
    <>
      <h2>The rest</h2>
      <Part name="pump" />
    </>,
  );
  expect(page.textOf(page.get('alert'))).toContain('Túto časť stránky sa nepodarilo načítať.');
  expect(fetchPart).toHaveBeenCalledTimes(1);
  network.isBroken = false;
  await act(async () => page.get('button', 'Skúsiť znova').click());
  expect(page.all('heading').map(page.textOf)).toEqual(['The rest', 'Hello pump']);
  expect(fetchPart).toHaveBeenCalledTimes(2);
});

it('a component that failed to load is loaded again on the online event', async () => {
  const { network, Part } = brokenPart();
  await showPage(<Part name="pump" />);
  network.isBroken = false;
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(page.all('heading').map(page.textOf)).toEqual(['Hello pump']);
  expect(page.all('alert')).toEqual([]);
});

it('a component that fails to load shows its replacement instead of the notice', async () => {
  const { Part } = brokenPart();
  await showPage(<Part name="pump" missing={<h2>Hello</h2>} />);
  expect(page.all('heading').map(page.textOf)).toEqual(['Hello']);
  expect(page.all('alert')).toEqual([]);
});

it('the notice of a dialog that fails to load can be closed', async () => {
  const { Part } = brokenPart();
  const onClose = vi.fn();
  await showPage(<Part name="pump" onClose={onClose} />);
  await act(async () => page.get('button', 'Zavrieť').click());
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('a preloaded component renders at once', async () => {
  const { network, Part } = brokenPart();
  network.isBroken = false;
  await act(async () => Part.preload());
  await showPage(<Part name="pump" waiting={<h2>…</h2>} />);
  expect(page.all('heading').map(page.textOf)).toEqual(['Hello pump']);
});

/** Runs a callback after the render and before the effects. */
function LayoutEffect({ run }: { run: () => void }) {
  useLayoutEffect(run, [run]);
  return null;
}

it('a component that loads between its first render and the effect is displayed', async () => {
  // `act` runs the effect together with the render; a browser does not.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const coming = Promise.withResolvers<typeof Greeting>();
  const Part = lazyComponent<GreetingProps>(() => coming.promise);
  Part.preload();
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    vi.unstubAllGlobals();
  });
  root.render(
    <>
      <Part name="pump" waiting={<h2>…</h2>} />
      <LayoutEffect run={() => coming.resolve(Greeting)} />
    </>,
  );
  await vi.waitFor(() => expect(place.textContent).toBe('Hello pump'), 15_000);
});
