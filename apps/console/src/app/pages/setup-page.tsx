import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readSetupState } from '../../areas/account/auth/api.ts';
import { SetupForm } from '../../areas/account/auth/setup-form.tsx';
import { LoadFailure } from '../../lib/page/lazy-component.tsx';
import { createLoader, useLoader } from '../../lib/page/loader.ts';
import { paths } from '../../lib/page/paths.ts';
import { UnderForm } from '../../ui/form.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';
import { LoadingPage } from './loading-page.tsx';
import { TermsLink } from './signup-page.tsx';

/** First run without the demo. */
export function SetupPage() {
  const t = useTranslations();
  const router = useRouter();
  const navigate = useNavigate();
  const [loader] = useState(() => createLoader(readSetupState));
  const { value: state, hasFailed, retry } = useLoader(loader);
  if (hasFailed) return <LoadFailure onRetry={retry} />;
  if (!state) return <LoadingPage />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {state.is_needed ? (
        <SetupForm
          terms={<TermsLink />}
          onDone={(email, isLoggedIn) =>
            isLoggedIn
              ? router.history.push(paths.superSeller)
              : void navigate({ to: paths.login, state: { email } })
          }
        />
      ) : (
        <>
          <FormNotice kind="problem">{t('problem.SETUP_DONE')}</FormNotice>
          {/* While the first account is missing, the login leads back here. */}
          <UnderForm>
            <Link to={paths.login}>{t('auth.backToLogin')}</Link>
          </UnderForm>
        </>
      )}
    </div>
  );
}
