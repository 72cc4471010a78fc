import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { FleetFilters } from '../../areas/fleet/fleet/api.ts';
import { FleetView } from '../../areas/fleet/fleet/fleet-view.tsx';
import { config } from '../../lib/page/config.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { fleetSearch } from '../fleet-search.ts';
import { usePerson } from '../use-person.ts';

const BulkRule = lazyComponent(
  async () => (await import('../../areas/alerts/alert-rules/bulk-rule.tsx')).BulkRule,
  'alerts',
);

const WallDialog = lazyComponent(
  async () => (await import('../../areas/account/tokens/wall-dialog.tsx')).WallDialog,
  'account',
);

/** Stable while the address is: the filters are part of the query keys. */
const useFilters = (): FleetFilters =>
  useSearch({ strict: false, select: fleetSearch, structuralSharing: true });

/** R7.2: all devices, of the seller, the technician and the main list. */
export function FleetPage() {
  const t = useTranslations('fleet');
  const { user } = usePerson();
  const navigate = useNavigate();
  const filters = useFilters();
  // Replaced, not pushed: the way back leaves the list.
  const setFilters = (search: FleetFilters) => void navigate({ to: '.', search, replace: true });
  return (
    <FleetView
      title={t('title')}
      userId={user.id}
      filters={filters}
      onChange={setFilters}
      ruleDialog={(dialog) => <BulkRule {...dialog} />}
      wallDialog={(dialog) => <WallDialog {...dialog} />}
    />
  );
}

const FirstRunPart = lazyComponent(async () => (await import('./installation-page.tsx')).FirstRunPart);

export const MainListPage = () => (
  <>
    {/* The demo is set up. */}
    {!config.demo && <FirstRunPart waiting={null} missing={null} />}
    <FleetPage />
  </>
);
