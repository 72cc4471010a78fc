import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Charts } from '../../areas/history/statistics/charts.tsx';
import { DeviceMeters } from '../../areas/history/statistics/device-meters.tsx';
import { paths } from '../../lib/page/paths.ts';
import { textFiles } from '../../lib/texts/area-texts.tsx';
import { LazyTexts } from '../../lib/texts/lazy-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const texts = textFiles(
  () => import('@manoboard/i18n/sk/statistics.json'),
  () => import('@manoboard/i18n/gb/statistics.json'),
);

const route = getRouteApi('/admin/statistics/charts');

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
      <DeviceMeters />
    </LazyTexts>
  );
}
