import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
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
  const [saves, setSaves] = useState(0);

  /** The form starts anew from what the server has kept. */
  const showSaved = async () => {
    await router.invalidate();
    setSaves((count) => count + 1);
    void toast(t('updated'));
  };
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <ProfileForm key={saves} user={user} roles={useRoleWords(roles)} onSaved={showSaved} />
    </>
  );
}
