import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { motorIs } from '../pump-page.ts';
import { fcIdOf } from '../scripted-board.ts';
import { stopClock } from '../stopped-clock.ts';
import { texts } from '../texts.ts';
import { world } from './world.ts';

const { integrations, profile, stats, top } = texts.sk;
const STEP_MS = 250;
/** A hanging poll is aborted before the next one is due. */
const POLL_TIMEOUT_MS = 5000;
/** Interval, timeout, and age at which a response is stale, of the inbox and the count of open alerts. */
const INBOX_MS = [300_000, 20_000, 30_001];
/** The clock of ages that are shown, here of the user's sessions. */
const CLOCK_MS = 1000;
/** The app stores the last known values on every page. */
const SAVE_MS = 15_000;

interface Recorded {
  requests: { path: string; atMs: number; answer: Promise<unknown> }[];
  /** Delay of each pending timer. */
  timers: Map<number, number>;
  /** Sends a heartbeat on every open stream: the server pings by its own clock, not the page's. */
  ping: () => void;
}

/** Records all requests by the page's clock, and all pending timers. */
function recordRequests() {
  const streams = new Set<EventSource>();
  window.EventSource = class extends EventSource {
    constructor(url: string | URL, options?: EventSourceInit) {
      super(url, options);
      streams.add(this);
    }
  };
  const ping = () => {
    const data = JSON.stringify({ now: Math.floor(Date.now() / 1000) });
    for (const stream of streams) {
      if (stream.readyState === stream.OPEN) stream.dispatchEvent(new MessageEvent('ping', { data }));
    }
  };
  const recorded: Recorded = { requests: [], timers: new Map(), ping };
  const { fetch, setTimeout: startTimeout, setInterval: startInterval, clearTimeout: clear } = window;
  const isJson = (answer: Response) => answer.headers.get('content-type')?.includes('json');
  /** Reads to the end: only then the page continues. A stream has no end. */
  const read = async (answer: Response) => isJson(answer) && answer.clone().arrayBuffer();
  window.fetch = (input, init) => {
    const answer = fetch(input, init);
    const { pathname: path } = new URL(String(input), location.href);
    recorded.requests.push({ path, atMs: Date.now(), answer: answer.then(read).catch(() => undefined) });
    return answer;
  };
  const addTimer = (id: number, ms = 0) => {
    recorded.timers.set(id, ms);
    return id;
  };
  window.setTimeout = ((action: () => void, ms?: number, ...more: []) => {
    const id: number = startTimeout(() => {
      recorded.timers.delete(id);
      action(...more);
    }, ms);
    return addTimer(id, ms);
  }) as typeof setTimeout;
  window.setInterval = ((action: () => void, ms?: number) =>
    addTimer(startInterval(action, ms), ms)) as typeof setInterval;
  window.clearTimeout = window.clearInterval = (id) => {
    recorded.timers.delete(Number(id));
    clear(id);
  };
  Object.assign(window, { recorded });
}
const timesOf = (page: Page, end: string) =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { recorded: Recorded }).recorded.requests
        .filter(({ path }) => path.endsWith(wanted))
        .map(({ atMs }) => atMs),
    end,
  );
const pathsSince = (page: Page, atMs: number) =>
  page.evaluate((since) => {
    const { requests } = (window as unknown as { recorded: Recorded }).recorded;
    return [...new Set(requests.filter(({ atMs }) => atMs > since).map(({ path }) => path))];
  }, atMs);
const timersLeft = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { recorded: Recorded }).recorded.timers.values()]);

/** Requests are answered before time advances, except hanging ones; the stream is alive. */
const waitForAnswers = (page: Page, hanging = 'nothing') =>
  page.evaluate(async (left) => {
    const { requests, ping } = (window as unknown as { recorded: Recorded }).recorded;
    ping();
    await Promise.all(requests.filter(({ path }) => !path.endsWith(left)).map(({ answer }) => answer));
  }, hanging);
async function pass(page: Page, ms: number, hanging?: string) {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await waitForAnswers(page, hanging);
  }
}
const lastGap = (times: number[]) => (times.at(-1) ?? Number.NaN) - (times.at(-2) ?? Number.NaN);

