import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FleetFilters } from '../../features/fleet/api.ts';
import { FleetView } from '../../features/fleet/fleet-view.tsx';
import { paths } from '../../lib/paths.ts';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { fleetSearch } from '../fleet-search.ts';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

interface LinkProps {
  deviceId: string;
  className?: string | undefined;
  children: ReactNode;
}

const OverviewLink = ({ deviceId, className, children }: LinkProps) => (
  <Link to={paths.overview} search={{ device: deviceId }} className={className}>
    {children}
  </Link>
);

type Title = 'sellerTitle' | 'mainTitle';

function Fleet({ titleKey }: { titleKey: Title }) {
  const t = useTranslations('fleet');
  const { user } = usePerson();
  const navigate = useNavigate();
  // Stable while the address is: the filters are part of the query keys.
  const filters: FleetFilters = useSearch({ strict: false, select: fleetSearch, structuralSharing: true });
  // Replaced, not pushed: the way back leaves the list.
  const setFilters = (search: FleetFilters) => void navigate({ to: '.', search, replace: true });
  return (
    <FleetView
      title={t(titleKey)}
      userId={user.id}
      filters={filters}
      onChange={setFilters}
      DeviceLink={OverviewLink}
    />
  );
}

const page = (content: ReactNode) => () => <ToolTexts waiting={<LoadingPage />}>{content}</ToolTexts>;

export const SellerPage = page(<Fleet titleKey="sellerTitle" />);
export const MainListPage = page(<Fleet titleKey="mainTitle" />);
