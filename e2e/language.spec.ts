import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { login, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { app, common, dashboard, top } = texts.sk;
const ASSETS = new URL('../apps/console/dist/assets/', import.meta.url);
/** The Slovak texts of the shell. */
const shellTexts = readdirSync(ASSETS).find(
  (name) =>
    /^shell-.*\.js$/.test(name) && readFileSync(new URL(name, ASSETS), 'utf8').includes(dashboard.title),
);
const SHELL_TEXTS = `**/assets/${shellTexts}`;

/** A logged-in browser with a new empty page. */
async function visitLoggedIn() {
  const first = await product.visit();
  await login(first, 'owner@demo.local');
  const storageState = await first.context().storageState();
  await first.context().close();
  return product.visit({ storageState });
}

it('R1.1 texts behind the login are loaded after it, not before', async () => {
  const page = await product.visit();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/${shellTexts}`)) requested.push(request.url());
  });
  await page.goto('/auth/login', { waitUntil: 'networkidle' });
  expect(requested).toEqual([]);
  await login(page, 'owner@demo.local');
  await page.getByRole('heading', { name: dashboard.title, exact: true }).waitFor();
  expect(requested).toHaveLength(1);
  await page.context().close();
});

it('R1.1 while the texts load, the page shows a loading state and no key', async () => {
  const page = await visitLoggedIn();
  const arrival = Promise.withResolvers<void>();
  await page.route(SHELL_TEXTS, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/admin/dashboard');
  await page.getByText(app.loading).waitFor();
  expect(await page.locator('body').ariaSnapshot()).toBe(`- status: ${app.loading}`);
  expect(await page.title()).toBe(app.name);
  arrival.resolve();
  await page.getByRole('heading', { name: dashboard.title, exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${texts.sk.nav.dashboard} · MaNoBoard`);
  await page.context().close();
});

it('R1.1 when the texts fail to load, the page shows an error, and a retry loads them', async () => {
  const page = await visitLoggedIn();
  await page.route(SHELL_TEXTS, (route) => route.abort());
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: app.crash }).waitFor();
  await page.unroute(SHELL_TEXTS);
  await page.getByRole('button', { name: common.retry }).click();
  await page.getByRole('heading', { name: dashboard.title, exact: true }).waitFor();
  await page.context().close();
});

it('R1.1 another language chosen behind the login has all its texts and survives a reload', async () => {
  const page = await visitLoggedIn();
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: top.language }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: texts.gb.dashboard.title, exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: texts.gb.dashboard.title, exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.context().close();
});
