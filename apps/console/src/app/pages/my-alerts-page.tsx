import { canOpenPage } from '@manoboard/domain/access/roles';
import { Navigate } from '@tanstack/react-router';
import { MyAlerts } from '../../areas/alerts/list/my-alerts.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePerson } from '../use-person.ts';
import { useAlertPerson } from './use-alert-person.ts';

function Mine() {
  const { user, rightsOf } = useAlertPerson();
  useLiveLink();
  return <MyAlerts user={user} rightsOf={rightsOf} banner={<LinkBanner />} />;
}

/** R7.4: Super Sellers have a list with filters and a selection. */
export function MyAlertsPage() {
  const { roles } = usePerson();
  if (canOpenPage('super-seller', roles)) return <Navigate to={paths.alerts} replace />;
  return <Mine />;
}
