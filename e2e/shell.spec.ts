import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shootAll } from './pictures.ts';
import { enter, login, type Product, startProduct } from './product.ts';
import { pumpSwitch } from './pump-page.ts';
import { screens } from './screens/screens.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

it('npm run cli -- shots: two dialogs of one page in sequence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-shots-'));
  const wanted = screens.filter(({ name }) => name === 'rename' || name === 'transfer');
  await shootAll(product, folder, wanted, [{ width: 390, colorScheme: 'dark', locale: 'gb' }]);
  expect((await readdir(folder)).sort()).toEqual(['rename-390-dark-gb.png', 'transfer-390-dark-gb.png']);
  await rm(folder, { recursive: true });
}, 120_000);

it('R1.1 R1.9b the language changes without a reload, survives one, and numbers follow it', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0001');
  await page
    .getByText(/\d,\d+ ?bar/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: texts.sk.top.language }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: texts.gb.overview.values, exact: true }).waitFor();
  await page
    .getByText(/\d\.\d+ ?bar/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByRole('heading', { name: texts.gb.overview.values, exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  // R1.1: the language is stored in the account, so reset it for the next tests.
  const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('button', { name: texts.gb.top.language }).click();
  await page.getByRole('button', { name: 'Slovenčina' }).click();
  await isSaved;
  await page.context().close();
});

it('R1.3 R1.6 on a phone the menu is a drawer, and the name is shown without its domain', async () => {
  const page = await product.visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await login(page, 'owner@demo.local');
  const nav = page.getByRole('navigation', { name: texts.sk.nav.label });
  expect(await nav.isVisible()).toBe(false);
  await page.getByRole('button', { name: texts.sk.nav.open }).click();
  await nav.getByRole('link', { name: texts.sk.nav.overview }).click();
  await page.waitForURL('**/admin/overview**');
  await page.getByText('owner', { exact: true }).first().waitFor();
  // R4.15: several devices and no selection yet.
  await page.getByRole('option', { name: 'Studňa – záhrada' }).click();
  const bottom = async () => {
    const box = await pumpSwitch(page).boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(bottom).toBeLessThan(844);
  await page.context().close();
});

it('R1.6 with forced colors the selected tab, entry of the menu and filter differ from the others', async () => {
  const page = await product.visit({ forcedColors: 'active' });
  await enter(page, 'technician@demo.local', '/admin/overview?device=MNB-DE0001');
  const { deviceTools, nav } = texts.sk;
  const tell = async (chosen: Locator, other: Locator) => {
    const [one, another] = await Promise.all(
      [chosen, other].map((element) =>
        element.first().evaluate((shown) => getComputedStyle(shown).backgroundColor),
      ),
    );
    expect(one).not.toBe(another);
  };
  const tabs = page.getByRole('navigation', { name: deviceTools.tabs });
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true });
  await tell(tab(deviceTools.now), tab(deviceTools.graphs));
  const entry = (name: string) =>
    page.getByRole('navigation', { name: nav.label }).getByRole('link', { name, exact: true });
  await tell(entry(nav.overview), entry(nav.dashboard));
  await page.goto('/admin/alerts');
  await tell(page.getByRole('button', { pressed: true }), page.getByRole('button', { pressed: false }));
  await page.context().close();
});

it('R7.1 R7.4 the first job of a technician takes no click, why a pump does not run one, and an undo one', async () => {
  const { work, alertPage, alerts } = texts.sk;
  const technician = await product.visit({ viewport: { width: 1440, height: 900 } });
  await login(technician, 'technician@demo.local');
  await technician.waitForURL('**/admin/technician');
  await technician.getByRole('region', { name: work.group.now }).waitFor();
  // The evidence and the next step of the most urgent job.
  await technician.getByRole('region', { name: alertPage.judged }).waitFor();
  await technician.getByRole('region', { name: alertPage.next }).waitFor();
  await technician.goto('/admin/dashboard');
  await technician.waitForURL('**/admin/dashboard');
  await technician.context().close();

  const page = await product.visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await enter(page, 'owner@demo.local', '/admin/alerts');
  const tripped = page
    .getByRole('region', { name: alerts.group.harm })
    .getByRole('link', { name: /podpätie/i });
  await tripped.click();
  await page
    .getByText(/Menič sa vypol/)
    .first()
    .waitFor();
  const reset = page.getByRole('link', { name: alertPage.reset });
  await reset.waitFor();
  expect((await reset.boundingBox())?.y).toBeLessThan(844);

  await page.getByRole('button', { name: alertPage.resolve }).click();
  await page.getByRole('dialog').getByRole('button', { name: alerts.resolve, exact: true }).click();
  await page.getByRole('button', { name: alertPage.ended.reopen }).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${alerts.undo}`) }).click();
  await reset.waitFor();
  await page.getByText(alertPage.progress.did.reopened.split('{')[0] ?? '').waitFor();
  await page.context().close();
});
