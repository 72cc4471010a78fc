import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FleetList } from '../../features/fleet-list/fleet-list.tsx';
import { paths } from '../../lib/paths.ts';

const OverviewLink = ({ deviceId, children }: { deviceId: string; children: ReactNode }) => (
  <Link to={paths.overview} search={{ device: deviceId }}>
    {children}
  </Link>
);

export function SellerPage() {
  const t = useTranslations('fleet');
  return <FleetList title={t('sellerTitle')} DeviceLink={OverviewLink} />;
}

export function TechnicianPage() {
  const t = useTranslations('fleet');
  return <FleetList title={t('technicianTitle')} DeviceLink={OverviewLink} />;
}

export function MainListPage() {
  const t = useTranslations('fleet');
  return <FleetList title={t('mainTitle')} DeviceLink={OverviewLink} />;
}
