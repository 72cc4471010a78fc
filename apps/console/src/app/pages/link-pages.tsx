import { QueryClientProvider } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { InvitationView } from '../../areas/people/links/invitation-view.tsx';
import { ToldView } from '../../areas/people/links/told-view.tsx';
import { session } from '../../lib/http/session.ts';
import { keptInvitation } from '../../lib/page/kept-invitation.ts';
import { useLinkToken } from '../../lib/page/link-token.ts';
import { paths } from '../../lib/page/paths.ts';
import { toast } from '../../lib/page/toast.ts';
import { Button } from '../../ui/button.tsx';
import { UnderForm } from '../../ui/form.tsx';
import { queryClient } from '../query-client.ts';

function Invitation() {
  const t = useTranslations('invitation');
  const navigate = useNavigate();
  const fromLink = useLinkToken();
  const [token] = useState(fromLink ?? keptInvitation.find() ?? 'none');
  useEffect(() => {
    if (fromLink) keptInvitation.keep(fromLink);
  }, [fromLink]);
  const isLoggedIn = session.isMarked();
  const entry = (
    <>
      <Button size="md" fullWidth render={<Link to={paths.signup} />}>
        {t('signup')}
      </Button>
      <Button
        variant="default"
        size="md"
        fullWidth
        render={<Link to={paths.login} search={{ return: paths.invitation }} />}
      >
        {t('login')}
      </Button>
    </>
  );
  return (
    <InvitationView
      token={token}
      isLoggedIn={isLoggedIn}
      entry={entry}
      onAccepted={(device) => {
        keptInvitation.forget();
        toast(t('accepted'));
        void navigate({ to: paths.overview, search: { device } });
      }}
      later={
        <UnderForm>
          <Link to={paths.dashboard} onClick={keptInvitation.forget}>
            {t('later')}
          </Link>
        </UnderForm>
      }
    />
  );
}

/** R4.18: works without a login; the login and the sign-up lead back here. Queries need a provider outside of the shell. */
export const InvitationPage = () => (
  <QueryClientProvider client={queryClient}>
    <Invitation />
  </QueryClientProvider>
);

/** R4.18: the link in mails to a person who is told of alarms. */
export const ToldPage = () => (
  <QueryClientProvider client={queryClient}>
    <ToldView token={useLinkToken() ?? 'none'} />
  </QueryClientProvider>
);
