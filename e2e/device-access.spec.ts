import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { deviceAccess, deviceMenu, sharing, invitation, common, dashboard } = texts.sk;
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

it('R4.3 R4.3b a shared device appears on an open page with its end date; a revoked one disappears', async () => {
  const owner = await visit('owner@demo.local', '/admin/overview?device=MNB-DE0003');
  const technician = await visit(TECHNICIAN, '/admin/dashboard');
  await card(technician, 'Studňa – záhrada').waitFor();
  expect(await card(technician, 'Skleník').count()).toBe(0);

  const dialog = await choose(owner, 'Skleník', deviceMenu.delegate);
  await dialog.getByRole('radio', { name: sharing.levels.full.name, exact: true }).check();
  await dialog.getByLabel(sharing.email).fill('nobody@example.com');
  await dialog.getByRole('button', { name: sharing.submit }).click();
  await dialog.getByText(texts.sk.problem.USER_NOT_FOUND).waitFor();
  await dialog.getByLabel(sharing.email).fill(TECHNICIAN);
  await dialog.getByRole('radio', { name: sharing.spans.date }).check({ force: true });
  await dialog.getByLabel(deviceAccess.delegate.end).fill('2099-12-31');
  await dialog.getByRole('button', { name: sharing.submit }).click();
  await owner.getByText(sharing.shared.replace('{email}', TECHNICIAN)).waitFor();
  await card(technician, 'Skleník').waitFor();

  const people = await choose(owner, 'Skleník', deviceMenu.people);
  await people.getByText('31. 12. 2099').waitFor();
  await people.getByRole('button', { name: sharing.levels.full.short }).click();
  await people.getByRole('button', { name: deviceAccess.list.revokeYes }).click();
  await people.getByRole('alert').waitFor();
  await people.getByRole('button', { name: deviceAccess.list.revokeYes }).click();
  await card(technician, 'Skleník').waitFor({ state: 'detached' });
  await owner.context().close();
  await technician.context().close();
});

it('R4.18 sharing with a son takes 3 clicks and the address; a person without an account accepts a link after the login', async () => {
  const owner = await visit('owner@demo.local', '/admin/overview?device=MNB-DE0003');
  const clicks: string[] = [];
  await owner.exposeFunction('countClick', (what: string) => clicks.push(what));
  await owner.evaluate(() =>
    document.addEventListener('click', (event) => {
      const { countClick } = window as unknown as { countClick: (what: string) => void };
      // A click on a label is one of the person and one of the browser.
      if (event.isTrusted && event.detail > 0) countClick(String((event.target as Element).tagName));
    }),
  );
  await owner.getByRole('button', { name: deviceMenu.delegate, exact: true }).first().click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel(sharing.email).fill('syn@example.com');
  await dialog.getByText(sharing.levels.switch.name, { exact: true }).click();
  await dialog.getByRole('button', { name: sharing.submit }).click();
  await owner.getByText(sharing.invited.replace('{email}', 'syn@example.com')).waitFor();
  expect(clicks.filter((tag) => tag !== 'INPUT').length).toBeLessThanOrEqual(3);

  const again = await choose(owner, 'Skleník', deviceMenu.delegate);
  await again.getByRole('radio', { name: sharing.levels.watch.name, exact: true }).check();
  await again.getByRole('button', { name: sharing.copyLink }).click();
  const link = await again.getByLabel(sharing.link).inputValue();
  const son = await product.visit();
  await son.goto(link);
  await son.getByRole('heading', { name: invitation.title.replace('{device}', 'Skleník') }).waitFor();
  await son.getByRole('link', { name: invitation.login }).click();
  await son.getByLabel(texts.sk.auth.email).fill('seller@demo.local');
  await son.getByLabel(texts.sk.auth.password, { exact: true }).fill('Demo1234');
  await son.getByRole('button', { name: texts.sk.auth.submitLogin, exact: true }).click();
  await son.getByRole('button', { name: invitation.accept }).click();
  await son.waitForURL(/overview\?device=MNB-DE0003/);
  // The tests below expect a seller without a device.
  const list = '/api/users-devices/MNB-DE0003/delegations';
  const people: { user_id: number }[] = await (await owner.request.get(list)).json();
  for (const { user_id } of people)
    await owner.request.delete(`${list}/${user_id}`, { headers: { origin: product.url } });
  await owner.context().close();
  await son.context().close();
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
