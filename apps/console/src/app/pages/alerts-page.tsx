import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type AlertFilter, readAlertFilter } from '../../areas/alerts/list/alert-filter.ts';
import { AlertsList } from '../../areas/alerts/list/alerts-list.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { usePerson } from '../use-person.ts';

/** Loads after the first paint. */
const KindField = lazyComponent(async () => {
  await whenIdle();
  return (await import('../../areas/alerts/list/kind-field.tsx')).KindField;
});

/** R7.4 */
export function AlertsPage() {
  const filter = useSearch({
    from: '/admin/super-seller/alerts-list',
    structuralSharing: true,
    select: readAlertFilter,
  });
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
      KindField={KindField}
      banner={<LinkBanner />}
    />
  );
}
