import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shootAll } from './pictures.ts';
import { enter, login, type Product, startProduct } from './product.ts';
import { type Locale, type Screen, screens } from './screens.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const WIDTHS = [1440, 768, 390] as const;
const SCHEMES = ['light', 'dark'] as const;
const looks = WIDTHS.flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme })));

/** Through the debugger's door: the page's own policy lets no foreign script in. */
async function violations(page: Page, part: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(
    (where) =>
      (window as unknown as { axe: typeof axe }).axe.run(where, {
        resultTypes: ['violations'],
        iframes: false,
      }),
    part,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What a page must never ask for: the list stays empty. */
function watchRequests(page: Page): string[] {
  const wrong: string[] = [];
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(product.url) || request.url().startsWith('data:');
    if (!isOurs) wrong.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) wrong.push(message.text());
  });
  return wrong;
}

/** What opens above the same page needs no new one. */
async function open(page: Page, screen: Screen, locale: Locale) {
  const isThere = page.url().endsWith(screen.path);
  if (!isThere || (await page.evaluate(() => localStorage.getItem('locale'))) !== locale) {
    if (page.url().startsWith('http')) await page.evaluate((l) => localStorage.setItem('locale', l), locale);
    await page.goto(screen.path);
  }
  await screen.open(page, texts[locale]);
}

/** What lies above a page is looked at alone: the page has its own turn. */
const OPENER = '[aria-controls][aria-expanded=true]';
const ABOVE = `[role=dialog], ${OPENER}, ${OPENER} + *`;

async function look(page: Page, { name, isAbove, part }: Screen, locale: Locale) {
  const { wider, lang } = await page.evaluate(() => ({
    wider: document.documentElement.scrollWidth - innerWidth,
    lang: document.documentElement.lang,
  }));
  const found = await violations(page, isAbove ? ABOVE : (part?.(texts[locale]) ?? 'html'));
  expect({ name, lang, isWider: wider > 0, found }).toEqual({
    name,
    lang: locale === 'gb' ? 'en' : 'sk',
    isWider: false,
    found: [],
  });
}

/** Escape closes it, and gives the focus back to what opened it. */
async function leave(page: Page) {
  await page.keyboard.press('Escape');
  await page.locator(ABOVE).first().waitFor({ state: 'detached' });
  // Not `expect.poll`, which does not know whose it is where two tests run at once.
  await page.waitForFunction(() => /^(A|BUTTON)$/.test(document.activeElement?.tagName ?? ''));
}

/** Every screen in every width and theme; of two themes one is in Slovak, the other in English. */
const localeOf = (at: number, width: (typeof WIDTHS)[number], colorScheme: string): Locale =>
  (at + WIDTHS.indexOf(width) + (colorScheme === 'dark' ? 1 : 0)) % 2 ? 'gb' : 'sk';

describe.concurrent.each(looks)('$width px, $colorScheme', ({ width, colorScheme }) => {
  it('every screen: no axe violation, nothing wider than the window, no request to another origin, no refused resource', async () => {
    const page = await product.visit({
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const wrong = watchRequests(page);
    for (const locale of ['sk', 'gb'] as const)
      for (const who of [undefined, 'owner', 'technician'] as const) {
        // A page of who was logged in before would log out who comes next.
        await page.goto('/readyz');
        await page.context().clearCookies();
        if (who) await enter(page, `${who}@demo.local`);
        for (const [at, screen] of screens.entries()) {
          if (screen.isAct || screen.who !== who || localeOf(at, width, colorScheme) !== locale) continue;
          await open(page, screen, locale);
          await look(page, screen, locale);
          if (screen.isAbove) await leave(page);
        }
      }
    expect(wrong).toEqual([]);
    await page.context().close();
  }, 300_000);
});

it('npm run shots: two dialogs of one page, one after the other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-shots-'));
  const wanted = screens.filter(({ name }) => name === 'rename' || name === 'transfer');
  await shootAll(product, folder, wanted, [{ width: 390, colorScheme: 'dark', locale: 'gb' }]);
  expect((await readdir(folder)).sort()).toEqual(['rename-390-dark-gb.png', 'transfer-390-dark-gb.png']);
  await rm(folder, { recursive: true });
}, 120_000);

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
  // R1.1: the language follows the account, into the next tests too.
  const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('button', { name: texts.gb.top.language }).click();
  await page.getByRole('button', { name: 'Slovenčina' }).click();
  await isSaved;
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
  // R4.15: several devices and no choice yet.
  await page.getByRole('option', { name: 'Studňa – záhrada' }).click();
  const card = page.getByRole('region', { name: texts.sk.pump.title });
  const toggle = card.getByRole('switch', { name: texts.sk.pump.title });
  const bottom = async () => {
    const box = await toggle.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(bottom).toBeLessThan(844);
  await page.context().close();
});
