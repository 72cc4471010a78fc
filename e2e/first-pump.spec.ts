import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningAnimations, showMotion } from './motion.ts';
import { enter, login, type Product, startProduct } from './product.ts';
import { controlsCard, motorIs, pumpSwitch, waterCard } from './pump-page.ts';
import { installClock } from './stopped-clock.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { auth, pump, dashboard, top } = texts.sk;

it('R3.1 R3.3 a user signs up, logs in, has no device yet, and logs out after a confirmation (R1.5)', async () => {
  const page = await product.visit();
  await page.goto('/');
  await page
    .getByRole('link', { name: auth.signup })
    .or(page.getByRole('tab', { name: auth.signup }))
    .click();
  await page.getByLabel(auth.name, { exact: true }).fill('Eva');
  await page.getByLabel(auth.surname).fill('Vodná');
  await page.getByLabel(auth.email).fill('eva@example.com');
  await page.getByLabel(auth.password, { exact: true }).fill('Studna123');
  await page.getByLabel(auth.passwordConfirmation, { exact: true }).fill('Studna123');
  await page.getByLabel(auth.terms).check();
  await page.getByRole('button', { name: auth.submitSignup }).click();
  await page.getByText(auth.registerSuccess).waitFor();

  await page.getByLabel(auth.password, { exact: true }).fill('Studna123');
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
  await page.getByText(auth.loginSuccess).waitFor();
  await page.getByText(dashboard.empty).waitFor();

  await page.getByRole('button', { name: top.account }).click();
  await page.getByRole('button', { name: top.logout }).click();
  await page.getByRole('dialog').getByText(top.logoutConfirm).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: top.logout }).click();
  await page.waitForURL('**/auth/login');
  expect((await page.request.get('/api/users/me')).status()).toBe(401);
  await page.context().close();
});

it('R5.1 R5.3 the owner sees a running pump, switches it off, and its gear stops; then on again', async () => {
  const page = await product.visit();
  await showMotion(page);
  await installClock(page);
  await login(page, 'owner@demo.local');
  await page.getByRole('main').getByRole('link', { name: 'Studňa – záhrada' }).click();
  await motorIs(page, 'running').waitFor();
  await expect.poll(() => runningAnimations(waterCard(page), 'rotate')).toBe(1);

  const control = pumpSwitch(page);
  expect(await control.isChecked()).toBe(true);
  await control.click();
  await motorIs(page, 'stopped').waitFor();
  expect(await control.isChecked()).toBe(false);
  await expect.poll(() => runningAnimations(waterCard(page), 'rotate')).toBe(0);

  await page.clock.fastForward(5000);
  await control.click();
  await motorIs(page, 'running').waitFor();
  await expect.poll(() => runningAnimations(waterCard(page), 'rotate')).toBe(1);
  await page.context().close();
});

it('R5.2 a pump under keypad control shows it and cannot be switched', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Chata Donovaly' }).click();
  await controlsCard(page).getByText(pump.localControl).waitFor();
  expect(await pumpSwitch(page).isDisabled()).toBe(true);
  await page.context().close();
});

it('two users see the same pump: one switches it off, the other sees it stopped', async () => {
  const [owner, technician] = [await product.visit(), await product.visit({ locale: 'gb' })];
  const path = '/admin/dashboard?device=MNB-DE0001';
  await enter(owner, 'owner@demo.local', path);
  await enter(technician, 'technician@demo.local', path);
  await motorIs(technician, 'running', texts.gb).waitFor();
  await pumpSwitch(owner).click();
  await motorIs(technician, 'stopped', texts.gb).waitFor();
  await owner.context().close();
  await technician.context().close();
});
