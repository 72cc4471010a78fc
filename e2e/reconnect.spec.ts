import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDevice, runCycle } from './reconnect/cycle.ts';
import { frameTimes } from './reconnect/frame-times.ts';
import { planCycles } from './reconnect/plan.ts';
import { startWorld, type World } from './reconnect/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const CYCLES = 10;
const SEED = 6;

it('R6 ten lost connections with changes meanwhile: within 2 s of each reconnect the page matches the server', async () => {
  const page = await openDevice(world);
  for (const cycle of planCycles(CYCLES, SEED)) {
    const { ms, wrong, isLate, missing } = await runCycle(world, page, cycle);
    const label = `${cycle.n}. ${cycle.outage}, ${cycle.change}: ${ms} ms`;
    expect(wrong, label).toBeUndefined();
    expect(isLate, `${label}\n${missing}`).toBe(false);
  }
  await page.context().close();
}, 300_000);

/** 100 ms on a quiet machine (`npm run bench -- page`); other tests run in parallel here. */
const BUSY_MS = 1000;

it('R6 while the stream is up, the page shows a value at once after the board has sent it', async () => {
  const times = await frameTimes(world, 20);
  expect(times[10], `median of ${times.join(' ')}`).toBeLessThanOrEqual(BUSY_MS);
});
