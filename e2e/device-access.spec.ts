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
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: dashboard.choose }).getByRole('link', { name });

interface WithSeen {
  seenAt: Promise<number>;
}
/** When a card comes or goes, by the page's own look: that a busy machine asks late says nothing of the product. */
async function watchCard(page: Page, name: string, isThere: boolean): Promise<() => Promise<number>> {
  await page.evaluate(
    (wanted) => {
      const seenAt = new Promise<number>((done) => {
        const look = () => {
          const links = [...document.querySelectorAll('main a')];
          if (links.some(({ textContent }) => textContent.includes(wanted.name)) === wanted.isThere)
            done(Date.now());
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
      Object.assign(globalThis, { seenAt } satisfies WithSeen);
    },
    { name, isThere },
  );
  return () => page.evaluate(() => (globalThis as unknown as WithSeen).seenAt);
}
/** When the server has said yes to this. */
async function agreedAt(page: Page, method: string): Promise<number> {
  await page.waitForResponse((response) => response.request().method() === method && response.ok());
  return Date.now();
}

/** Opens the menu of a device and chooses from it. */
async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: deviceMenu.opener.replace('{name}', name) }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

it('R4.3 R4.3b what is delegated is there at once, with its end; what is revoked is gone within a second', async () => {
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
  const cameAt = await watchCard(technician, 'Skleník', true);
  const givenAt = agreedAt(owner, 'POST');
  await dialog.getByRole('button', { name: deviceAccess.delegate.submit }).click();
  await owner.getByText(deviceAccess.delegate.done.replace('{email}', TECHNICIAN)).waitFor();
  await dialog.getByText('31. 12. 2099').waitFor();
  expect((await cameAt()) - (await givenAt)).toBeLessThanOrEqual(2000);

  await dialog.getByRole('button', { name: deviceAccess.list.revoke, exact: true }).click();
  const goneAt = await watchCard(technician, 'Skleník', false);
  const takenAt = agreedAt(owner, 'DELETE');
  await dialog.getByRole('button', { name: deviceAccess.list.revokeYes }).click();
  expect((await goneAt()) - (await takenAt)).toBeLessThanOrEqual(1000);
  await dialog.getByText(deviceAccess.list.nobody).waitFor();
  await owner.context().close();
  await technician.context().close();
});

it('R4.2 a new name is on every open page; Escape leaves a dialog and the focus returns to the menu', async () => {
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
  const renamedAt = await watchCard(technician, 'Studňa za domom', true);
  const namedAt = agreedAt(owner, 'PATCH');
  await owner.keyboard.press('Enter');
  await owner.getByRole('heading', { name: 'Studňa za domom', level: 1 }).waitFor();
  expect((await renamedAt()) - (await namedAt)).toBeLessThanOrEqual(2000);
  await owner.context().close();
  await technician.context().close();
});

it('R4.2 a device is handed over to another owner, who gives it up after a question', async () => {
  const heir = await visit('seller@demo.local', '/admin/dashboard');
  await heir.getByText(dashboard.empty).waitFor();
  const owner = await visit('owner@demo.local', '/admin/overview?device=MNB-DE0002');
  const dialog = await choose(owner, 'Bytový dom A', deviceMenu.transfer);
  await dialog.getByLabel(deviceAccess.transfer.email).fill('seller@demo.local');
  await dialog.getByRole('button', { name: deviceAccess.transfer.submit }).click();
  await owner.waitForURL('**/admin/dashboard**');
  await card(owner, 'Bytový dom A').waitFor({ state: 'detached' });

  await card(heir, 'MNB-DE0002').click();
  const question = await choose(heir, 'MNB-DE0002', deviceMenu.remove);
  await question.getByRole('button', { name: common.cancel }).click();
  await question.waitFor({ state: 'detached' });
  await choose(heir, 'MNB-DE0002', deviceMenu.remove);
  await question.getByRole('button', { name: deviceAccess.remove.submit, exact: true }).click();
  await heir.getByText(dashboard.empty).waitFor();
  await owner.context().close();
  await heir.context().close();
});
