import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopDelayedLoads } from './looks/screen-checks.ts';
import { login, type Product, startProduct } from './product.ts';
import { controlsCard, waterCard } from './pump-page.ts';
import { texts } from './texts.ts';

const DIST = new URL('../apps/console/dist/', import.meta.url);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Gzip kilobytes by kind of a first visit to this page. */
async function firstLoad(page: Page, visit: () => Promise<unknown>) {
  const kilobytes = { script: 0, stylesheet: 0, font: 0 };
  const bodies: Promise<void>[] = [];
  const weigh = (response: Response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return;
    const count = (body: Buffer) => {
      kilobytes[kind] += (kind === 'font' ? body.length : gzipSync(body).length) / 1000;
    };
    bodies.push(response.body().then(count));
  };
  page.on('response', weigh);
  await visit();
  page.off('response', weigh);
  await Promise.all(bodies);
  return kilobytes;
}

describe('bytes of a first load (gzip)', () => {
  it('login: at most 170 kB of script, 32 of style, 30 of fonts', async () => {
    const page = await product.visit();
    await stopDelayedLoads(page);
    const load = await firstLoad(page, async () => {
      await page.goto('/auth/login');
      await page.getByRole('button', { name: texts.sk.auth.submitLogin, exact: true }).waitFor();
      await page.waitForLoadState('load');
    });
    expect(load.script).toBeLessThanOrEqual(170);
    expect(load.stylesheet).toBeLessThanOrEqual(32);
    expect(load.font).toBeLessThanOrEqual(30);
    await page.context().close();
  });

  it('a device: at most 240 kB of script, 32 of style, 30 of fonts', async () => {
    const first = await product.visit();
    await login(first, 'owner@demo.local');
    const page = await product.visit({ storageState: await first.context().storageState() });
    await stopDelayedLoads(page);
    // The values are folded at first.
    await page.addInitScript(() => localStorage.removeItem('values-open'));
    const load = await firstLoad(page, async () => {
      await page.goto('/admin/overview?device=MNB-DE0001');
      await waterCard(page).getByText('bar', { exact: true }).waitFor();
      await controlsCard(page).getByRole('spinbutton').waitFor();
    });
    expect(load.script).toBeGreaterThan(50);
    expect(load.script).toBeLessThanOrEqual(240);
    expect(load.stylesheet).toBeLessThanOrEqual(32);
    expect(load.font).toBeLessThanOrEqual(30);
    await first.context().close();
    await page.context().close();
  });
});

it('assets are precompressed and cached for a year, the page itself is not cached', async () => {
  const page = await fetch(product.url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(page.headers.get('cache-control')).toBe('no-store');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const { headers } = await fetch(product.url + script, { headers: { 'accept-encoding': accepted } });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('cache-control')).toContain('immutable');
  }
});

it('the service worker and the manifest are never served from a cache, and the worker may only fetch from this origin', async () => {
  const worker = await fetch(`${product.url}/app-worker.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toContain('javascript');
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  const manifest = await fetch(`${product.url}/manifest.webmanifest`);
  expect(manifest.headers.get('cache-control')).toBe('no-cache');
  expect(manifest.headers.get('content-type')).toContain('manifest+json');
  const { icons, ...app }: { icons: { src: string }[] } = await manifest.json();
  expect(app).toMatchObject({ name: 'MaNoBoard', display: 'standalone', scope: '/', lang: 'sk' });
  for (const { src } of [...icons, { src: '/apple-touch-icon.png' }])
    expect((await fetch(product.url + src)).headers.get('content-type'), src).toMatch(/^image\//);
});

it('the content security policy allows no inline and no foreign sources', async () => {
  const [first, second] = await Promise.all([fetch(product.url), fetch(product.url)]);
  const policy = first.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(policy).not.toBe(second.headers.get('content-security-policy'));
});

it('only the QR reader may use WebAssembly, and only the worker of the stream may connect', async () => {
  const assets = await readdir(new URL('assets/', DIST));
  const policies = new Map<string, string[]>();
  for (const name of assets.filter((name) => !/\.(br|gz)$/.test(name))) {
    const { headers } = await fetch(`${product.url}/assets/${name}`);
    const policy = headers.get('content-security-policy') ?? '';
    policies.set(policy, [...(policies.get(policy) ?? []), name]);
  }
  expect([...policies.keys()].sort()).toEqual([
    "default-src 'none'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "default-src 'none';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  ]);
  const filesOf = (part: string) => [...policies].find(([policy]) => policy.includes(part))?.[1];
  expect(filesOf('wasm')).toEqual([expect.stringMatching(/^qr-worker-/)]);
  expect(filesOf("'none'; connect-src")).toEqual([expect.stringMatching(/^stream-worker-/)]);
});

it('the page has a description, and robots.txt excludes the API', async () => {
  const html = await (await fetch(product.url)).text();
  expect(html).toMatch(/<meta name="description" content="[^"]{50,160}" \/>/);
  const robots = await fetch(`${product.url}/robots.txt`);
  expect(robots.headers.get('content-type')).toContain('text/plain');
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /api/\n');
});

it('an unknown path below /assets or /api gives 404, not the page', async () => {
  for (const path of ['/assets/nothing.js', '/api/nothing'])
    expect((await fetch(product.url + path)).status).toBe(404);
});
