import { useTranslations } from 'use-intl';
import { ProfileCard } from '../../features/profile/profile-card.tsx';
import { usePerson } from '../use-person.ts';
import classes from './page.module.css';

export function ProfilePage() {
  const t = useTranslations('profile');
  const { user, roles } = usePerson();
  return (
    <>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <ProfileCard user={user} roles={roles} />
    </>
  );
}
