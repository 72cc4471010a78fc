import type { Locale } from '@manoboard/i18n/locales';
import { type Language, loadLanguage, rememberLocale, storedLocale } from './locale.ts';

type Wish = Pick<Language, 'locale' | 'hasAdminTexts'>;

let shown: Language | undefined;
let wish: Wish | undefined;
const listeners = new Set<() => void>();

export function subscribeToLanguage(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentLanguage(): Language {
  if (!shown) throw new Error('startLanguage comes before the first page');
  return shown;
}

function show(language: Language) {
  shown = language;
  wish = language;
  for (const listener of listeners) listener();
}

/** The texts of the pages before the login; the rest comes when it is needed. */
export async function startLanguage() {
  show(await loadLanguage(storedLocale(), false));
  rememberLocale(currentLanguage().locale);
}

/** The page keeps its language until the other one has been loaded. */
export async function setLocale(locale: Locale) {
  await fulfil({ ...currentWish(), locale });
  rememberLocale(currentLanguage().locale);
}

/** Ends when every text behind the login is there, and throws when they cannot be loaded. */
export const needAdminTexts = () => fulfil({ ...currentWish(), hasAdminTexts: true });

const currentWish = (): Wish => wish ?? currentLanguage();

/** Two wishes can be under way (another language, and the way in): the later one has what both want, and wins. */
async function fulfil(mine: Wish): Promise<void> {
  const { locale, hasAdminTexts } = currentLanguage();
  if (mine.locale === locale && mine.hasAdminTexts === hasAdminTexts && wish === shown) return;
  wish = mine;
  const language = await loadLanguage(mine.locale, mine.hasAdminTexts).catch((error: unknown) => {
    if (wish === mine) wish = shown;
    throw error;
  });
  if (wish === mine) show(language);
  else await fulfil(currentWish());
}
