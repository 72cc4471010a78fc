import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, type Product, startProduct } from '../product.ts';
import { stopDelayedLoads } from './screen-checks.ts';
import { PROTECTED, PUBLIC, routeShown } from './site-routes.ts';

const DIST = new URL('../../apps/console/dist/', import.meta.url);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Pages with a test in `delivery.spec.ts`, and other addresses of the same component. */
const MEASURED = /^\/(auth\/login|404\/(?!simple))|\/(overview|main-list|progress-bars|icons\/pump)\b/;

const built = new Map<string, number>();
/** Gzip kilobytes of a file of the build. */
function builtKilobytes(path: string): number {
  const known = built.get(path) ?? gzipSync(readFileSync(new URL(`.${path}`, DIST))).length / 1000;
  built.set(path, known);
  return known;
}

/** The shell and the page of a pump are one file, and so is what a pump did: fewer files cost a phone less than their bytes. */
const MOST_KB = 335;

it(`every route loads at most ${MOST_KB} kB of script at first (gzip)`, async () => {
  const page = await product.visit();
  await stopDelayedLoads(page);
  const devTools = await page.context().newCDPSession(page);
  let loaded = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname);
  });
  const tooLarge: string[] = [];
  let who: string | undefined;
  for (const route of [...PUBLIC, ...PROTECTED].filter(({ path }) => !MEASURED.test(path))) {
    const wanted = PROTECTED.includes(route) ? (route.roles ? 'super' : 'owner') : undefined;
    if (wanted && wanted !== who) await enter(page, `${wanted}@demo.local`);
    who = wanted;
    // Leaves the last page first, so that its delayed loads are not counted.
    await page.goto('about:blank');
    await devTools.send('Network.clearBrowserCache');
    loaded = new Set();
    await page.goto(route.path);
    await routeShown(page, route, 'sk');
    const kilobytes = [...loaded].reduce((sum, script) => sum + builtKilobytes(script), 0);
    expect(kilobytes, route.path).toBeGreaterThan(100);
    if (kilobytes > MOST_KB) tooLarge.push(`${route.path}: ${kilobytes.toFixed(1)} kB`);
  }
  expect(tooLarge).toEqual([]);
  await page.context().close();
});
