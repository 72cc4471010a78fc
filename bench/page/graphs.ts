import type { Page } from 'playwright-core';
import { enter, startProduct } from '../../e2e/product.ts';
import { measure, watchInteractions } from '../lib/interactions.ts';
import { readNumbers } from '../lib/options.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';

/** The graphs of a device in Chromium. Answers are made here, so that the drawing is measured and not the server. */
const { points, rounds, zooms } = readNumbers({ points: 14_400, rounds: 7, zooms: 40 });
const AIM = { paintMs: 150, zoomMs: 100, yearMs: 1000 };
/** Longest time of the server for a year of rollups. */
const SERVER_MS = 30;
const DEVICE = 'MNB-DE0001';

/** A pump that starts and stops, with noise. */
function answerOf(query: URLSearchParams, count: number) {
  const nowS = Math.floor(Date.now() / 1000);
  const fromS = Number(query.get('from'));
  const toS = Math.min(nowS, Number(query.get('to') ?? nowS));
  const stepS = Math.max(1, Math.ceil((toS - fromS) / count));
  const t = Array.from({ length: Math.ceil((toS - fromS) / stepS) }, (_, at) => fromS + at * stepS);
  const column = (by: number) =>
    t.map((_, at) => Number((Math.sin(at / 40) + Math.sin(at * 12.9898) * 0.2 + 3 + by).toFixed(3)));
  const series = { avg: column(0), last: column(0), min: column(-0.3), max: column(0.3), gaps: [] };
  const all = query.getAll('metrics').map((metric) => [metric, series] as const);
  return {
    level: 'minute',
    step_s: stepS,
    to: (t.at(-1) ?? 0) + stepS,
    since: null,
    t,
    series: Object.fromEntries(all),
  };
}

/** Runs in the page: from an answer that has arrived to the frame after the one that shows it. */
function watchPaints() {
  const paints: number[] = [];
  Object.assign(globalThis, { paints });
  let drawnMs = 0;
  const { clearRect } = CanvasRenderingContext2D.prototype;
  // A plot clears its canvas before it draws.
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    drawnMs = performance.now();
    clearRect.apply(this, area);
  };
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('/history?')) return response;
    const body = await response.text();
    const arrivedMs = performance.now();
    const isBusy = () => drawnMs < arrivedMs;
    const check = () =>
      isBusy()
        ? requestAnimationFrame(check)
        : requestAnimationFrame(() => setTimeout(() => paints.push(performance.now() - arrivedMs)));
    requestAnimationFrame(check);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}
const paintsOf = (page: Page) =>
  page.evaluate(() => (Reflect.get(globalThis, 'paints') as number[]).splice(0));

/** The time from an action to the painted answer, and from the answer to its paint. */
async function measureAnswer(page: Page, act: () => Promise<unknown>) {
  await paintsOf(page);
  const startMs = Date.now();
  await act();
  await page.waitForFunction(() => (Reflect.get(globalThis, 'paints') as number[]).length > 0);
  return { wholeMs: Date.now() - startMs, paintMs: (await paintsOf(page))[0] ?? Number.NaN };
}

async function openGraphs(page: Page) {
  await page.goto(`/admin/overview?device=${DEVICE}&tool=graphs&view=hour`);
  await page.locator('[data-sheet] canvas').first().waitFor();
  await page.waitForTimeout(2000);
  await page.locator('fieldset[tabindex]').focus();
}

async function measureAll() {
  const product = await startProduct();
  try {
    const page = await product.visit({ locale: 'gb', viewport: { width: 1440, height: 1400 } });
    let count = points;
    await watchInteractions(page);
    await page.addInitScript(watchPaints);
    await page.route('**/history?**', async (route) => {
      const { searchParams } = new URL(route.request().url());
      if (count === points) return route.fulfill({ json: answerOf(searchParams, count) });
      await new Promise((done) => setTimeout(done, SERVER_MS));
      return route.fulfill({ json: answerOf(searchParams, Number(searchParams.get('points'))) });
    });
    await enter(page, 'owner@demo.local');
    await openGraphs(page);

    // Each step is a range of its own: a range that was shown before is not requested again.
    const paints: number[] = [];
    for (let round = 0; round < rounds; round++)
      paints.push((await measureAnswer(page, () => page.keyboard.press('ArrowLeft'))).paintMs);

    const zoomed: number[] = [];
    for (let at = 0; at < zooms; at++) {
      const key = ['+', 'ArrowLeft', '-', 'ArrowRight'][at % 4] ?? '+';
      zoomed.push((await measure(page, () => page.keyboard.press(key))).paintMs);
    }

    count = 0;
    const years: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await openGraphs(page);
      const year = page.getByText('Year', { exact: true });
      years.push((await measureAnswer(page, () => year.click())).wholeMs);
    }
    return { paints, zoomed, years };
  } finally {
    await product.stop();
  }
}

const { paints: paint, zoomed: zoom, years: year } = await measureAll();
const ms = (list: number[], share: number) => percentile(list, share).toFixed(0);
report({
  name: 'graphs',
  what: `graphs in Chromium without a graphics card, 7 series of ${points} points with bands: answer to paint (reading, checking and drawing), ${zoom.length} zooms and moves by keys to the next paint, a year (480 points, server ${SERVER_MS} ms) from the click; ${LOAD_BEFORE}`,
  result: `painted p50 ${ms(paint, 0.5)} ms, p95 ${ms(paint, 0.95)} ms; zoom p50 ${ms(zoom, 0.5)} ms, p95 ${ms(zoom, 0.95)} ms; year p50 ${ms(year, 0.5)} ms, most ${ms(year, 1)} ms`,
  aim: `painted <= ${AIM.paintMs} ms, zoom p95 <= ${AIM.zoomMs} ms, year < ${AIM.yearMs} ms`,
});
const isReached =
  percentile(paint, 0.5) <= AIM.paintMs &&
  percentile(zoom, 0.95) <= AIM.zoomMs &&
  percentile(year, 1) < AIM.yearMs;
process.exit(isReached ? 0 : 1);
