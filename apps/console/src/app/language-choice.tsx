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
    <fieldset className="flex gap-1.25 [&_button]:inline-flex [&_button]:items-center [&_button]:gap-1.75 [&_button]:min-h-11 [&_button]:px-3.25 [&_button]:rounded-md [&_button]:text-dim [&_button]:text-md [&_button]:cursor-pointer [&_button:hover]:bg-line [&_button[aria-pressed='true']]:text-ink [&_button[aria-pressed='true']]:font-semibold">
      <legend className="sr-only">{t('language')}</legend>
      {LOCALES.map((key) => (
        <button
          key={key}
          type="button"
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
