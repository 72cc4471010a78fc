import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useLiveLink } from '../../device/live/use-link.ts';
import type { AlertFilter } from '../../features/alerts/alert-filter.ts';
import { AlertsList } from '../../features/alerts/alerts-list.tsx';
import { LinkBanner } from '../../features/devices/device-banner.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import { AlertTargetLink, AlertTexts } from './alert-parts.tsx';
import { LoadingPage } from './loading-page.tsx';

function Alerts() {
  const filter = useSearch({ from: '/admin/super-seller/alerts-list' });
  const navigate = useNavigate();
  const { user } = usePerson();
  useLiveLink();
  const setFilter = useCallback(
    (search: AlertFilter) => void navigate({ to: paths.alerts, search, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <AlertsList
      filter={filter}
      onFilter={setFilter}
      userName={`${user.name} ${user.surname}`}
      Link={AlertTargetLink}
      banner={<LinkBanner />}
    />
  );
}

/** R7.4 */
export const AlertsPage = () => (
  <AlertTexts waiting={<LoadingPage />}>
    <Alerts />
  </AlertTexts>
);
