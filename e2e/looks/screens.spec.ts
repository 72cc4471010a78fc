import { readdir } from 'node:fs/promises';
import { LOCALES, locales } from '@manoboard/contract/locales';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, type Product, startProduct } from '../product.ts';
import { type Locale, type Screen, SLOW } from '../screens/screen.ts';
import { screens } from '../screens/screens.ts';
import { texts } from '../texts.ts';
import { changedScreens, screensOf } from './changed-screens.ts';
import {
  cutTexts,
  IS_WHOLE,
  overflowsAt,
  stopTransitions,
  THEMES,
  violations,
  WIDTHS,
  type Width,
  watchRequests,
} from './screen-checks.ts';

/** `npm run cli -- looks --since REF` */
const wantedScreens = await changedScreens(process.env.LOOKS_SINCE);

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
  return IS_WHOLE
    ? looks
    : looks.filter((_, theme) => LOCALES[at % LOCALES.length] === locale && (at >> 1) % 2 === theme);
}

/** Grouped by theme: changing it on an open page takes seconds. */
function looksIn(locale: Locale, chosen: readonly Screen[]): Look[] {
  const shown = chosen.filter(({ isAct }) => !isAct);
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

/** WCAG 1.4.10: a page of 1280 px at 400 %. */
const REFLOW = 320;
/** A table of channels and a graph of two dimensions are excepted; they scroll sideways. */
const TWO_DIMENSIONS = ['webhook', 'rehearsal'];

/** Widths at which the page overflows. The widest one needs no check of its own: the layout is that of 768 px. */
async function tooNarrow(page: Page, name: string, width: Width): Promise<number[]> {
  const found: number[] = [];
  for (const other of [
    ...(TWO_DIMENSIONS.includes(name) ? [] : [REFLOW]),
    ...WIDTHS.filter((each) => each !== width && each !== 1440),
    width,
  ])
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
    () => `${document.documentElement.lang} ${document.documentElement.dataset.theme}`,
  );
  const expected = `${locales[locale].lang} ${colorScheme}`;
  if (shown !== expected) found.push(`shown as ${shown}`);
  for (const tooWide of await tooNarrow(page, name, width)) found.push(`overflows at ${tooWide} px`);
  for (const text of await cutTexts(page)) found.push(`cuts "${text}"`);
  return found.map((problem) => `${name} ${width} ${expected}: ${problem}`);
}

/** Escape closes it and returns the focus to its opener. */
async function leave(page: Page) {
  await page.keyboard.press('Escape');
  await page.locator(ABOVE).first().waitFor({ state: 'detached' });
  // Not `expect.poll`: it loses its test where two run concurrently.
  await page.waitForFunction(() => document.activeElement?.matches('a, button, input') ?? false);
}

it('--since: the screens of a changed folder, all for a file that several folders share, none for a test', async () => {
  const namesOf = (file: string) => screensOf([`apps/console/src/${file}`]).map(({ name }) => name);
  expect(namesOf('areas/history/energy/report.tsx')).toContain('tariff');
  expect(namesOf('areas/history/energy/report.tsx')).not.toContain('users');
  expect(screensOf(['apps/console/src/ui/dialog.tsx'])).toEqual(screens);
  expect(namesOf('areas/history/energy/report.test.tsx')).toEqual([]);
  const areas = new URL('../../apps/console/src/areas/', import.meta.url);
  for (const folder of (await readdir(areas, { recursive: true })).filter((path) =>
    /^[^/]+\/[^/.]+$/.test(path),
  ))
    expect(namesOf(`areas/${folder}/a.tsx`), folder).not.toEqual([]);
});

it('the variants cover each width with each theme and language, and every screen', () => {
  const all = LOCALES.flatMap((locale) => looksIn(locale, screens).map((look) => ({ ...look, locale })));
  const combinations = all.map(({ width, colorScheme, locale }) => `${width} ${colorScheme} ${locale}`);
  expect(new Set(combinations).size).toBe(WIDTHS.length * THEMES.length * LOCALES.length);
  expect(new Set(all.map(({ screen }) => screen)).size).toBe(screens.filter(({ isAct }) => !isAct).length);
});

describe.concurrent.each(LOCALES)('in the language %s', (locale) => {
  it.skipIf(wantedScreens.length === 0)(
    'every screen: no axe violation, no horizontal overflow, no cut label, no request to another origin, no blocked resource',
    {
      timeout: IS_WHOLE ? 900_000 : 300_000,
    },
    async () => {
      const wrong: string[] = [];
      const problems: string[] = [];
      for (const who of [undefined, 'owner', 'technician', 'seller', 'super'] as const) {
        const page = await product.visit({ locale });
        await stopTransitions(page);
        watchRequests(page, product.url, wrong);
        if (who) await enter(page, `${who}@demo.local`);
        const checkedShells = new Set<string>();
        for (const wanted of looksIn(locale, wantedScreens).filter(({ screen }) => screen.who === who)) {
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
    },
  );
});
