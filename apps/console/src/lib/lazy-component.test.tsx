import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { lazyComponent } from './lazy-component.tsx';

interface GreetingProps {
  name: string;
  onClose?: () => void;
}
const Greeting = ({ name }: GreetingProps) => <h2>Hello {name}</h2>;

/** A file that does not come until the network is mended. */
function brokenPart() {
  const network = { isBroken: true };
  const fetchPart = vi.fn(async () => {
    if (network.isBroken) throw new TypeError('Failed to fetch dynamically imported module');
    return Greeting;
  });
  return { network, fetchPart, Part: lazyComponent<GreetingProps>(fetchPart) };
}

it('a part that does not come says so, takes nothing with it, and is not asked for again by itself', async () => {
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

it('it comes by itself when the network is back', async () => {
  const { network, Part } = brokenPart();
  await showPage(<Part name="pump" />);
  network.isBroken = false;
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(page.all('heading').map(page.textOf)).toEqual(['Hello pump']);
  expect(page.all('alert')).toEqual([]);
});

it('where something stands for it, nothing is said', async () => {
  const { Part } = brokenPart();
  await showPage(<Part name="pump" missing={<h2>Hello</h2>} />);
  expect(page.all('heading').map(page.textOf)).toEqual(['Hello']);
  expect(page.all('alert')).toEqual([]);
});

it('a dialog that does not come can be closed', async () => {
  const { Part } = brokenPart();
  const onClose = vi.fn();
  await showPage(<Part name="pump" onClose={onClose} />);
  await act(async () => page.get('button', 'Zavrieť').click());
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('what was loaded before stands at once', async () => {
  const { network, Part } = brokenPart();
  network.isBroken = false;
  await act(async () => Part.preload());
  await showPage(<Part name="pump" waiting={<h2>…</h2>} />);
  expect(page.all('heading').map(page.textOf)).toEqual(['Hello pump']);
});

/** Between the look of a page and what it does thereafter. */
function Once({ does }: { does: () => void }) {
  useLayoutEffect(does, [does]);
  return null;
}

it('what comes after the first look and before the asking is shown all the same', async () => {
  // `act` would ask in the same breath as it looks; a browser does not.
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
      <Once does={() => coming.resolve(Greeting)} />
    </>,
  );
  await vi.waitFor(() => expect(place.textContent).toBe('Hello pump'), 15_000);
});
