import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ChangePasswordForm } from '../../areas/account/auth/change-password-form.tsx';
import { ConfirmEmailForm } from '../../areas/account/auth/confirm-email-form.tsx';
import { RecoverForm } from '../../areas/account/auth/recover-form.tsx';
import { keptInvitation } from '../../lib/page/kept-invitation.ts';
import { useLinkToken } from '../../lib/page/link-token.ts';
import { paths } from '../../lib/page/paths.ts';
import { UnderForm } from '../../ui/form.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';
import { Heading } from '../../ui/heading.tsx';

export function RecoverPage() {
  const t = useTranslations('auth');
  return (
    <RecoverForm
      back={
        <UnderForm>
          <Link to={paths.login}>{t('backToLogin')}</Link>
        </UnderForm>
      }
    />
  );
}

export function ChangePasswordPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const token = useLinkToken();
  const newLinkRequest = (
    <UnderForm>
      <Link to={paths.recover}>{t('auth.askAgain')}</Link>
    </UnderForm>
  );
  if (token === undefined)
    return (
      <div className="grid grid-cols-1 gap-4">
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
        <UnderForm>
          <Link to={keptInvitation.find() ? paths.invitation : paths.dashboard}>{t('toConsole')}</Link>
        </UnderForm>
      }
    />
  );
}
