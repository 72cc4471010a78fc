import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '@manoboard/testkit/chromium';
import { freePort } from '@manoboard/testkit/free-port';
import { chromium } from 'playwright-core';
import { PASSWORD } from '../../e2e/reconnect/api-client.ts';
import { DEVICE, OWNER, startWorld } from '../../e2e/reconnect/world.ts';
import { readNumbers } from '../lib/options.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';

/** The login and the page of a device by Lighthouse, as a desktop and as its mobile preset; the median of `--runs`. */
const { runs } = readNumbers({ runs: 3 });
const FOLDER = 'LIGHTHOUSE_DIR';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const;
type Metric = (typeof METRICS)[number];

/** The used part of Lighthouse's types; it is not a dependency. */
interface Lighthouse {
  default: (
    url: string,
    flags: object,
    config: object | undefined,
  ) => Promise<{
    lhr: {
      categories: Record<Category, { score: number | null }>;
      audits: Record<Metric | 'total-byte-weight', { numericValue?: number }>;
    };
  }>;
  desktopConfig: object;
}

async function loadLighthouse(): Promise<Lighthouse> {
  const folder = resolve(process.env[FOLDER] ?? '');
  const file = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (process.env[FOLDER] && existsSync(file)) return import(pathToFileURL(file).href);
  console.error(
    `Lighthouse is no part of this project. Install it beside, and name the folder:\n  mkdir lighthouse && cd lighthouse && npm init -y && npm install lighthouse\n  ${FOLDER}=/path/to/lighthouse npm run bench -- lighthouse`,
  );
  process.exit(1);
}

const PAGES = [
  { name: 'login', form: 'desktop', path: '/auth/login', aim: [98, 100, 100, 100] },
  { name: 'device', form: 'desktop', path: `/admin/overview?device=${DEVICE}`, aim: [98, 100, 100, 100] },
  { name: 'login', form: 'mobile', path: '/auth/login', aim: [95, 100, 100, 100] },
  { name: 'device', form: 'mobile', path: `/admin/overview?device=${DEVICE}`, aim: [85, 100, 100, 100] },
] as const;

interface Run {
  scores: number[];
  metrics: number[];
  kilobytes: number;
}

const medians = (lists: readonly (readonly number[])[]) =>
  (lists[0] ?? []).map((_value, at) =>
    percentile(
      lists.map((list) => list[at] ?? Number.NaN),
      0.5,
    ),
  );

async function measure(lighthouse: Lighthouse, url: string, port: number, form: string): Promise<Run> {
  const flags = { port, logLevel: 'error', onlyCategories: [...CATEGORIES] };
  const { lhr } = await lighthouse.default(
    url,
    flags,
    form === 'desktop' ? lighthouse.desktopConfig : undefined,
  );
  return {
    scores: CATEGORIES.map((category) => Math.round(100 * (lhr.categories[category].score ?? 0))),
    metrics: METRICS.map((metric) => Math.round(lhr.audits[metric].numericValue ?? Number.NaN)),
    kilobytes: (lhr.audits['total-byte-weight'].numericValue ?? Number.NaN) / 1000,
  };
}

/** Lighthouse opens its tab in the default context, which only a second connection reaches. */
async function logIn(origin: string, port: number) {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = connected.contexts()[0];
  if (!context) throw new Error('Chromium has no default context.');
  const form = { username: OWNER, password: PASSWORD };
  await context.request.post(`${origin}/api/auth/jwt/login`, { form });
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
    return await measure(lighthouse, origin + path, port, form);
  } finally {
    await browser.close();
  }
}

const lighthouse = await loadLighthouse();
const world = await startWorld();
let isReached = true;
try {
  for (const page of PAGES) {
    const all: Run[] = [];
    for (let run = 0; run < runs; run++) all.push(await visitOnce(lighthouse, world.proxy.url, page));
    const scores = medians(all.map((run) => run.scores));
    const [fcp, lcp, tbt] = medians(all.map((run) => run.metrics));
    const [kilobytes = Number.NaN] = medians(all.map((run) => [run.kilobytes]));
    isReached &&= scores.every((score, at) => score >= (page.aim[at] ?? 0));
    report({
      name: `lighthouse ${page.name} ${page.form}`,
      what: `Lighthouse, ${page.form}, ${page.name} page, median of ${runs}: performance / accessibility / best practices / SEO; ${LOAD_BEFORE}`,
      result: `${scores.join(' / ')}; first paint ${fcp} ms, largest paint ${lcp} ms, blocked ${tbt} ms, ${kilobytes.toFixed(0)} kB`,
      aim: page.aim.join(' / '),
    });
  }
} finally {
  await world.stop();
}
process.exit(isReached ? 0 : 1);
