import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { enter, startProduct } from './product.ts';
import { type Locale, type Screen, screens } from './screens.ts';
import { texts } from './texts.ts';

/** `npm run shots [-- FOLDER [NAME …]]`: the pictures of the papers, or of every look when a folder is given. */
const [folder, ...names] = process.argv.slice(2);
const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const product = await startProduct();

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  locale: Locale;
}

async function visit({ width, ...look }: Look, who: Screen['who']) {
  const page = await product.visit({ ...look, viewport: { width, height: width < 640 ? 844 : 900 } });
  if (who) await enter(page, `${who}@demo.local`);
  return page;
}

async function shoot(
  page: Page,
  { path, open, isAbove }: Screen,
  locale: Locale,
  file: string,
  isWhole: boolean,
) {
  await page.goto(path);
  await open(page, texts[locale]);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, fullPage: isWhole && !isAbove, animations: 'disabled' });
}

const looks: Look[] = [1440, 768, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['sk', 'gb'] as const).map((locale) => ({ width, colorScheme, locale })),
  ),
);
async function shootAll(into: string) {
  const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const look of looks)
    for (const who of ['owner', 'technician', undefined] as const) {
      const page = await visit(look, who);
      for (const screen of wanted.filter((one) => one.who === who)) {
        const file = `${screen.name}-${look.width}-${look.colorScheme}-${look.locale}.png`;
        await shoot(page, screen, look.locale, `${into}/${file}`, true);
      }
      await page.context().close();
    }
}

const PAPERS = [
  ['dashboard', { width: 1440, colorScheme: 'light', locale: 'gb' }, 'dashboard.png'],
  ['running', { width: 1440, colorScheme: 'dark', locale: 'gb' }, 'overview.png'],
  ['running', { width: 390, colorScheme: 'dark', locale: 'sk' }, 'phone.png'],
] as const satisfies [string, Look, string][];
async function shootPapers() {
  for (const [name, look, file] of PAPERS)
    for (const screen of screens.filter((known) => known.name === name)) {
      const page = await visit(look, screen.who);
      await shoot(page, screen, look.locale, pictures + file, false);
      await page.context().close();
    }
}

await mkdir(folder ?? pictures, { recursive: true });
try {
  await (folder ? shootAll(folder) : shootPapers());
} finally {
  await product.stop();
}
