import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Page } from 'playwright-core';
import { openMotor } from '../pump-page.ts';
import { texts } from '../texts.ts';
import { isOn, placesOf, readTiles, type Screen } from './tiles.ts';

const { deviceStatus, deviceTools } = texts.sk;
/** Long, since reading the accessibility trees of eight pages is slow. */
const POLL_INTERVAL_MS = 500;
/** Tolerance for a machine that stalls for a second and delays a frame. */
const TOLERATED_MS = 1500;

const placesOn = (screen: Screen) => [...placesOf(READING_FIELDS)].filter(isOn(screen));

/** Every wrong value on the screen. */
async function findWrong(page: Page, screen: Screen, stale: readonly ReadingField[]) {
  const tiles = await readTiles(page, screen);
  const expected = placesOf(stale);
  const places = placesOn(screen);
  return {
    /** May still go stale. */
    live: places.filter((place) => expected.has(place) && tiles.get(place) === 'live'),
    /** Must not go stale, or is missing. */
    lost: places.filter(
      (place) => tiles.get(place) !== 'live' && !(expected.has(place) && tiles.get(place) === 'stale'),
    ),
  };
}

/** Watches a page until all these values are stale and `isOver`. No other may go stale meanwhile. */
export async function watchStale(
  page: Page,
  screen: Screen,
  stale: readonly ReadingField[],
  withinMs: number,
  isOver: () => boolean = () => true,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  let wrongSinceMs: number | undefined;
  for (;;) {
    const nowMs = performance.now();
    const { live, lost } = await findWrong(page, screen, stale);
    wrongSinceMs = lost.length === 0 ? undefined : (wrongSinceMs ?? nowMs);
    if (nowMs - (wrongSinceMs ?? nowMs) > TOLERATED_MS) throw new Error(`must be live: ${lost}`);
    if (live.length + lost.length === 0 && isOver()) return;
    if (live.length > 0 && nowMs > endMs) throw new Error(`must be stale after ${withinMs} ms: ${live}`);
    await pause(POLL_INTERVAL_MS);
  }
}

export const waitLive = (page: Page, screen: Screen, timeoutMs: number) =>
  waitFor(
    async () => {
      const { lost } = await findWrong(page, screen, []);
      if (lost.length > 0) throw new Error(`not live: ${lost}`);
      return true;
    },
    { timeoutMs, everyMs: POLL_INTERVAL_MS, what: `live values of ${page.url()}` },
  );

/** R4.5: the broken hops named by the connection popover. */
export async function checkVerdict(page: Page, expected: readonly string[], withinMs: number): Promise<void> {
  const opener = page.getByRole('button', { name: deviceTools.status });
  await opener.click();
  await page.getByText(deviceStatus.seen).waitFor();
  const verdicts = page.getByRole('main').getByRole(expected.length > 0 ? 'alert' : 'status');
  const endMs = performance.now() + withinMs;
  for (;;) {
    const nowMs = performance.now();
    const shown = (await verdicts.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    if (expected.length > 0 ? isDeepStrictEqual(shown, expected) : shown.includes(deviceStatus.well)) break;
    if (nowMs > endMs) throw new Error(`shows after ${withinMs} ms: ${shown}`);
    await pause(POLL_INTERVAL_MS);
  }
  await opener.click();
}

/** Reads a screen of a pump; the motor is opened for it and closed again. */
export async function onScreen(page: Page, screen: Screen, read: () => Promise<unknown>): Promise<void> {
  if (screen === 'motor') await openMotor(page);
  await read();
  if (screen === 'page') return;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
