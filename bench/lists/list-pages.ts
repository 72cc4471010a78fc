import { launchChromium } from '@manoboard/testkit/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Load, longestTask, mainThreadLoad } from '../lib/main-thread.ts';
import { publishFrame, type RawBoard } from '../lib/raw-boards.ts';
import { percentile } from '../lib/report.ts';

/** The row of an index, loaded or not, of the fleet list and of the users list. */
const ROW = 'tr[data-index]';
const DESKTOP = { width: 1440, height: 900 };

async function openContext(browser: Browser, url: string, cookie: string, viewport = DESKTOP) {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'sk' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  return context;
}

/** Runs in the page: the time of the frame in which the first row with a loaded state is painted. */
function watchFirstRow(row: string) {
  const isShown = () => {
    const first = document.querySelector(row);
    return first !== null && (first.textContent ?? '').length > 30;
  };
  const check = () => {
    if (isShown())
      requestAnimationFrame(() => Object.assign(globalThis, { firstRowAtMs: performance.now() }));
    else requestAnimationFrame(check);
  };
  check();
}
const firstRowMs = async (page: Page) =>
  Number(
    await (await page.waitForFunction(() => Reflect.get(globalThis, 'firstRowAtMs') as number)).jsonValue(),
  );

/** From the navigation of a browser that has the files in its cache to the first painted rows. */
async function measureFirstRows(context: BrowserContext, path: string, rounds: number) {
  const page = await context.newPage();
  await page.addInitScript(watchFirstRow, ROW);
  const took: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.goto(path);
    const ms = await firstRowMs(page);
    // The first load fills the caches.
    if (round > 0) took.push(ms);
  }
  await page.close();
  return took;
}

/** From a click on the sidebar, in a console that is open at another page, to the first painted rows. */
async function measureOpening(context: BrowserContext, path: string, rounds: number) {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage();
    await page.goto('/admin/profile');
    const link = page.locator(`a[href="${path}"]`).first();
    await link.waitFor();
    // The idle preload of the pages.
    await page.waitForTimeout(2000);
    await page.evaluate(() => {
      document.addEventListener(
        'click',
        () => Object.assign(globalThis, { clickedAtMs: performance.now() }),
        { capture: true, once: true },
      );
    });
    await page.evaluate(watchFirstRow, ROW);
    await link.click();
    const shownAtMs = await firstRowMs(page);
    took.push(shownAtMs - (await page.evaluate(() => Reflect.get(globalThis, 'clickedAtMs') as number)));
    await page.close();
  }
  return took;
}

interface Scrolled {
  framesPerSecond: number;
  /** Share of frames that came late by a frame or more. */
  lateShare: number;
  longestMs: number;
  /** Processor time, independent of other load on the machine. */
  longestCpuMs: number;
  /** Share of frames with a visible row that was not loaded. */
  emptyShare: number;
}

