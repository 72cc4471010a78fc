import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { ConfirmEmailForm } from '../../features/auth/confirm-email-form.tsx';
import { RecoverForm } from '../../features/auth/recover-form.tsx';
import { areaTexts } from '../../lib/area-texts.tsx';
import { paths } from '../../lib/paths.ts';
import form from '../../ui/form.module.css';
import { LoadingPage } from './loading-page.tsx';

const AccountTexts = areaTexts('account');

const change = getRouteApi('/recover-password/');
const confirm = getRouteApi('/confirm-email/');

export function RecoverPage() {
  const t = useTranslations('auth');
  return (
    <RecoverForm
      back={
        <p className={form.under}>
          <Link to={paths.login}>{t('backToLogin')}</Link>
        </p>
      }
    />
  );
}

/** A link without a token is sent with an invalid one: the server answers with the error of an invalid link. */
export function ChangePasswordPage() {
  const t = useTranslations('auth');
  const navigate = useNavigate();
  const { token = 'none' } = change.useSearch();
  return (
    <ChangePasswordForm
      token={token}
      newLinkRequest={
        <p className={form.under}>
          <Link to={paths.recover}>{t('askAgain')}</Link>
        </p>
      }
      onChanged={() => navigate({ to: paths.login, state: { passwordChanged: true }, replace: true })}
    />
  );
}

export const ConfirmEmailPage = () => (
  <AccountTexts waiting={<LoadingPage />}>
    <ConfirmEmail />
  </AccountTexts>
);

function ConfirmEmail() {
  const t = useTranslations('auth');
  const { token = 'none' } = confirm.useSearch();
  return (
    <ConfirmEmailForm
      token={token}
      nextLink={
        <p className={form.under}>
          <Link to={paths.dashboard}>{t('toConsole')}</Link>
        </p>
      }
    />
  );
}
