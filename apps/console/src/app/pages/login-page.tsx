import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LoginForm } from '../../areas/account/auth/login-form.tsx';
import { drafts } from '../../lib/forms/drafts.ts';
import { config } from '../../lib/page/config.ts';
import { keptInvitation } from '../../lib/page/kept-invitation.ts';
import { paths } from '../../lib/page/paths.ts';
import { toast } from '../../lib/page/toast.ts';
import { UnderForm } from '../../ui/form.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';

const route = getRouteApi('/auth/login');

export function LoginPage() {
  const t = useTranslations();
  const router = useRouter();
  const search = route.useSearch();
  const { email, hasExpired, logoutFailed, passwordChanged, accountDeleted } = useLocation({
    select: (location) => location.state,
  });

  const [needsSetup, setNeedsSetup] = useState(false);
  useEffect(() => {
    // `config` has the state of the server's start, so query the current one. After an error the link is not shown.
    if (config.needs_setup)
      import('../../areas/account/auth/api.ts')
        .then(({ readSetupState }) => readSetupState())
        .then(
          (state) => setNeedsSetup(state.is_needed),
          () => undefined,
        );
  }, []);
  const enter = () => {
    toast(t('auth.loginSuccess'));
    const first = keptInvitation.find() ? paths.invitation : paths.home;
    router.history.push(search.return ?? first);
  };
  return (
    <LoginForm
      initialEmail={email ?? ''}
      notice={
        (email !== undefined && (
          <FormNotice kind="success">
            {t('auth.registerSuccess')} {config.sends_mail !== false && t('auth.confirmSent')}
          </FormNotice>
        )) ||
        (passwordChanged && <FormNotice kind="success">{t('auth.passwordChanged')}</FormNotice>) ||
        (accountDeleted && <FormNotice kind="success">{t('auth.accountDeleted')}</FormNotice>) ||
        (hasExpired && (
          <FormNotice kind="problem">
            {t('auth.sessionExpired')} {!drafts.isEmpty() && t('auth.draftsKept')}
          </FormNotice>
        )) ||
        (logoutFailed && <FormNotice kind="problem">{t('top.logoutUnconfirmed')}</FormNotice>)
      }
      forgot={
        <UnderForm>
          <Link to={paths.recover}>{t('auth.forgot')}</Link>
          {needsSetup && (
            <>
              {' · '}
              <Link to={paths.setup}>{t('auth.setup')}</Link>
            </>
          )}
        </UnderForm>
      }
      demo={config.demo}
      mailbox={
        config.demo?.has_mailbox && (
          <Link className="inline-block py-1" to={paths.mailbox}>
            {t('auth.mailboxOpen')}
          </Link>
        )
      }
      onLoggedIn={enter}
    />
  );
}
