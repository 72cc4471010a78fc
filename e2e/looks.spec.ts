import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shootAll } from './pictures.ts';
import { enter, login, type Product, startProduct } from './product.ts';
import {
  IS_WHOLE,
  LOCALES,
  overflowsAt,
  stopTransitions,
  THEMES,
  violations,
  WIDTHS,
  type Width,
  watchRequests,
} from './screen-checks.ts';
import { type Locale, type Screen, SLOW } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

interface Look {
  screen: Screen;
  width: Width;
  colorScheme: (typeof THEMES)[number];
}

/** Widths alternate by the index; languages and themes too, so that all combinations occur. */
function looksOf(screen: Screen, at: number, locale: Locale): Look[] {
  const width = WIDTHS[Math.floor(at / 4) % WIDTHS.length] ?? 390;
  const looks = THEMES.map((colorScheme) => ({ screen, width, colorScheme }));
  return IS_WHOLE ? looks : looks.filter((_, theme) => LOCALES[at % 2] === locale && (at >> 1) % 2 === theme);
}

/** Grouped by theme: changing it on an open page takes seconds. */
function looksIn(locale: Locale): Look[] {
  const shown = screens.filter(({ isAct }) => !isAct);
  const looks = shown.flatMap((screen, at) => looksOf(screen, at, locale));
  return looks.toSorted((one, other) => one.colorScheme.localeCompare(other.colorScheme));
}

/** A page between two screens, so that no part of the first one is taken for the second. */
const BETWEEN = '/admin/pages/faq';

/**
 * Goes to a page by the router: a page load takes three times the processor time. The first page of a user, and pages
 * without a user, are loaded.
 */
async function go(page: Page, { who, path }: Screen) {
  if (!who || page.url() === 'about:blank') return page.goto(path);
  const push = (to: string) => page.evaluate((url) => history.pushState(null, '', url), to);
  await push(BETWEEN);
  await page.getByRole('main').locator('details').first().waitFor(SLOW);
  await push(path);
}

/** A dialog on an open page needs no other page. */
async function open(page: Page, { screen, width, colorScheme }: Look, locale: Locale) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  if (!page.url().endsWith(screen.path)) await go(page, screen);
  await screen.open(page, texts[locale]);
}

/** A dialog is checked alone; its page is checked separately. */
const OPENER = '[aria-controls][aria-expanded=true]';
const ABOVE = `[role=dialog], ${OPENER}, ${OPENER} + *`;

/** Widths at which the page overflows. The widest one needs no check of its own: the layout is that of 768 px. */
async function tooNarrow(page: Page, width: Width): Promise<Width[]> {
  const found: Width[] = [];
  for (const other of [...WIDTHS.filter((each) => each !== width && each !== 1440), width])
    if (await overflowsAt(page, other)) found.push(other);
  return found;
}

/** Differences from an accessible screen that fits, each with the variant that shows it. */
async function problemsOf(
  page: Page,
  { screen: { name, isAbove, part }, width, colorScheme }: Look,
  locale: Locale,
  whole: 'html' | 'main',
): Promise<string[]> {
  const found = await violations(page, isAbove ? ABOVE : (part?.(texts[locale]) ?? whole));
  const shown = await page.evaluate(
    () => `${document.documentElement.lang} ${document.documentElement.dataset.mantineColorScheme}`,
  );
  const expected = `${locale === 'gb' ? 'en' : 'sk'} ${colorScheme}`;
  if (shown !== expected) found.push(`shown as ${shown}`);
  for (const tooWide of await tooNarrow(page, width)) found.push(`overflows at ${tooWide} px`);
  return found.map((problem) => `${name} ${width} ${expected}: ${problem}`);
}

/** Escape closes it and returns the focus to its opener. */
async function leave(page: Page) {
  await page.keyboard.press('Escape');
  await page.locator(ABOVE).first().waitFor({ state: 'detached' });
  // Not `expect.poll`: it loses its test where two run concurrently.
  await page.waitForFunction(() => /^(A|BUTTON)$/.test(document.activeElement?.tagName ?? ''));
}

it('the variants cover each width with each theme and language, and every screen', () => {
  const all = LOCALES.flatMap((locale) => looksIn(locale).map((look) => ({ ...look, locale })));
  const combinations = all.map(({ width, colorScheme, locale }) => `${width} ${colorScheme} ${locale}`);
  expect(new Set(combinations).size).toBe(WIDTHS.length * THEMES.length * LOCALES.length);
  expect(new Set(all.map(({ screen }) => screen)).size).toBe(screens.filter(({ isAct }) => !isAct).length);
});

describe.concurrent.each(LOCALES)('in the language %s', (locale) => {
  it('every screen: no axe violation, no horizontal overflow, no request to another origin, no blocked resource', {
    timeout: IS_WHOLE ? 900_000 : 300_000,
  }, async () => {
    const wrong: string[] = [];
    const problems: string[] = [];
    for (const who of [undefined, 'owner', 'technician', 'seller', 'super'] as const) {
      const page = await product.visit({ locale });
      await stopTransitions(page);
      watchRequests(page, product.url, wrong);
      if (who) await enter(page, `${who}@demo.local`);
      const checkedShells = new Set<string>();
      for (const wanted of looksIn(locale).filter(({ screen }) => screen.who === who)) {
        await open(page, wanted, locale);
        // The top bar and the sidebar are the same on every page: axe checks them once in each theme and layout.
        const shell = `${wanted.colorScheme} ${wanted.width}`;
        const isKnown = who !== undefined && checkedShells.has(shell);
        problems.push(...(await problemsOf(page, wanted, locale, isKnown ? 'main' : 'html')));
        if (!wanted.screen.isAbove && !wanted.screen.part) checkedShells.add(shell);
        if (wanted.screen.isAbove) await leave(page);
      }
      await page.context().close();
    }
    expect({ problems, wrong }).toEqual({ problems: [], wrong: [] });
  });
});

it('npm run shots: two dialogs of one page in sequence', async () => {
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
  const card = page.getByRole('region', { name: texts.sk.pump.title });
  const toggle = card.getByRole('switch', { name: texts.sk.pump.title });
  const bottom = async () => {
    const box = await toggle.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(bottom).toBeLessThan(844);
  await page.context().close();
});
