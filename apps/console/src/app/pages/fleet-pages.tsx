import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FleetFilters } from '../../features/fleet/api.ts';
import { FleetView } from '../../features/fleet/fleet-view.tsx';
import { areaTexts, textFiles } from '../../lib/area-texts.tsx';
import { paths } from '../../lib/paths.ts';
import { fleetSearch } from '../fleet-search.ts';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

const texts = textFiles(
  () => import('@manoboard/i18n/sk/fleet.json'),
  () => import('@manoboard/i18n/gb/fleet.json'),
);
const FleetTexts = areaTexts(texts);

interface LinkProps {
  deviceId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A plain link: a link of the router subscribes to its state, which takes longer than the rest of a row. */
function OverviewLink({ deviceId, className, children }: LinkProps) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isForNewTab || event.button !== 0) return;
    event.preventDefault();
    void navigate({ to: paths.overview, search: { device: deviceId } });
  };
  return (
    <a href={`${paths.overview}?device=${deviceId}`} className={className} onClick={open}>
      {children}
    </a>
  );
}

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

const page = (content: ReactNode) => () => <FleetTexts waiting={<LoadingPage />}>{content}</FleetTexts>;

export const SellerPage = page(<Fleet titleKey="sellerTitle" />);
export const MainListPage = page(<Fleet titleKey="mainTitle" />);
