import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { Gauge } from './gauge.tsx';

function Pressure() {
  const [bar, setBar] = useState(4);
  return (
    <>
      <button type="button" onClick={() => setBar(bar + 0.1)}>
        trembles
      </button>
      <button type="button" onClick={() => setBar(bar + 1)}>
        rises
      </button>
      <Gauge value={bar} target={4} end={8} tick={1} band={{ min: 3, max: 5.5 }} isStale={false} />
    </>
  );
}
const isEased = () => document.querySelector('svg [data-eased=true]') !== null;

it('a value that trembles with every frame keeps no main thread busy; a large step is eased', async () => {
  await showPage(<Pressure />);
  await page.click(page.get('button', 'trembles'));
  expect(isEased()).toBe(false);
  await page.click(page.get('button', 'rises'));
  expect(isEased()).toBe(true);
  await page.click(page.get('button', 'trembles'));
  expect(isEased()).toBe(false);
});
