import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Requests to other origins, and console errors. */
function recordProblems(page: Page) {
  const foreign: string[] = [];
  const consoleErrors: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${product.url}/`) && !/^(data|blob):/.test(url)) foreign.push(url);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return { foreign, consoleErrors };
}

it('/api/docs shows every call at 1440 and 390 px, sends no request elsewhere, and can try a call', async () => {
  const page = await product.visit({ viewport: { width: 1440, height: 900 } });
  const { foreign, consoleErrors } = recordProblems(page);
  await page.goto('/api/docs');
  await page.getByText('Create an account').waitFor();
  const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const calls = Object.values(document.paths).flatMap((path) => Object.keys(path));
  // The viewer renders only the visible calls of a long list.
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      for (const id of await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id)))
        seen.add(id);
      await page.evaluate(() => window.scrollBy(0, window.innerHeight / 2));
      return seen.size;
    })
    .toBe(calls.length);

  await page.getByText('Liveness of the process').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  const answered = page.waitForResponse(`${product.url}/healthz`);
  await page.getByRole('button', { name: 'Execute', exact: true }).click();
  expect((await answered).status()).toBe(200);

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await page.evaluate(() => window.document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/api-docs-${width}.png` });
  }
  expect(foreign).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await page.context().close();
});

it('every other page has the strict content security policy', async () => {
  for (const path of ['/', '/api/openapi.json', '/api/docs/viewer.js']) {
    const { headers } = await fetch(product.url + path);
    expect(headers.get('content-security-policy'), path).not.toMatch(/unsafe|\*|https?:/);
  }
});
