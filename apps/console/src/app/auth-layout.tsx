import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Later } from '../lib/page/later.tsx';
import { paths } from '../lib/page/paths.ts';
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
  const tab = {
    className:
      'grid place-items-center px-2 py-1 rounded-md text-dim text-md font-medium text-center min-h-10.5 leading-tight hover:text-ink aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-thumb dark:aria-[current=page]:bg-faint',
    activeOptions: { includeSearch: false },
  };
  return (
    <div className="grid px-4 pt-6.5 pb-4 grid-cols-1 grid-rows-[1fr_auto] min-h-dvh [background:radial-gradient(_60rem_30rem_at_50%_-8rem,color-mix(in_srgb,var(--accent-500)_22%,transparent),transparent_)] max-sm:px-3 max-sm:pt-5 max-sm:pb-3">
      <main className="self-center justify-self-center w-full max-w-108">
        <div className="grid gap-2 text-xl justify-items-center mb-6">
          <Brand />
          <p className="text-md text-dim">{t('slogan')}</p>
        </div>
        <div className="p-6.5 border border-line rounded-lg bg-card shadow-card max-sm:p-5">
          {hasTabs && (
            <nav className="grid gap-1 p-1 rounded-lg grid-cols-2 mb-6 bg-bg" aria-label={t('tabs')}>
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
      <footer className="flex justify-center pt-6.5">
        <LanguageChoice />
      </footer>
    </div>
  );
}

export const SetupLayout = () => <AuthLayout hasTabs={false} />;
