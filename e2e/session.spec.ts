import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, login, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { auth, overview } = texts.sk;

it('R3.8 when the session has expired, the page goes to login, and after login back to where it was', async () => {
  const page = await product.visit();
  await login(page, 'owner@demo.local');
  await page.goto('/admin/overview?device=MNB-DE0003');
  await page.getByRole('heading', { name: 'Skleník' }).waitFor();
  await page.request.post('/api/auth/jwt/logout', { headers: { origin: product.url } });
  await page.waitForURL('**/auth/login**');
  expect(await page.evaluate(() => localStorage.getItem('loggedIn'))).toBeNull();

  await page.getByLabel(auth.email).fill('owner@demo.local');
  await page.getByLabel(auth.password, { exact: true }).fill('Demo1234');
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
  await page.waitForURL('**/admin/overview?device=MNB-DE0003');
  await page.getByRole('heading', { name: overview.values }).waitFor();
  await page.context().close();
});

it('R1.5 after a login in another tab this tab shows nothing of the previous user', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0003');
  await page.getByRole('heading', { name: 'Skleník' }).waitFor();
  // A user without a role: staff may see the device of the URL.
  const password = 'Rybnik pri lese 7';
  const registration = { email: 'nova@example.com', password, name: 'Nora', surname: 'Nová' };
  const data = { ...registration, terms_accepted: true };
  expect((await page.request.post('/api/auth/register', { data })).ok()).toBe(true);
  const [other, atLogin] = [await page.context().newPage(), await page.context().newPage()];
  await atLogin.goto('/auth/login');
  await login(other, registration.email, 'sk', password);
  await page.getByRole('button', { name: 'nova Účet' }).waitFor();
  await atLogin.getByRole('button', { name: 'nova Účet' }).waitFor();
  expect(await page.getByText('Skleník').count()).toBe(0);
  await page.context().close();
});

it('R2.6 a visitor without a session is redirected to login from every page of the console', async () => {
  const page = await product.visit();
  for (const path of [
    '/admin/dashboard',
    '/admin/overview',
    '/admin/seller',
    '/admin/profile',
    '/anything',
  ]) {
    await page.goto(path);
    await page.waitForURL('**/auth/login**');
  }
  await page.context().close();
});

it('R3.3 a wrong password shows an error, and the typed input stays', async () => {
  const page = await product.visit();
  await page.goto('/auth/login');
  await page.getByLabel(auth.email).fill('owner@demo.local');
  await page.getByLabel(auth.password, { exact: true }).fill('Wrong1234');
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
  await page.getByText(texts.sk.problem.LOGIN_BAD_CREDENTIALS).waitFor();
  expect(await page.getByLabel(auth.email).inputValue()).toBe('owner@demo.local');
  await page.context().close();
});

it('R2.6 R7.1 roles open their pages, other users are redirected to the dashboard', async () => {
  const page = await product.visit();
  await login(page, 'seller@demo.local');
  await page.goto('/admin/seller');
  await page.getByRole('heading', { name: texts.sk.fleet.title, exact: true }).waitFor();
  await page.getByText('MNB-DE0004').first().waitFor();
  for (const path of ['/admin/technician', '/admin/super-seller/main-list']) {
    await page.goto(path);
    await page.waitForURL('**/admin/dashboard**');
  }
  await page.context().close();
});

it('R7.2 the pumps with old firmware are selected by two clicks, and their label filters the list', async () => {
  const { bulk, tab } = texts.sk.fleet;
  const page = await product.visit();
  await enter(page, 'seller@demo.local', '/admin/seller');
  const oldFirmware = page.getByRole('button', { name: tab.outdated });
  await oldFirmware.getByText(/^[1-9]/).waitFor();
  const clicks = await countClicks(page);
  await oldFirmware.click();
  await page.waitForURL('**/admin/seller?outdated=true');
  await page.getByRole('table').getByRole('checkbox').first().check();
  expect(await clicks()).toBe(2);
  const bar = page.getByRole('region', { name: bulk.title });
  expect(await bar.getByRole('status').textContent()).toMatch(/^[1-9]/);
  await bar.getByRole('button', { name: bulk.label, exact: true }).click();
  await page.getByLabel(bulk.newName.label, { exact: true }).fill('Jarný servis');
  await page.getByRole('button', { name: bulk.add.label }).click();
  await page.getByText(/^\d+ hotovo$/).waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/admin/seller?q=jarny');
  await page.getByText('MNB-DE0004').first().waitFor();
  await page.context().close();
});

/** Counts the clicks of a person from now on. */
async function countClicks(page: Page) {
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    document.addEventListener(
      'pointerdown',
      () => Object.assign(globalThis, { clicks: Reflect.get(globalThis, 'clicks') + 1 }),
      true,
    );
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'clicks') as number);
}

it('R2.5 an unknown path goes to the dashboard', async () => {
  const page = await product.visit();
  await login(page, 'owner@demo.local');
  await page.goto('/no/such/page');
  await page.waitForURL('**/admin/dashboard**');
  await page.context().close();
});
