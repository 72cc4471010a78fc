import type { Locale } from '@manoboard/contract/locales';
import { mergeTexts } from '@manoboard/i18n/merge';
import type { ConsoleMessages, TextFile } from '@manoboard/i18n/messages';
import { createAtom } from '@tanstack/react-store';
import { readTexts, storedLocale, storeLocale } from './locale.ts';

interface Language {
  locale: Locale;
  /**
   * Of the files that are loaded: each page and each lazy part loads those that it needs before it renders. They are added in place,
   * because a new object would render every text of the page again for each file that arrives.
   */
  messages: ConsoleMessages;
  files: TextFile[];
}

export const languageAtom = createAtom<Language | null>(null);
/** The language that was chosen last, which may still be loading. */
let chosen: Locale | undefined;

export function currentLanguage(): Language {
  const language = languageAtom.get();
  if (!language) throw new Error('startLanguage must run before the first render');
  return language;
}

/** Loads the texts of the public pages, and requests beside them what the first page will need. */
export async function startLanguage(ahead: readonly TextFile[] = []) {
  chosen = storedLocale();
  // The page that needs them reports a failure.
  readTexts(chosen, ahead).catch(() => undefined);
  languageAtom.set(await readLanguage(chosen, ['public']));
  storeLocale(chosen);
}

async function readLanguage(locale: Locale, files: TextFile[]): Promise<Language> {
  const texts = await readTexts(locale, files);
  return { locale, files, messages: mergeTexts(texts) as ConsoleMessages };
}

/** Adds these files to the texts of the page; rejects when one cannot be loaded. */
export async function loadTexts(...wanted: readonly TextFile[]): Promise<void> {
  const coming = missing(wanted);
  if (coming.length === 0) return;
  const { locale } = currentLanguage();
  const texts = await readTexts(locale, coming);
  // Meanwhile the language may have changed.
  const shown = currentLanguage();
  if (shown.locale !== locale) return loadTexts(...wanted);
  mergeTexts(texts, shown.messages);
  shown.files.push(...missing(coming));
}

const missing = (wanted: readonly TextFile[]) =>
  wanted.filter((file) => !currentLanguage().files.includes(file));

/** R1.1: the page keeps its language until all its texts are loaded in the new one; the last choice wins. */
export async function setLocale(locale: Locale): Promise<void> {
  chosen = locale;
  const { files, locale: shown } = currentLanguage();
  if (locale !== shown) {
    const language = await readLanguage(locale, [...files]);
    if (chosen !== locale) return;
    // Meanwhile a page may have loaded more texts.
    if (currentLanguage().files.length > language.files.length) return setLocale(locale);
    languageAtom.set(language);
  }
  storeLocale(locale);
}
