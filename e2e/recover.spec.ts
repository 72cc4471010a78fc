import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { auth, profile, problem } = texts.sk;
const EMAIL = 'zuzana@example.com';
const [OLD_PASSWORD, NEW_PASSWORD] = ['Studna123', 'Hladina456'];

/** The link of the mail that the server has left in its folder. */
const mailedLink = () =>
  waitFor(
    async () => {
      const folder = join(product.dataDir, 'mail');
      const mails = await Promise.all(
        (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
      );
      const mail = mails.find((text) => text.includes(`To: ${EMAIL}`));
      return mail?.match(/^https?:\S+$/m)?.[0];
    },
    { what: 'a mail with a link' },
  );

async function logIn(page: Awaited<ReturnType<Product['visit']>>, password: string) {
  await page.goto('/auth/login');
  await page.getByLabel(auth.email).fill(EMAIL);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
}

it('R3.4 somebody who forgot the password gets a link, sets a new one, and whoever was logged in is out', async () => {
  const before = await product.visit();
  await before.request.post('/api/auth/register', {
    data: { email: EMAIL, password: OLD_PASSWORD, name: 'Zuzana', surname: 'Jasná', terms_accepted: true },
  });
  await logIn(before, OLD_PASSWORD);
  await before.waitForURL('**/admin/dashboard**');

  const page = await product.visit();
  await page.goto('/auth/login');
  await page.getByRole('link', { name: auth.forgot }).click();
  await page.getByRole('heading', { name: auth.recover }).waitFor();
  await page.getByLabel(auth.email).fill(EMAIL);
  await page.getByRole('button', { name: auth.submitRecover }).click();
  await page.getByText(auth.recoverSent).waitFor();

  const link = await mailedLink();
  expect(link).toContain(`${product.url}/recover-password?token=`);
  await page.goto(link);
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
