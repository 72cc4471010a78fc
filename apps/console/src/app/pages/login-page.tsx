import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { FormNotice } from '../../features/auth/form-notice.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';

const route = getRouteApi('/auth/login');

export function LoginPage() {
  const t = useTranslations();
  const router = useRouter();
  const search = route.useSearch();
  const { email, hasExpired, logoutFailed } = useLocation({ select: (location) => location.state });

  const enter = () => {
    void toast(t('auth.loginSuccess'));
    router.history.push(search.return ?? paths.dashboard);
  };
  return (
    <LoginForm
      initialEmail={email ?? ''}
      notice={
        (email !== undefined && <FormNotice kind="success">{t('auth.registerSuccess')}</FormNotice>) ||
        (hasExpired && <FormNotice kind="problem">{t('auth.sessionExpired')}</FormNotice>) ||
        (logoutFailed && <FormNotice kind="problem">{t('top.logoutUnconfirmed')}</FormNotice>)
      }
      demo={config.demo}
      onLoggedIn={enter}
    />
  );
}
