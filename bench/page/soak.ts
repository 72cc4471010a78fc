import type { Page } from 'playwright-core';
import { DEVICE, startWorld, type World } from '../../e2e/reconnect/world.ts';
import { texts } from '../../e2e/texts.ts';
import { readNumbers } from '../lib/options.ts';
import { LOAD_BEFORE, report } from '../lib/report.ts';
import { userActionsOf } from '../lib/user-actions.ts';
import { type PageHealth, readHealth, watchHealth } from './page-health.ts';

/**
 * A live device page stays open for `--minutes` (30 is the full soak): one frame a second, and every minute one round
 * of user actions. After each round a garbage collection, then the counts.
 */
const { minutes } = readNumbers({ minutes: 4 });
const AIM = { heapMb: 1, streams: 1, timersLeft: 0 };
const ROUND_MS = 60_000;
/** The caches of the page (dialogs, texts, five minutes of frames) are full after these rounds. */
const WARM_UP = Math.min(5, Math.ceil(minutes / 4));

async function reportEverySecond({ technician }: World) {
  const { version } = await technician.get<{ version: number }>(`/devices/${DEVICE}/config`);
  await technician.send('PUT', `/devices/${DEVICE}/config`, {
    version,
    config: { tele_s: 1, tele_idle_s: 1 },
  });
}

async function playRound(page: Page, round: number) {
  for (const { ready, act } of userActionsOf(round)) {
    await ready?.(page);
    await act(page);
  }
}

const formatHealth = ({ heapMb, nodes, listeners, timers, streams }: PageHealth) =>
  `heap ${heapMb.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners, ${timers} timers, ${streams} streams`;

/** Leaves the live pages without a load: anything that continues after that is a leak. */
async function logOut(page: Page) {
  const { auth, top } = texts.sk;
  await page.getByRole('button', { name: top.account }).click();
  await page.getByRole('button', { name: top.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: top.logout, exact: true }).click();
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).waitFor();
}

async function soak(world: World) {
  await reportEverySecond(world);
  const page = await world.open(DEVICE, watchHealth);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const samples: PageHealth[] = [];
  for (let round = 0; round < minutes; round++) {
    const endsAt = Date.now() + ROUND_MS;
    await playRound(page, round);
    await page.waitForTimeout(Math.max(0, endsAt - Date.now()));
    const health = await readHealth(page, cdp);
    samples.push(health);
    console.log(`minute ${round + 1}: ${formatHealth(health)}`);
  }
  await logOut(page);
  await page.waitForTimeout(2000);
  const left = await readHealth(page, cdp);
  console.log(`after the logout: ${formatHealth(left)}`);
  return { samples, left };
}

const world = await startWorld();
const { samples, left } = await soak(world).finally(() => world.stop());
const settled = samples.slice(WARM_UP);
const [first, last] = [settled[0], settled.at(-1)];
if (!first || !last) throw new Error('--minutes must be at least 2');
const grownMb = last.heapMb - first.heapMb;
const streams = Math.max(...settled.map((sample) => sample.streams));
const span = (of: (health: PageHealth) => number) =>
  `${Math.min(...settled.map(of))} to ${Math.max(...settled.map(of))}`;
report({
  name: 'soak',
  what: `live device page in Chromium for ${minutes} minutes, one frame a second and every minute ${userActionsOf(0).length} clicks and keys; counted after a garbage collection, from minute ${WARM_UP + 1}; ${LOAD_BEFORE}`,
  result: `heap ${last.heapMb.toFixed(1)} MB, grown by ${grownMb.toFixed(2)} MB; at most ${streams} stream; ${span(({ nodes }) => nodes)} DOM nodes, ${span(({ listeners }) => listeners)} listeners, ${span(({ timers }) => timers)} timers; after the logout ${left.streams} streams and ${left.timers} timers`,
  aim: `grown by < ${AIM.heapMb} MB, ${AIM.streams} stream, no stream and no timer after the logout`,
});
const isReached =
  grownMb < AIM.heapMb && streams === AIM.streams && left.streams === 0 && left.timers <= AIM.timersLeft;
process.exit(isReached ? 0 : 1);
