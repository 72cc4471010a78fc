import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Page } from 'playwright-core';
import { changes } from './changes.ts';
import { forgetControls, tooEarly, watchControls } from './controls.ts';
import { difference, type Facts } from './facts.ts';
import { readPage } from './page-facts.ts';
import type { Cycle } from './plan.ts';
import { readServer } from './server-facts.ts';
import { ways } from './ways.ts';
import { DEVICE, type World } from './world.ts';

/** "Within 2 s" of the reconnect. */
export const BOUND_MS = 2000;
/** Late and never are separate failures. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 25;

export interface Outcome extends Cycle {
  /** From the reconnect to the poll that found page and server equal. */
  ms: number;
  /** A poll after 2 s still found a difference. */
  isLate: boolean;
  /** Differences as lines; empty if equal. */
  wrong: string | undefined;
  /** The last difference of the page from the server. */
  missing: string | undefined;
}

/** Waits until the device page matches the server. */
export async function openDevice(world: World): Promise<Page> {
  const page = await world.open(DEVICE);
  const look = async () => difference(await readPage(page), await readServer(world.owner));
  await waitFor(async () => !(await look()), { timeoutMs: 30_000 }).catch(async () => {
    throw new Error(`the page does not say what the server knows:\n${await look()}`);
  });
  await watchControls(page);
  return page;
}

const isDisabled = ({ switch: pump, lock }: Facts) => pump.endsWith('disabled') && lock.endsWith('disabled');

/** Breaks the connection, makes a change, restores the connection, and compares the page with the server. */
export async function runCycle(world: World, page: Page, cycle: Cycle): Promise<Outcome> {
  const { lose, restore, isNoticed } = ways[cycle.way];
  await lose(world, page);
  if (isNoticed) {
    await waitFor(async () => isDisabled(await readPage(page)), {
      timeoutMs: PATIENCE_MS,
      what: `${cycle.way}: no control to use`,
    });
  }
  await changes[cycle.change](world, cycle.n);
  await forgetControls(page);
  const atReturn = await readServer(world.owner);
  await restore(world, page);

  const from = performance.now();
  let missing: string | undefined;
  let isLate = false;
  while (true) {
    const known = await readServer(world.owner);
    const ms = Math.round(performance.now() - from);
    const facts = await readPage(page);
    const wrong = difference(facts, known);
    if (!wrong || ms > PATIENCE_MS)
      return { ...cycle, ms, isLate, missing, wrong: wrong ?? (await tooEarly(page, [atReturn, known])) };
    missing = wrong;
    isLate = ms > BOUND_MS;
    await pause(LOOK_EVERY_MS);
  }
}
