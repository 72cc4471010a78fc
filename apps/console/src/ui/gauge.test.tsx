import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { Gauge } from './gauge.tsx';

function Pressure() {
  const [bar, setBar] = useState(4);
  return (
    <>
      <button type="button" onClick={() => setBar(bar + 0.1)}>
        small step
      </button>
      <button type="button" onClick={() => setBar(bar + 1)}>
        large step
      </button>
      <Gauge value={bar} target={4} end={8} tick={1} band={{ min: 3, max: 5.5 }} isStale={false} />
    </>
  );
}
const isEased = () => document.querySelector('svg [data-eased=true]') !== null;

it('Gauge animates large steps and skips the animation of small ones', async () => {
  await showPage(<Pressure />);
  await page.click(page.get('button', 'small step'));
  expect(isEased()).toBe(false);
  await page.click(page.get('button', 'large step'));
  expect(isEased()).toBe(true);
  await page.click(page.get('button', 'small step'));
  expect(isEased()).toBe(false);
});
