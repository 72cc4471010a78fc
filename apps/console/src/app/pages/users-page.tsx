import { useNavigate, useSearch } from '@tanstack/react-router';
import type { UsersView } from '../../areas/people/users/api.ts';
import { UsersList } from '../../areas/people/users/users-list.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePerson } from '../use-person.ts';

export function UsersPage() {
  useLiveLink();
  const { user } = usePerson();
  const view = useSearch({ from: '/admin/super-seller/users-list' });
  const navigate = useNavigate();
  const show = (search: UsersView) =>
    void navigate({ to: paths.users, search, replace: true, resetScroll: false });
  return <UsersList view={view} onView={show} ownId={user.id} />;
}
