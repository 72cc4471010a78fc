import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Later } from '../lib/page/later.tsx';
import { paths } from '../lib/page/paths.ts';
import classes from './auth-layout.module.css';
import { Brand } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';

interface Props {
  /** Hides the tabs of login and registration: on the first run there is no account yet. */
  hasTabs?: boolean;
}

/** R2.2: logo and two tabs. */
export const AuthLayout = (props: Props) => (
  <Later>
    <Layout {...props} />
  </Later>
);

function Layout({ hasTabs = true }: Props) {
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
          {hasTabs && (
            <nav className={classes.tabs} aria-label={t('tabs')}>
              <Link to={paths.login} {...tab}>
                {t('login')}
              </Link>
              <Link to={paths.signup} {...tab}>
                {t('signup')}
              </Link>
            </nav>
          )}
          <Outlet />
        </div>
      </main>
      <footer className={classes.foot}>
        <LanguageChoice />
      </footer>
    </div>
  );
}

export const SetupLayout = () => <AuthLayout hasTabs={false} />;
