import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES } from '@manoboard/contract/locales';
import { enter, type Product } from './product.ts';
import type { Locale, Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { texts } from './texts.ts';

export interface Variant {
  width: number;
  colorScheme: 'light' | 'dark';
  locale: Locale;
}

const VARIANTS: Variant[] = [1440, 768, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    LOCALES.map((locale) => ({ width, colorScheme, locale })),
  ),
);

interface Shot {
  screen: Screen;
  file: string;
  /** The whole page instead of the window. */
  isWhole: boolean;
}

/** Takes pictures sequentially as one user in one browser. */
async function shoot(product: Product, { width, ...variant }: Variant, who: Screen['who'], shots: Shot[]) {
  const page = await product.visit({ ...variant, viewport: { width, height: width < 640 ? 844 : 900 } });
  if (who) await enter(page, `${who}@demo.local`);
  for (const { screen, file, isWhole } of shots) {
    // The same URL again is a reload, which would reopen the previous dialog.
    await page.goto('about:blank');
    await page.goto(screen.path);
    await screen.open(page, texts[variant.locale]);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: file, fullPage: isWhole && !screen.isAbove, animations: 'disabled' });
  }
  await page.context().close();
}

/** Every requested screen in every variant; files are named after both. */
export async function shootAll(
  product: Product,
  into: string,
  chosen: readonly Screen[],
  variants = VARIANTS,
) {
  await mkdir(into, { recursive: true });
  for (const variant of variants)
    for (const who of ['owner', 'technician', 'seller', 'super', undefined] as const) {
      const shots = chosen
        .filter((screen) => screen.who === who)
        .map((screen) => ({
          screen,
          file: join(into, `${screen.name}-${variant.width}-${variant.colorScheme}-${variant.locale}.png`),
          isWhole: true,
        }));
      if (shots.length > 0) await shoot(product, variant, who, shots);
    }
}

const DOCUMENTS = [
  ['dashboard', { width: 1440, colorScheme: 'light', locale: 'gb' }, 'dashboard.png'],
  ['running', { width: 1440, colorScheme: 'dark', locale: 'gb' }, 'overview.png'],
  ['running', { width: 390, colorScheme: 'dark', locale: 'sk' }, 'phone.png'],
] as const satisfies [string, Variant, string][];

/** The pictures of the documents. */
export async function shootDocuments(product: Product, into: string) {
  for (const [name, variant, file] of DOCUMENTS)
    for (const screen of screens.filter((known) => known.name === name))
      await shoot(product, variant, screen.who, [{ screen, file: join(into, file), isWhole: false }]);
}
