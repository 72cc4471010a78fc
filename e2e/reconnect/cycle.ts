import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Page } from 'playwright-core';
import { openOwnStreams } from '../own-stream.ts';
import { openMotor } from '../pump-page.ts';
import { changes } from './changes.ts';
import { clearControls, findEarlyEnabled, watchControls } from './controls.ts';
import { difference, type Facts } from './facts.ts';
import { outages } from './outages.ts';
import { readPage } from './page-facts.ts';
import type { Cycle } from './plan.ts';
import { readServer } from './server-facts.ts';
import { DEVICE, type World } from './world.ts';

/** "Within 2 s" of the reconnect. */
export const BOUND_MS = 2000;
/** Longer than the bound, so that a late match is distinguished from none. */
const GIVE_UP_MS = 15_000;
const POLL_INTERVAL_MS = 25;

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

/** Waits until the device page matches the server; the lock is beside the motor. */
export async function openDevice(world: World): Promise<Page> {
  const page = await world.open(DEVICE, openOwnStreams);
  await openMotor(page);
  const compare = async () => difference(await readPage(page), await readServer(world.owner));
  await waitFor(async () => !(await compare()), { timeoutMs: 30_000 }).catch(async () => {
    throw new Error(`the page differs from the server:\n${await compare()}`);
  });
  await watchControls(page);
  return page;
}

const isDisabled = ({ switch: pump, lock }: Facts) => pump.endsWith('disabled') && lock.endsWith('disabled');

/** Breaks the connection, makes a change, restores the connection, and compares the page with the server. */
export async function runCycle(world: World, page: Page, cycle: Cycle): Promise<Outcome> {
  const { start, end, isDetected } = outages[cycle.outage];
  await start(world, page);
  if (isDetected) {
    await waitFor(async () => isDisabled(await readPage(page)), {
      timeoutMs: GIVE_UP_MS,
      what: `${cycle.outage}: controls to be disabled`,
    });
  }
  await changes[cycle.change](world, cycle.n);
  await clearControls(page);
  const atReturn = await readServer(world.owner);
  await end(world, page);

  const from = performance.now();
  let missing: string | undefined;
  let isLate = false;
  while (true) {
    const known = await readServer(world.owner);
    const ms = Math.round(performance.now() - from);
    const facts = await readPage(page);
    const wrong = difference(facts, known);
    if (!wrong || ms > GIVE_UP_MS)
      return {
        ...cycle,
        ms,
        isLate,
        missing,
        wrong: wrong ?? (await findEarlyEnabled(page, [atReturn, known])),
      };
    missing = wrong;
    isLate = ms > BOUND_MS;
    await pause(POLL_INTERVAL_MS);
  }
}
