const FALLBACK = 'en';

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A browser whose language is no language tag gets one. */
export function repairLanguage(browser: Pick<Navigator, 'language'>): void {
  if (!isLanguageTag(browser.language))
    Object.defineProperty(browser, 'language', { value: FALLBACK, configurable: true });
}

/**
 * uPlot creates a number format of `navigator.language` when it is loaded, and fails if that is no language tag: WebKitGTK
 * and WPE report "C" on a system without a locale, as kiosks often are. So this is imported before uPlot.
 */
repairLanguage(navigator);
