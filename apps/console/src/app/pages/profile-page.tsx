import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ProfileForm } from '../../features/profile/profile-form.tsx';
import { HelpLink } from '../../lib/help-link.tsx';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

const TermsLink = ({ children }: { children: ReactNode }) => <Link to={paths.terms}>{children}</Link>;

export const ProfilePage = () => (
  <ToolTexts waiting={<LoadingPage />}>
    <Profile />
  </ToolTexts>
);

function Profile() {
  const t = useTranslations('profile');
  const router = useRouter();
  const { user, roles } = usePerson();

  const showChanged = () => router.invalidate();
  const showSaved = async () => {
    await showChanged();
    void toast(t('updated'));
  };
  return (
    <>
      <PageHead title={t('title')} text={t('lead')}>
        <HelpLink section="account" />
      </PageHead>
      <ProfileForm
        user={user}
        roles={roles}
        onSaved={showSaved}
        onChanged={showChanged}
        TermsLink={TermsLink}
      />
    </>
  );
}