it('R6.1 R6.2 R6.3 R5.8 requests follow their intervals, a hanging one is aborted, and leaving the page stops them', async () => {
  const board = world.boards.measured;
  await board.publishValues({ frequency_fc: 42 });
  let answer = (route: Route): Promise<unknown> => route.continue();
  const failed: string[] = [];
  const page = await world.open(`/admin/dashboard?device=${board.deviceId}`, {
    who: 'technician',
    before: async (fresh) => {
      await fresh.addInitScript(recordRequests);
      await fresh.route('**/actual-data/all-last-data**', (route) => answer(route));
      fresh.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
    },
  });
  const meters = page.getByRole('region', { name: stats.title });
  const meter = `${fcIdOf(board.deviceId)}/get-fc-config/electro_meter`;
  const motor = 'get-fc-data-last/motor_frequency';
  const data = 'all-last-data';
  await meters.getByText(stats.running, { exact: true }).waitFor();
  await motorIs(page, 'running').waitFor();
  await stopClock(page);

  await pass(page, 6500);
  expect(lastGap(await timesOf(page, motor))).toBeGreaterThanOrEqual(5000);
  await board.publishValues({ frequency_fc: 0 });
  await pass(page, 6500);
  await meters.getByText(stats.standing, { exact: true }).waitFor();
  expect(lastGap(await timesOf(page, motor))).toBeLessThanOrEqual(5000 + 2 * STEP_MS);
  const gap = lastGap(await timesOf(page, data));
  expect(gap).toBeGreaterThanOrEqual(6000);
  expect(gap).toBeLessThanOrEqual(6000 + 2 * STEP_MS);

  failed.length = 0;
  answer = () => Promise.resolve();
  const before = (await timesOf(page, data)).length;
  while ((await timesOf(page, data)).length === before) await pass(page, STEP_MS, data);
  await pass(page, POLL_TIMEOUT_MS - 3 * STEP_MS, data);
  // Chromium also reports a 304 without a body as failed, so only the hanging request counts.
  expect(failed).not.toContain('/api/actual-data/all-last-data');
  await pass(page, 3 * STEP_MS, data);
  await expect.poll(() => failed).toContain('/api/actual-data/all-last-data');
  await pass(page, 6500, data);
  const times = await timesOf(page, data);
  expect(times).toHaveLength(before + 2);
  expect(lastGap(times)).toBeGreaterThanOrEqual(POLL_TIMEOUT_MS + 6000);
  expect(lastGap(times)).toBeLessThanOrEqual(POLL_TIMEOUT_MS + 6000 + 3 * STEP_MS);

  const [first = 0, ...more] = await timesOf(page, meter);
  expect(more).toEqual([]);
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.fastForward(first + 300_000 - nowMs);
  expect(await timesOf(page, meter)).toHaveLength(1);
  const shown = await meters.getByRole('definition').filter({ hasText: 'kWh' }).textContent();
  await page.route('**/get-fc-config/**', (route) => route.fulfill({ status: 500, json: {} }));
  const ignored = page.waitForResponse('**/get-fc-config/electro_meter');
  // The answer of the first may have taken seconds.
  await page.clock.fastForward(10_000);
  expect((await ignored).status()).toBe(500);
  expect(await timesOf(page, meter)).toHaveLength(2);
  expect(await meters.getByRole('definition').filter({ hasText: 'kWh' }).textContent()).toContain(
    shown?.split('kWh')[0],
  );
  expect(await page.getByRole('alert').count()).toBe(0);

  failed.length = 0;
  await page.getByRole('button', { name: top.account }).click();
  await page.getByRole('link', { name: top.profile, exact: true }).click();
  await page.getByRole('heading', { name: profile.title, level: 1 }).waitFor();
  // The last part of the profile to load; its timers need the page's clock.
  while (!(await page.getByText(integrations.none, { exact: true }).isVisible()))
    await pass(page, STEP_MS, data);
  await page.clock.runFor(3000);
  await expect.poll(() => failed).toContain('/api/actual-data/stream');
  const left = await page.evaluate(() => Date.now());
  for (let hour = 0; hour < 3; hour++) {
    await page.clock.fastForward(3_600_000);
    await waitForAnswers(page, data);
  }
  // The top bar of every page polls messages, notifications and the number of open alerts; the device's requests have stopped.
  expect((await pathsSince(page, left)).sort()).toEqual(['/api/alerts', '/api/inbox']);
  const known = [...INBOX_MS, CLOCK_MS, SAVE_MS];
  expect((await timersLeft(page)).filter((ms) => !known.includes(ms))).toEqual([]);
  await page.context().close();
});
