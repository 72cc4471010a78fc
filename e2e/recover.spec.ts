import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { auth, profile, problem, mail } = texts.sk;
const EMAIL = 'zuzana@example.com';
const [OLD_PASSWORD, NEW_PASSWORD] = ['Studna123', 'Hladina456'];

/** Opens the latest mail to this address in the demo's mailbox and returns its link. */
async function openMail(page: Page, subject: string) {
  await page.goto('/auth/login');
  await page.getByRole('link', { name: auth.mailboxOpen }).click();
  const mail = page.getByRole('listitem').filter({ hasText: EMAIL }).filter({ hasText: subject }).first();
  await mail.getByText(subject).click();
  return mail.getByRole('link');
}

async function logIn(page: Page, password: string) {
  await page.goto('/auth/login');
  await page.getByLabel(auth.email).fill(EMAIL);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
}

it('R4.3d R3.4 a new user confirms the e-mail; a forgotten password is reset by a mailed link, which ends all sessions', async () => {
  const before = await product.visit();
  await before.request.post('/api/auth/register', {
    data: { email: EMAIL, password: OLD_PASSWORD, name: 'Zuzana', surname: 'Jasná', terms_accepted: true },
  });
  await logIn(before, OLD_PASSWORD);
  await before.waitForURL('**/admin/dashboard**');

  const unconfirmed = before.getByText(profile.unconfirmed.replace('{email}', EMAIL));
  await unconfirmed.waitFor();
  await (await openMail(before, mail.confirmEmail.subject)).click();
  await before.getByRole('button', { name: auth.submitConfirm }).click();
  await before.getByText(auth.confirmed).waitFor();
  await before.getByRole('link', { name: auth.toConsole }).click();
  await before.getByRole('heading', { level: 1 }).waitFor();
  expect(await unconfirmed.count()).toBe(0);

  const page = await product.visit();
  await page.goto('/auth/login');
  await page.getByRole('link', { name: auth.forgot }).click();
  await page.getByRole('heading', { name: auth.recover }).waitFor();
  await page.getByLabel(auth.email).fill(EMAIL);
  await page.getByRole('button', { name: auth.submitRecover }).click();
  await page.getByText(auth.recoverSent).waitFor();

  const mailed = await openMail(page, mail.resetPassword.subject);
  const link = (await mailed.getAttribute('href')) ?? '';
  expect(link).toContain(`${product.url}/recover-password#token=`);
  await mailed.click();
  await page.getByLabel(auth.newPassword, { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel(auth.passwordConfirmation, { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: auth.submitChange }).click();
  await page.getByText(auth.passwordChanged).waitFor();

  await before.waitForURL('**/auth/login**');
  await logIn(before, OLD_PASSWORD);
  await before.getByText(problem.LOGIN_BAD_CREDENTIALS).waitFor();
  await logIn(page, NEW_PASSWORD);
  await page.waitForURL('**/admin/dashboard**');

  await page.goto('/admin/profile');
  await page.getByLabel(profile.address).fill('Hlavná 1, Žilina');
  await page.getByRole('button', { name: profile.update }).click();
  await page.getByText(profile.updated).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel(profile.address).inputValue()).toBe('Hlavná 1, Žilina');

  await page.goto(link);
  await page.getByLabel(auth.newPassword, { exact: true }).fill(OLD_PASSWORD);
  await page.getByLabel(auth.passwordConfirmation, { exact: true }).fill(OLD_PASSWORD);
  await page.getByRole('button', { name: auth.submitChange }).click();
  await page.getByText(problem.RESET_PASSWORD_BAD_TOKEN).waitFor();
  await before.context().close();
  await page.context().close();
});
