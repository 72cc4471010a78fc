import { useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ProfileForm } from '../../features/profile/profile-form.tsx';
import { useRoleWords } from '../../features/profile/use-role-words.ts';
import { toast } from '../../lib/toast.ts';
import { PageHead } from '../../ui/heading.tsx';
import { usePerson } from '../use-person.ts';

export function ProfilePage() {
  const t = useTranslations('profile');
  const router = useRouter();
  const { user, roles } = usePerson();

  const showSaved = async () => {
    await router.invalidate();
    void toast(t('updated'));
  };
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <ProfileForm user={user} roles={useRoleWords(roles)} onSaved={showSaved} />
    </>
  );
}
