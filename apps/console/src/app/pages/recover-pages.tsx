import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ChangePasswordForm } from '../../areas/account/auth/change-password-form.tsx';
import { ConfirmEmailForm } from '../../areas/account/auth/confirm-email-form.tsx';
import { RecoverForm } from '../../areas/account/auth/recover-form.tsx';
import { useLinkToken } from '../../lib/page/link-token.ts';
import { paths } from '../../lib/page/paths.ts';
import { formClass, underClass } from '../../ui/form-classes.ts';
import { FormNotice } from '../../ui/form-notice.tsx';
import { Heading } from '../../ui/heading.tsx';

export function RecoverPage() {
  const t = useTranslations('auth');
  return (
    <RecoverForm
      back={
        <p className={underClass}>
          <Link to={paths.login}>{t('backToLogin')}</Link>
        </p>
      }
    />
  );
}

export function ChangePasswordPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const token = useLinkToken();
  const newLinkRequest = (
    <p className={underClass}>
      <Link to={paths.recover}>{t('auth.askAgain')}</Link>
    </p>
  );
  if (token === undefined)
    return (
      <div className={formClass}>
        <Heading title={t('auth.change')} />
        <FormNotice kind="problem">{t('problem.RESET_PASSWORD_BAD_TOKEN')}</FormNotice>
        {newLinkRequest}
      </div>
    );
  return (
    <ChangePasswordForm
      token={token}
      newLinkRequest={newLinkRequest}
      onChanged={() => navigate({ to: paths.login, state: { passwordChanged: true }, replace: true })}
    />
  );
}

export function ConfirmEmailPage() {
  const t = useTranslations('auth');
  const token = useLinkToken() ?? 'none';
  return (
    <ConfirmEmailForm
      token={token}
      nextLink={
        <p className={underClass}>
          <Link to={paths.dashboard}>{t('toConsole')}</Link>
        </p>
      }
    />
  );
}
