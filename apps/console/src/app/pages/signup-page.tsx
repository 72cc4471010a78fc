import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { SignUpForm } from '../../areas/account/auth/sign-up-form.tsx';
import { paths } from '../../lib/page/paths.ts';
import { UnderForm } from '../../ui/form.tsx';

/** R3.1: opens a new tab, so that the typed values stay. */
export function TermsLink() {
  const t = useTranslations('auth');
  return (
    <p className="-mt-2 pl-6.5 text-md">
      <a
        className="underline text-link pointer-coarse:inline-flex pointer-coarse:items-center pointer-coarse:min-h-11"
        href={paths.terms}
        target="_blank"
        rel="noreferrer"
      >
        {t('termsRead')}
        <span className="sr-only"> ({t('newTab')})</span>
      </a>
    </p>
  );
}

export function SignupPage() {
  const t = useTranslations('auth');
  const navigate = useNavigate();
  return (
    <>
      <SignUpForm
        terms={<TermsLink />}
        onRegistered={({ email }) => navigate({ to: paths.login, state: { email } })}
      />
      <div className="mt-4">
        <UnderForm>
          <Link to={paths.firstPump}>{t('startByLabel')}</Link>
        </UnderForm>
      </div>
    </>
  );
}
