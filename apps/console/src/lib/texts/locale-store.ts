import type { Locale } from '@manoboard/i18n/locales';
import { createAtom } from '@tanstack/react-store';
import { type Language, loadLanguage, storedLocale, storeLocale } from './locale.ts';

type Target = Pick<Language, 'locale' | 'hasAdminTexts'>;

export const languageAtom = createAtom<Language | null>(null);
/** The language that is displayed or being loaded. */
let target: Target | undefined;

export function currentLanguage(): Language {
  const language = languageAtom.get();
  if (!language) throw new Error('startLanguage must run before the first render');
  return language;
}

function show(next: Language) {
  target = next;
  languageAtom.set(next);
}

/** Loads the texts of the public pages; the others are loaded on demand. */
export async function startLanguage() {
  show(await loadLanguage(storedLocale(), false));
  storeLocale(currentLanguage().locale);
}

/** The page keeps its language until the new one is loaded. */
export async function setLocale(locale: Locale) {
  await load({ ...currentTarget(), locale });
  storeLocale(currentLanguage().locale);
}

/** Resolves when the texts of the admin pages are loaded; rejects when the load fails. */
export const loadAdminTexts = () => load({ ...currentTarget(), hasAdminTexts: true });

const currentTarget = (): Target => target ?? currentLanguage();

/** Overlapping loads (another language, and the admin texts): the later one includes both and wins. */
async function load(mine: Target): Promise<void> {
  const { locale, hasAdminTexts } = currentLanguage();
  if (mine.locale === locale && mine.hasAdminTexts === hasAdminTexts && target === languageAtom.get()) return;
  target = mine;
  const loaded = await loadLanguage(mine.locale, mine.hasAdminTexts).catch((error: unknown) => {
    if (target === mine) target = currentLanguage();
    throw error;
  });
  if (target === mine) show(loaded);
  else await load(currentTarget());
}
