import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Charts } from '../../features/statistics/charts.tsx';
import { DeviceMeters } from '../../features/statistics/device-meters.tsx';
import { paths } from '../../lib/paths.ts';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const route = getRouteApi('/admin/statistics/charts');

const DeviceLink = ({ deviceId, children }: { deviceId: string; children: ReactNode }) => (
  <Link to={paths.overview} search={{ device: deviceId }}>
    {children}
  </Link>
);

export function ChartsPage() {
  const { days = 30 } = route.useSearch();
  const navigate = useNavigate();
  return (
    <ToolTexts waiting={<LoadingPage />}>
      <Charts
        days={days}
        onDays={(next) =>
          void navigate({ to: paths.statisticsCharts, search: { days: next }, replace: true })
        }
      />
    </ToolTexts>
  );
}

export function DeviceMetersPage() {
  return (
    <ToolTexts waiting={<LoadingPage />}>
      <DeviceMeters DeviceLink={DeviceLink} />
    </ToolTexts>
  );
}
