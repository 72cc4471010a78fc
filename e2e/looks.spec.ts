import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const WIDTHS = [1440, 768, 390] as const;
const SCHEMES = ['light', 'dark'] as const;
const LOCALES = ['sk', 'gb'] as const;
const looks = WIDTHS.flatMap((width) =>
  SCHEMES.flatMap((colorScheme) => LOCALES.map((locale) => ({ width, colorScheme, locale }))),
);

/** Through the debugger's door: the page's own policy lets no foreign script in. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(),
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe.concurrent.each(looks)('$width px, $colorScheme, $locale', ({ width, colorScheme, locale }) => {
  it('login, sign-up, recovery, dashboard, overview, adding and delegating a device, and profile: no axe violation, nothing wider than the window, no request to another origin, no refused resource', async () => {
    const page = await product.visit({
      locale,
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const foreign: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) refused.push(message.text());
    });
    const look = async () => {
      expect(await violations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale === 'gb' ? 'en' : 'sk');
    };

    await page.goto('/auth/signup');
    await page.getByRole('button', { name: texts[locale].auth.submitSignup }).waitFor();
    await look();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: texts[locale].auth.submitLogin, exact: true }).waitFor();
    await look();
    await page.goto('/auth/recover-password');
    await page.getByRole('button', { name: texts[locale].auth.submitRecover }).waitFor();
    await look();
    await page.goto('/recover-password?token=none');
    await page.getByRole('button', { name: texts[locale].auth.submitChange }).waitFor();
    await look();
    await login(page, 'owner@demo.local', locale);
    await page.getByText(texts[locale].auth.loginSuccess).waitFor();
    await page.getByRole('link').getByText('bar').first().waitFor();
    await look();
    await page.goto('/admin/overview?device=MNB-DE0001');
    await page.getByText('kWh').waitFor();
    const { activity, top } = texts[locale];
    await page.getByRole('region', { name: activity.title }).getByRole('listitem').first().waitFor();
    await page.getByRole('button', { name: top.notifications }).click();
    await page.getByRole('button', { name: top.markAll }).or(page.getByText(top.noNotifications)).waitFor();
    await look();
    await page.goto('/admin/add-device');
    await page.getByRole('link', { name: 'MNB-DE0003' }).waitFor();
    await look();
    const { deviceAccess, deviceMenu } = texts[locale];
    await page.getByRole('button', { name: deviceMenu.opener.replace('{name}', 'Skleník') }).click();
    await page.getByRole('button', { name: deviceMenu.delegate, exact: true }).click();
    await page.getByRole('dialog').getByText(deviceAccess.list.nobody).waitFor();
    await look();
    await page.goto('/admin/profile');
    await page.getByLabel(texts[locale].auth.newPassword, { exact: true }).fill('x');
    await page.getByLabel(texts[locale].profile.currentPassword, { exact: true }).waitFor();
    await look();
    expect(foreign).toEqual([]);
    expect(refused).toEqual([]);
    await page.context().close();
  });
});

it('R1.1 R1.9b the language is switched without a reload, survives one, and numbers follow it', async () => {
  const page = await product.visit();
  await login(page, 'owner@demo.local');
  await page.goto('/admin/overview?device=MNB-DE0001');
  await page
    .getByText(/\d,\d+ ?bar/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: texts.sk.top.language }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText(texts.gb.overview.values).waitFor();
  await page
    .getByText(/\d\.\d+ ?bar/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByText(texts.gb.overview.values).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.context().close();
});

it('R1.3 R1.6 on a phone the menu is a drawer, and the name stands without its domain', async () => {
  const page = await product.visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await login(page, 'owner@demo.local');
  const nav = page.getByRole('navigation', { name: texts.sk.nav.label });
  expect(await nav.isVisible()).toBe(false);
  await page.getByRole('button', { name: texts.sk.nav.open }).click();
  await nav.getByRole('link', { name: texts.sk.nav.overview }).click();
  await page.waitForURL('**/admin/overview**');
  await page.getByText('owner', { exact: true }).first().waitFor();
  const card = page.getByRole('region', { name: texts.sk.pump.title });
  const toggle = card.getByRole('switch', { name: texts.sk.pump.title });
  const bottom = async () => {
    const box = await toggle.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(bottom, { timeout: 5000 }).toBeLessThan(844);
  await page.context().close();
});
