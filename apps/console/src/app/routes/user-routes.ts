import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PERIODS, type PeriodDays } from '../../areas/history/statistics/periods.ts';
import { deviceSearch, overviewSearch } from '../../device/device-search.ts';
import { paths } from '../../lib/page/paths.ts';
import { loadTexts } from '../../lib/texts/locale-store.ts';
import { admin } from './admin-route.ts';
import { toDashboard } from './root-route.tsx';

const adminIndex = createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: toDashboard });
const dashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  validateSearch: deviceSearch,
  staticData: { title: 'nav.dashboard' },
  loader: () => loadTexts('pump'),
  component: lazyRouteComponent(() => import('../pages/dashboard-page.tsx'), 'DashboardPage'),
});
const overview = createRoute({
  getParentRoute: () => admin,
  path: 'overview',
  validateSearch: overviewSearch,
  staticData: { title: 'nav.overview' },
  loader: () => loadTexts('pump'),
  component: lazyRouteComponent(() => import('../pages/overview-page.tsx'), 'OverviewPage'),
});
/** R4.1 */
const addDevice = createRoute({
  getParentRoute: () => admin,
  path: 'add-device',
  staticData: { title: 'nav.addDevice' },
  loader: () => loadTexts('service'),
  component: lazyRouteComponent(() => import('../pages/add-device-page.tsx'), 'AddDevicePage'),
});
/** R4.17: the name, the place and the notifications of a pump that was just added. */
const newPump = createRoute({
  getParentRoute: () => admin,
  path: 'new-pump',
  validateSearch: deviceSearch,
  staticData: { title: 'nav.addDevice' },
  loader: () => loadTexts('service', 'alerts'),
  component: lazyRouteComponent(() => import('../pages/new-pump-page.tsx'), 'NewPumpPage'),
});
const chartsSearch = (search: Record<string, unknown>): { days?: PeriodDays; device?: string } => {
  const days = PERIODS.find((period) => period === Number(search.days));
  return { ...deviceSearch(search), ...(days !== undefined && { days }) };
};
const statistics = createRoute({
  getParentRoute: () => admin,
  path: 'statistics',
  beforeLoad: () => {
    throw redirect({ to: paths.statisticsCharts, replace: true });
  },
});
const charts = createRoute({
  getParentRoute: () => admin,
  path: 'statistics/charts',
  validateSearch: chartsSearch,
  staticData: { title: 'nav.statistics' },
  loader: () => loadTexts('history'),
  component: lazyRouteComponent(() => import('../pages/statistics-pages.tsx'), 'ChartsPage'),
});
const deviceMeters = createRoute({
  getParentRoute: () => admin,
  path: 'statistics/progress-bars',
  staticData: { title: 'nav.statistics' },
  loader: () => loadTexts('history'),
  component: lazyRouteComponent(
    () => import('../../areas/history/statistics/device-meters.tsx'),
    'DeviceMeters',
  ),
});
/** R7.4: alerts of all devices of the user. */
const myAlerts = createRoute({
  getParentRoute: () => admin,
  path: 'alerts',
  staticData: { title: 'nav.alerts' },
  loader: () => loadTexts('alerts'),
  component: lazyRouteComponent(() => import('../pages/my-alerts-page.tsx'), 'MyAlertsPage'),
});
/** R7.4: of a device that the user may see; the server decides. */
const alert = createRoute({
  getParentRoute: () => admin,
  path: 'alerts/$id',
  staticData: { title: 'nav.alerts' },
  loader: () => loadTexts('alerts'),
  component: lazyRouteComponent(() => import('../pages/alert-page.tsx'), 'AlertPage'),
});
/** R3.5 */
const profile = createRoute({
  getParentRoute: () => admin,
  path: 'profile',
  staticData: { title: 'nav.profile' },
  loader: () => loadTexts('account'),
  component: lazyRouteComponent(() => import('../pages/profile-page.tsx'), 'ProfilePage'),
});
const notifications = createRoute({
  getParentRoute: () => admin,
  path: 'profile/notifications',
  staticData: { title: 'top.notifications' },
  loader: () => loadTexts('alerts'),
  component: lazyRouteComponent(() => import('../pages/notifications-page.tsx'), 'NotificationsPage'),
});
const docs = createRoute({
  getParentRoute: () => admin,
  path: 'documentation/docs',
  staticData: { title: 'nav.documentation' },
  loader: () => loadTexts('help', 'alerts'),
  component: lazyRouteComponent(() => import('../pages/help-pages.tsx'), 'DocsPage'),
});
const faq = createRoute({
  getParentRoute: () => admin,
  path: 'pages/faq',
  staticData: { title: 'nav.faq' },
  loader: () => loadTexts('help', 'alerts'),
  component: lazyRouteComponent(() => import('../pages/help-pages.tsx'), 'FaqPage'),
});

/** Pages of every logged-in user. */
export const userRoutes = [
  adminIndex,
  dashboard,
  overview,
  addDevice,
  newPump,
  statistics,
  charts,
  deviceMeters,
  myAlerts,
  alert,
  profile,
  notifications,
  docs,
  faq,
] as const;
