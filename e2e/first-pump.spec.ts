import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningAnimations, showMotion } from './motion.ts';
import { enter, login, type Product, startProduct } from './product.ts';
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
  await page.getByRole('link', { name: 'Studňa – záhrada' }).click();
  const card = page.getByRole('region', { name: pump.title });
  // Until then it is the card of the previously shown device.
  await card.getByRole('heading', { name: 'Studňa – záhrada' }).waitFor();
  await card.getByText(pump.state.running, { exact: true }).waitFor();
  await expect.poll(() => runningAnimations(card, 'rotate')).toBe(1);

  const control = card.getByRole('switch', { name: pump.title });
  expect(await control.isChecked()).toBe(true);
  await control.click();
  await card.getByText(pump.state.stopped, { exact: true }).waitFor();
  expect(await control.isChecked()).toBe(false);
  await expect.poll(() => runningAnimations(card, 'rotate')).toBe(0);

  await page.clock.fastForward(5000);
  await control.click();
  await card.getByText(pump.state.running, { exact: true }).waitFor();
  await expect.poll(() => runningAnimations(card, 'rotate')).toBe(1);
  await page.context().close();
});

it('R5.2 a pump under keypad control shows it and cannot be switched', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/dashboard');
  await page.getByRole('link', { name: 'Chata Donovaly' }).click();
  const card = page.getByRole('region', { name: pump.title });
  await card.getByText(pump.localControl).waitFor();
  expect(await card.getByRole('switch', { name: pump.title }).isDisabled()).toBe(true);
  await page.context().close();
});

it('two users see the same pump: one switches it off, the other sees it stopped', async () => {
  const [owner, technician] = [await product.visit(), await product.visit({ locale: 'gb' })];
  const path = '/admin/dashboard?device=MNB-DE0001';
  await enter(owner, 'owner@demo.local', path);
  await enter(technician, 'technician@demo.local', path);
  const theirs = technician.getByRole('region', { name: texts.gb.pump.title });
  await theirs.getByText(texts.gb.pump.state.running, { exact: true }).waitFor();
  await owner.getByRole('region', { name: pump.title }).getByRole('switch', { name: pump.title }).click();
  await theirs.getByText(texts.gb.pump.state.stopped, { exact: true }).waitFor();
  await owner.context().close();
  await technician.context().close();
});
