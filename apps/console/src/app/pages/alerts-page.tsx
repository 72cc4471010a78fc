import { canOpenPage } from '@manoboard/domain/access/roles';
import { Navigate, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type AlertFilter, isTableFilter, readAlertFilter } from '../../areas/alerts/list/alert-filter.ts';
import { AlertsView } from '../../areas/alerts/list/alerts-view.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { usePerson } from '../use-person.ts';
import { AlertOf } from './alert-of.tsx';

const AlertsList = lazyComponent(
  async () => (await import('../../areas/alerts/list/alerts-list.tsx')).AlertsList,
);

/** Loads after the first paint. */
const KindField = lazyComponent(async () => {
  await whenIdle();
  return (await import('../../areas/alerts/list/kind-field.tsx')).KindField;
});

/** R7.4: one component for the list and for an alert of it, so that the list stays as it is while alerts change beside it. */
export function AlertsPage() {
  const { roles } = usePerson();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The entry of Super Sellers in the sidebar leads to the address of the spec.
  if (path === paths.myAlerts && canOpenPage('super-seller', roles))
    return <Navigate to={paths.alerts} search={true as never} replace />;
  return <Alerts />;
}

function Alerts() {
  const { user } = usePerson();
  const { id } = useParams({ strict: false });
  const filter = useSearch({ strict: false, structuralSharing: true, select: readAlertFilter });
  const navigate = useNavigate();
  useLiveLink();
  const setFilter = useCallback(
    (search: AlertFilter) =>
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false }),
    [navigate],
  );
  const props = { filter, onFilter: setFilter, banner: <LinkBanner /> };
  if (id === undefined && isTableFilter(filter))
    return <AlertsList {...props} userName={`${user.name} ${user.surname}`} KindField={KindField} />;
  return (
    <AlertsView
      {...props}
      userId={user.id}
      selectedId={id === undefined ? undefined : Number(id)}
      detail={(shownId, isBeside) => <AlertOf key={shownId} id={shownId} isBeside={isBeside} />}
    />
  );
}
