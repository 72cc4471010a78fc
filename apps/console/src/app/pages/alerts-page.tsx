import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useLiveLink } from '../../device/live/use-link.ts';
import type { AlertFilter } from '../../features/alerts/alert-filter.ts';
import { AlertsList } from '../../features/alerts/alerts-list.tsx';
import { WorkList } from '../../features/alerts/work-list.tsx';
import { LinkBanner } from '../../features/devices/device-banner.tsx';
import { areaTexts } from '../../lib/area-texts.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

const AlertTexts = areaTexts('alerts');

interface LinkProps {
  deviceId: string;
  atS?: number;
  label?: string;
  children: ReactNode;
}

/** The device, or its timeline at a moment. */
const DeviceLink = ({ deviceId, atS, label, children }: LinkProps) => (
  <Link
    to={paths.overview}
    search={{ device: deviceId, ...(atS !== undefined && { tool: 'timeline', at: atS }) }}
    aria-label={label}
  >
    {children}
  </Link>
);

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
      Link={DeviceLink}
      banner={<LinkBanner />}
    />
  );
}

function Work() {
  const { user } = usePerson();
  useLiveLink();
  return (
    <WorkList
      user={{ id: user.id, name: `${user.name} ${user.surname}` }}
      Link={DeviceLink}
      banner={<LinkBanner />}
    />
  );
}

/** R7.1: the technician's work list. */
export const TechnicianPage = () => (
  <AlertTexts waiting={<LoadingPage />}>
    <Work />
  </AlertTexts>
);

/** R7.4 */
export const AlertsPage = () => (
  <AlertTexts waiting={<LoadingPage />}>
    <Alerts />
  </AlertTexts>
);
