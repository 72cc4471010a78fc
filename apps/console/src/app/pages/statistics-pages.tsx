import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Charts } from '../../features/statistics/charts.tsx';
import { DeviceMeters } from '../../features/statistics/device-meters.tsx';
import { LazyTexts } from '../../lib/lazy-texts.tsx';
import { createLoader } from '../../lib/loader.ts';
import { paths } from '../../lib/paths.ts';
import { LoadingPage } from './loading-page.tsx';

const texts = {
  'sk-SK': createLoader(async () => (await import('@manoboard/i18n/sk/statistics.json')).default),
  'en-GB': createLoader(async () => (await import('@manoboard/i18n/gb/statistics.json')).default),
};

const route = getRouteApi('/admin/statistics/charts');

const DeviceLink = ({ deviceId, children }: { deviceId: string; children: ReactNode }) => (
  <Link to={paths.overview} search={{ device: deviceId }}>
    {children}
  </Link>
);

export function ChartsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const show = (change: typeof search) =>
    void navigate({ to: paths.statisticsCharts, search: change, replace: true, resetScroll: false });
  return (
    <LazyTexts files={texts} waiting={<LoadingPage />}>
      <Charts
        days={search.days ?? 30}
        onDays={(days) => show({ ...search, days })}
        deviceId={search.device}
        onDevice={(device) => {
          const { device: _, ...others } = search;
          show(device === undefined ? others : { ...others, device });
        }}
      />
    </LazyTexts>
  );
}

export function DeviceMetersPage() {
  return (
    <LazyTexts files={texts} waiting={<LoadingPage />}>
      <DeviceMeters DeviceLink={DeviceLink} />
    </LazyTexts>
  );
}
