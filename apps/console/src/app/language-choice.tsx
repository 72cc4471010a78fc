import { LOCALES, locales } from '@manoboard/contract/locales';
import { useTranslations } from 'use-intl';
import { unsavedPreferences } from '../lib/forms/unsaved-preferences.ts';
import { useLocaleSwitcher } from '../lib/texts/locale-context.tsx';
import { Flag } from './flags.tsx';

/** R1.1: language switch of the public pages. */
export function LanguageChoice() {
  const t = useTranslations('top');
  const { locale, setLocale } = useLocaleSwitcher();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('language')}</legend>
      {LOCALES.map((key) => (
        <button
          key={key}
          type="button"
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-md text-dim hover:bg-line aria-pressed:font-semibold aria-pressed:text-ink"
          lang={locales[key].lang}
          aria-pressed={key === locale}
          onClick={() => {
            unsavedPreferences.add({ locale: key });
            // If the texts fail to load, the page keeps its language.
            setLocale(key).catch(() => undefined);
          }}
        >
          <Flag locale={key} />
          {locales[key].name}
        </button>
      ))}
    </fieldset>
  );
}
