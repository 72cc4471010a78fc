import { aRegistration } from '@manoboard/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { deviceAccess, deviceMenu, common, dashboard } = texts.sk;
const TECHNICIAN = 'technician@demo.local';

async function visit(email: string, path: string): Promise<Page> {
  const page = await product.visit();
  await enter(page, email, path);
  return page;
}
const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

/** Opens the menu of a device and chooses an item. */
async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: deviceMenu.opener.replace('{name}', name) }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

it('R4.3 R4.3b a delegated device appears on an open page with its end date; a revoked one disappears', async () => {
  const owner = await visit('owner@demo.local', '/admin/overview?device=MNB-DE0003');
  const technician = await visit(TECHNICIAN, '/admin/dashboard');
  await card(technician, 'Studňa – záhrada').waitFor();
  expect(await card(technician, 'Skleník').count()).toBe(0);

  const dialog = await choose(owner, 'Skleník', deviceMenu.delegate);
  await dialog.getByLabel(deviceAccess.delegate.email).fill('nobody@example.com');
  await dialog.getByRole('button', { name: deviceAccess.delegate.submit }).click();
  await dialog.getByText(texts.sk.problem.USER_NOT_FOUND).waitFor();
  await dialog.getByText(deviceAccess.delegate.failed).waitFor();
  const { email } = aRegistration();
  await owner.request.post('/api/auth/register', {
    data: aRegistration(),
    headers: { origin: product.url },
  });
  await dialog.getByLabel(deviceAccess.delegate.email).fill(email);
  await dialog.getByRole('button', { name: deviceAccess.delegate.submit }).click();
  await dialog.getByText(texts.sk.problem.USER_EMAIL_UNCONFIRMED).waitFor();
  await dialog.getByLabel(deviceAccess.delegate.email).fill(TECHNICIAN);
  await dialog.getByLabel(deviceAccess.delegate.end).fill('2099-12-31');
  await dialog.getByRole('button', { name: deviceAccess.delegate.submit }).click();
  await owner.getByText(deviceAccess.delegate.done.replace('{email}', TECHNICIAN)).waitFor();
  await dialog.getByText('31. 12. 2099').waitFor();
  await card(technician, 'Skleník').waitFor();

  await dialog.getByRole('button', { name: deviceAccess.list.revoke, exact: true }).click();
  await dialog.getByRole('button', { name: deviceAccess.list.revokeYes }).click();
  await card(technician, 'Skleník').waitFor({ state: 'detached' });
  await dialog.getByText(deviceAccess.list.nobody).waitFor();
  await owner.context().close();
  await technician.context().close();
});

it('R4.2 a new name appears on every open page; Escape closes a dialog and returns the focus to the menu', async () => {
  const owner = await visit('owner@demo.local', '/admin/overview?device=MNB-DE0001');
  const technician = await visit(TECHNICIAN, '/admin/dashboard');
  await card(technician, 'Studňa – záhrada').waitFor();
  const dialog = await choose(owner, 'Studňa – záhrada', deviceMenu.rename);
  await owner.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const menu = owner.getByRole('button', { name: deviceMenu.opener.replace('{name}', 'Studňa – záhrada') });
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);

  await choose(owner, 'Studňa – záhrada', deviceMenu.rename);
  await dialog.getByLabel(deviceAccess.rename.name).fill('Studňa za domom');
  await owner.keyboard.press('Enter');
  await owner.getByRole('heading', { name: 'Studňa za domom', level: 1 }).waitFor();
  await card(technician, 'Studňa za domom').waitFor();
  await owner.context().close();
  await technician.context().close();
});

it('R4.2 a device is transferred to another owner, who gives it up after a confirmation', async () => {
  const newOwner = await visit('seller@demo.local', '/admin/dashboard');
  await newOwner.getByText(dashboard.empty).waitFor();
  const owner = await visit('owner@demo.local', '/admin/overview?device=MNB-DE0002');
  const dialog = await choose(owner, 'Bytový dom A', deviceMenu.transfer);
  await dialog.getByLabel(deviceAccess.transfer.email).fill('seller@demo.local');
  await dialog.getByRole('button', { name: deviceAccess.transfer.submit }).click();
  await owner.waitForURL('**/admin/dashboard**');
  await card(owner, 'Bytový dom A').waitFor({ state: 'detached' });

  await card(newOwner, 'MNB-DE0002').click();
  const question = await choose(newOwner, 'MNB-DE0002', deviceMenu.remove);
  await question.getByRole('button', { name: common.cancel }).click();
  await question.waitFor({ state: 'detached' });
  await choose(newOwner, 'MNB-DE0002', deviceMenu.remove);
  await question.getByRole('button', { name: deviceAccess.remove.submit, exact: true }).click();
  await newOwner.getByText(dashboard.empty).waitFor();
  await owner.context().close();
  await newOwner.context().close();
});
