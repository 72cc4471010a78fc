import { type Locale, locales } from '@manoboard/i18n/locales';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useLocaleSwitcher } from '../lib/locale-context.tsx';
import { paths } from '../lib/paths.ts';
import classes from './auth-layout.module.css';
import { Brand } from './brand.tsx';
import { Flag } from './flags.tsx';

function LanguageChoice() {
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
          onClick={() => setLocale(key)}
        >
          <Flag locale={key} />
          {locales[key].name}
        </button>
      ))}
    </fieldset>
  );
}

/** R2.2: the logo over two tabs. */
export function AuthLayout() {
  const t = useTranslations('auth');
  const tab = { className: classes.tab, activeOptions: { includeSearch: false } };
  return (
    <div className={classes.page}>
      <main className={classes.column}>
        <div className={classes.logo}>
          <Brand />
          <p>{t('slogan')}</p>
        </div>
        <div className={classes.card}>
          <nav className={classes.tabs} aria-label={t('tabs')}>
            <Link to={paths.login} {...tab}>
              {t('login')}
            </Link>
            <Link to={paths.signup} {...tab}>
              {t('signup')}
            </Link>
          </nav>
          <Outlet />
        </div>
      </main>
      <footer className={classes.foot}>
        <LanguageChoice />
      </footer>
    </div>
  );
}
