import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FleetList } from '../../features/fleet-list/fleet-list.tsx';
import { paths } from '../../lib/paths.ts';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const OverviewLink = ({ deviceId, children }: { deviceId: string; children: ReactNode }) => (
  <Link to={paths.overview} search={{ device: deviceId }}>
    {children}
  </Link>
);

function Fleet({ title }: { title: 'sellerTitle' | 'technicianTitle' | 'mainTitle' }) {
  const t = useTranslations('fleet');
  return <FleetList title={t(title)} DeviceLink={OverviewLink} />;
}

const page = (title: Parameters<typeof Fleet>[0]['title']) => () => (
  <ToolTexts waiting={<LoadingPage />}>
    <Fleet title={title} />
  </ToolTexts>
);

export const SellerPage = page('sellerTitle');
export const TechnicianPage = page('technicianTitle');
export const MainListPage = page('mainTitle');
