import { type Locale, locales } from '@manoboard/i18n/locales';
import { useTranslations } from 'use-intl';
import { unsavedPreferences } from '../lib/forms/unsaved-preferences.ts';
import { useLocaleSwitcher } from '../lib/texts/locale-context.tsx';
import { Flag } from './flags.tsx';
import classes from './language-choice.module.css';

/** R1.1: language switch of the public pages. */
export function LanguageChoice() {
  const t = useTranslations('top');
  const { locale, setLocale } = useLocaleSwitcher();
  return (
    <fieldset className={classes.languages}>
      <legend className="vh">{t('language')}</legend>
      {(Object.keys(locales) as Locale[]).map((key) => (
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
