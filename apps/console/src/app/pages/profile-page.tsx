import { useTranslations } from 'use-intl';
import { ProfileCard } from '../../features/profile/profile-card.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { usePerson } from '../use-person.ts';

export function ProfilePage() {
  const t = useTranslations('profile');
  const { user, roles } = usePerson();
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <ProfileCard user={user} roles={roles} />
    </>
  );
}
