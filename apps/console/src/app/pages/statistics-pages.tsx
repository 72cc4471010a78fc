import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Charts } from '../../areas/history/statistics/charts.tsx';
import { paths } from '../../lib/page/paths.ts';

const route = getRouteApi('/admin/statistics/charts');

export function ChartsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const show = (change: typeof search) =>
    void navigate({ to: paths.statisticsCharts, search: change, replace: true, resetScroll: false });
  return (
    <Charts
      days={search.days ?? 30}
      onDays={(days) => show({ ...search, days })}
      deviceId={search.device}
      onDevice={(device) => {
        const { device: _, ...others } = search;
        show(device === undefined ? others : { ...others, device });
      }}
    />
  );
}