/** Scrolls by animation frames; the browser's own smooth scrolling gives the same events. */
async function scrollBy(page: Page, pxPerSecond: number, seconds: number) {
  return page.evaluate(
    ([speed, ms, row]) =>
      new Promise<{ frames: number[]; empty: number }>((done) => {
        const begun = performance.now();
        const from = window.scrollY;
        const frames: number[] = [];
        let empty = 0;
        const step = (now: number) => {
          frames.push(now);
          // One hit test in the middle of the window.
          const hit = document.elementFromPoint(700, 500)?.closest(row);
          if (!hit || (hit.textContent ?? '').length < 30) empty++;
          if (now - begun >= ms) return done({ frames, empty });
          window.scrollTo(0, from + (speed * (now - begun)) / 1000);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [pxPerSecond, seconds * 1000, ROW] as const,
  );
}

async function measureScroll(
  context: BrowserContext,
  path: string,
  pxPerSecond: number,
  seconds: number,
): Promise<Scrolled> {
  const page = await context.newPage();
  await page.addInitScript(watchFirstRow, ROW);
  await page.goto(path);
  await firstRowMs(page);
  await page.waitForTimeout(2000);
  const { value, longestMs, longestCpuMs } = await longestTask(page, () =>
    scrollBy(page, pxPerSecond, seconds),
  );
  await page.close();
  const { frames, empty } = value;
  const gaps = frames.slice(1).map((at, n) => at - (frames[n] ?? at));
  return {
    framesPerSecond: gaps.length / ((frames.at(-1) ?? 0) / 1000 - (frames[0] ?? 0) / 1000),
    lateShare: gaps.filter((gap) => gap > 25).length / gaps.length,
    longestMs,
    longestCpuMs,
    emptyShare: empty / frames.length,
  };
}

/**
 * Opens a row in the middle of the list and goes back: by how many pixels the row is elsewhere than at the click. Not
 * than before it: to click, the browser's driver may scroll.
 */
async function measureWayBack(context: BrowserContext, path: string, rounds: number) {
  const page = await context.newPage();
  await page.addInitScript(watchFirstRow, ROW);
  await page.goto(path);
  await firstRowMs(page);
  await page.evaluate((row) => {
    document.addEventListener(
      'click',
      ({ target }) => {
        const clickedPx = (target as Element).closest(row)?.getBoundingClientRect().top;
        if (clickedPx !== undefined) Object.assign(globalThis, { clickedPx });
      },
      { capture: true },
    );
  }, ROW);
  const missed: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await page.evaluate((top) => window.scrollTo(0, top), round * 41_003);
    const index = Math.round((round * 41_003) / 56) + 8;
    const row = page.locator(`tr[data-index="${index}"]`);
    await row.locator('a').first().click();
    await page.waitForURL('**/admin/overview?**');
    await page.waitForTimeout(300);
    await page.goBack();
    await row.waitFor();
    await page.waitForTimeout(500);
    const clickedPx = await page.evaluate(() => Reflect.get(globalThis, 'clickedPx') as number);
    missed.push(Math.abs(((await row.boundingBox())?.y ?? 0) - clickedPx));
  }
  await page.close();
  return Math.max(...missed);
}

/** The load of the main thread while these devices of the list change their state each second. */
async function measureLive(
  context: BrowserContext,
  path: string,
  boards: readonly RawBoard[],
  seconds: number,
): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(watchFirstRow, ROW);
  await page.goto(path);
  await firstRowMs(page);
  let n = 0;
  // Each frame changes the word and the icon of its row.
  const sending = setInterval(() => {
    n++;
    for (const board of boards) publishFrame(board, n % 2 === 0 ? 42 : 0);
  }, 1000);
  await page.waitForTimeout(4000);
  const load = await mainThreadLoad(page, seconds);
  clearInterval(sending);
  await page.close();
  return load;
}

interface Options {
  url: string;
  /** As `name=value`. */
  cookie: string;
  boards: readonly RawBoard[];
  rounds: number;
  seconds: number;
}

const FLEET = '/admin/super-seller/main-list';
const USERS = '/admin/super-seller/users-list';
/** Pixels a second: a finger that reads, and one that searches. */
const SPEEDS = [2000, 6000] as const;
const LIVE_DEVICES = 100;
/** All live devices are in the window. */
const TALL = { width: 1440, height: 6200 };
/** Devices that are online, in a fixed order. */
const ONLINE = '?state=running&sort=alias';

/** The fleet and the users list in a browser. */
export async function measureListPages({ url, cookie, boards, rounds, seconds }: Options) {
  const browser = await launchChromium();
  try {
    const context = await openContext(browser, url, cookie);
    const measureList = async (path: string) => ({
      first: await measureFirstRows(context, path, rounds),
      opened: await measureOpening(context, path, rounds),
      slow: await measureScroll(context, path, SPEEDS[0], seconds),
      fast: await measureScroll(context, path, SPEEDS[1], seconds),
    });
    const fleet = await measureList(FLEET);
    const users = await measureList(USERS);
    const missedPx = await measureWayBack(context, FLEET, rounds);
    const response = await context.request.get(`/api/devices/fleet${ONLINE}&limit=${LIVE_DEVICES}`);
    const { items } = (await response.json()) as { items: { id_dev: string }[] };
    const shown = new Set(items.map(({ id_dev }) => id_dev));
    const sending = boards.filter(({ deviceId }) => shown.has(deviceId));
    const live = await measureLive(context, `${FLEET}${ONLINE}`, sending, seconds);
    const tall = await openContext(browser, url, cookie, TALL);
    const liveTall = await measureLive(tall, `${FLEET}${ONLINE}`, sending, seconds);
    return { fleet, users, missedPx, live, liveTall, sending: sending.length };
  } finally {
    await browser.close();
  }
}
export type ListPages = Awaited<ReturnType<typeof measureListPages>>;

const times = (took: readonly number[]) =>
  `p50 ${percentile(took, 0.5).toFixed(0)} ms, most ${percentile(took, 1).toFixed(0)} ms`;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const scrollText = ({ framesPerSecond, longestMs, longestCpuMs, emptyShare }: Scrolled, speed: number) =>
  `${speed} px/s ${framesPerSecond.toFixed(0)} frames/s, longest task ${longestMs.toFixed(0)} ms (${longestCpuMs.toFixed(0)} ms of processor time), rows not loaded in ${percent(emptyShare)} of the frames`;

export const textOf = ({ first, opened, slow, fast }: ListPages['fleet']) =>
  `first rows after a reload ${times(first)}, after a click ${times(opened)}; scroll at ${scrollText(slow, SPEEDS[0])}, at ${scrollText(fast, SPEEDS[1])}`;

export const liveText = ({ live, liveTall, sending }: ListPages) =>
  `${sending} devices a second: ${percent(live.share)} of a core with a window of 900 px, ${percent(liveTall.share)} with all of them in the window`;
