import { useNavigate, useSearch } from '@tanstack/react-router';
import type { UsersView } from '../../areas/people/users/api.ts';
import { UsersList } from '../../areas/people/users/users-list.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { paths } from '../../lib/page/paths.ts';
import { areaTexts } from '../../lib/texts/area-texts.tsx';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

const UsersTexts = areaTexts('users', 'access');

export const UsersPage = () => (
  <UsersTexts waiting={<LoadingPage />}>
    <Users />
  </UsersTexts>
);

function Users() {
  useLiveLink();
  const { user } = usePerson();
  const view = useSearch({ from: '/admin/super-seller/users-list' });
  const navigate = useNavigate();
  const show = (search: UsersView) =>
    void navigate({ to: paths.users, search, replace: true, resetScroll: false });
  return <UsersList view={view} onView={show} ownId={user.id} />;
}
