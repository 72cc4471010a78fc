import { IconBellCog } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FactorsCard } from '../../areas/account/factor/factors-card.tsx';
import { IntegrationsCard } from '../../areas/account/integrations/integrations-card.tsx';
import { LoginsCard } from '../../areas/account/logins/logins-card.tsx';
import { DataCard } from '../../areas/account/profile/data-card.tsx';
import { ProfileForm } from '../../areas/account/profile/profile-form.tsx';
import { SessionsCard } from '../../areas/account/profile/sessions-card.tsx';
import { TokensCard } from '../../areas/account/tokens/tokens-card.tsx';
import { unsubscribeBrowser } from '../../areas/alerts/notifications/browser-push.ts';
import { session } from '../../lib/http/session.ts';
import { HelpLink } from '../../lib/page/help-link.tsx';
import { paths } from '../../lib/page/paths.ts';
import { toast } from '../../lib/page/toast.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { usePerson } from '../use-person.ts';
import { LinkButton } from './link-button.tsx';
import { PreferencesCard } from './preferences-card.tsx';

const TermsLink = ({ children }: { children: ReactNode }) => <Link to={paths.terms}>{children}</Link>;

export function ProfilePage() {
  const t = useTranslations('profile');
  const router = useRouter();
  const { user, roles } = usePerson();

  const showChanged = () => router.invalidate();
  const showSaved = async () => {
    await showChanged();
    toast(t('updated'));
  };
  /** The server has ended the session, so no logout is requested. */
  const leave = async () => {
    await session.end(async () => undefined);
    void unsubscribeBrowser();
    await router.navigate({ to: paths.login, state: { accountDeleted: true }, replace: true });
  };
  return (
    <>
      <PageHead title={t('title')} text={t('lead')}>
        <HelpLink section="account" />
      </PageHead>
      <div className="grid items-start gap-4 grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)] max-xl:grid-cols-1">
        <div className="grid gap-4 grid-cols-1">
          <ProfileForm
            user={user}
            roles={roles}
            onSaved={showSaved}
            onChanged={showChanged}
            TermsLink={TermsLink}
          />
          <FactorsCard />
          <SessionsCard />
          <LoginsCard />
          <IntegrationsCard />
          <TokensCard />
        </div>
        <div className="grid gap-4 grid-cols-1">
          <PreferencesCard />
          <NotificationsCard />
          <DataCard user={user} onDeleted={leave} />
        </div>
      </div>
    </>
  );
}

/** Where the settings of alerts are. */
function NotificationsCard() {
  const t = useTranslations('profile.notifications');
  return (
    <Card aria-labelledby="profile-notifications">
      <SectionHead id="profile-notifications" title={t('title')} />
      <p className="text-md text-dim mb-3.5">{t('lead')}</p>
      <LinkButton to={paths.notifications} icon={<IconBellCog size={18} stroke={1.7} aria-hidden />}>
        {t('open')}
      </LinkButton>
    </Card>
  );
}
