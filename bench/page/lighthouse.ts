import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '@manoboard/testkit/chromium';
import { freePort } from '@manoboard/testkit/free-port';
import { chromium } from 'playwright-core';
import { PASSWORD } from '../../e2e/reconnect/api-client.ts';
import { DEVICE, OWNER, type World } from '../../e2e/reconnect/world.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';

const FOLDER = process.env.LIGHTHOUSE_DIR;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const;
type Metric = (typeof METRICS)[number] | 'total-byte-weight';

/** The used part of Lighthouse's types; it is not a dependency. */
interface Lighthouse {
  default: (
    url: string,
    flags: object,
    config: object | undefined,
  ) => Promise<{
    lhr: {
      categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
      audits: Record<Metric, { numericValue?: number }>;
    };
  }>;
  desktopConfig: object;
}

const PAGES = [
  { name: 'login', form: 'desktop', path: '/auth/login', aim: [98, 100, 100, 100] },
  { name: 'device', form: 'desktop', path: `/admin/overview?device=${DEVICE}`, aim: [98, 100, 100, 100] },
  { name: 'login', form: 'mobile', path: '/auth/login', aim: [95, 100, 100, 100] },
  { name: 'device', form: 'mobile', path: `/admin/overview?device=${DEVICE}`, aim: [85, 100, 100, 100] },
] as const;

const medians = (lists: readonly (readonly number[])[]) =>
  (lists[0] ?? []).map((_value, at) =>
    percentile(
      lists.map((list) => list[at] ?? Number.NaN),
      0.5,
    ),
  );

/** Lighthouse opens its tab in the default context, which only a second connection reaches. */
async function logIn(origin: string, port: number) {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = connected.contexts()[0];
  if (!context) throw new Error('Chromium has no default context.');
  await context.request.post(`${origin}/api/auth/jwt/login`, {
    form: { username: OWNER, password: PASSWORD },
  });
  const page = await context.newPage();
  await page.goto(`${origin}/admin/profile`);
  await page.waitForFunction(() => localStorage.getItem('loggedIn') !== null);
  // One page stays open: closing the last one would drop the session.
  await page.goto('about:blank');
}

/** A new browser for each run: nothing is cached, and the device page has a logged-in session. */
async function visitOnce(
  lighthouse: Lighthouse,
  origin: string,
  { name, form, path }: (typeof PAGES)[number],
) {
  const port = await freePort();
  const browser = await launchChromium({ args: [`--remote-debugging-port=${port}`] });
  try {
    if (name === 'device') await logIn(origin, port);
    const flags = { port, logLevel: 'error', onlyCategories: [...CATEGORIES] };
    const config = form === 'desktop' ? lighthouse.desktopConfig : undefined;
    const { lhr } = await lighthouse.default(origin + path, flags, config);
    const metricOf = (metric: Metric) => Math.round(lhr.audits[metric].numericValue ?? Number.NaN);
    return {
      scores: CATEGORIES.map((category) => Math.round(100 * (lhr.categories[category].score ?? 0))),
      metrics: [...METRICS.map(metricOf), metricOf('total-byte-weight') / 1000],
    };
  } finally {
    await browser.close();
  }
}

/** The login and the page of a device by Lighthouse, as a desktop and as its mobile preset; the median of three. */
export async function runLighthouse({ proxy }: World): Promise<boolean> {
  const file = join(resolve(FOLDER ?? ''), 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!FOLDER || !existsSync(file)) {
    console.log(
      'Lighthouse is left out: install it in a folder of its own (npm install lighthouse), and name that in LIGHTHOUSE_DIR.',
    );
    return true;
  }
  const lighthouse: Lighthouse = await import(pathToFileURL(file).href);
  let isReached = true;
  for (const page of PAGES) {
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await visitOnce(lighthouse, proxy.url, page));
    const scores = medians(runs.map((run) => run.scores));
    const [fcp, lcp, tbt, kilobytes = Number.NaN] = medians(runs.map((run) => run.metrics));
    isReached &&= scores.every((score, at) => score >= (page.aim[at] ?? 0));
    report({
      name: `lighthouse ${page.name} ${page.form}`,
      what: `Lighthouse, ${page.form}, ${page.name} page, median of 3: performance / accessibility / best practices / SEO; ${LOAD_BEFORE}`,
      result: `${scores.join(' / ')}; first paint ${fcp} ms, largest paint ${lcp} ms, blocked ${tbt} ms, ${kilobytes.toFixed(0)} kB`,
      aim: page.aim.join(' / '),
    });
  }
  return isReached;
}
