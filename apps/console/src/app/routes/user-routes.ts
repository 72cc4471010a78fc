import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AlertFilter } from '../../areas/alerts/list/alert-filter.ts';
import { PERIODS, type PeriodDays } from '../../areas/history/statistics/periods.ts';
import { deviceSearch, overviewSearch } from '../../device/device-search.ts';
import { paths } from '../../lib/page/paths.ts';
import { loadTexts } from '../../lib/texts/locale-store.ts';
import { admin, requireRole } from './admin-route.ts';
import { toDashboard } from './root-route.tsx';

/** R7.1: the dashboard stays reachable for everybody; this is where the login leads. */
const adminIndex = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { user, roles, isStored } = context.person;
    // Offline, only pages of devices have stored values; a provider with the fields of the spec has no list of work.
    const hasWork = !isStored && user.email_confirmed !== undefined;
    if (hasWork && (await import('../guards.ts')).landsOnWork(roles))
      throw redirect({ to: paths.technician, replace: true });
    toDashboard();
  },
});
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
/** The page of the lists and of their alerts; it stays while the address changes between them. */
const alertsLayout = createRoute({
  getParentRoute: () => admin,
  id: 'alerts-layout',
  loader: () => loadTexts('alerts'),
  component: lazyRouteComponent(() => import('../pages/alerts-page.tsx'), 'AlertsPage'),
});
/** The page drops unknown values: the routes are part of every first load. */
const alertSearch = (search: AlertFilter) => search;
/** R7.4: alerts of all devices of the user. */
const myAlerts = createRoute({
  getParentRoute: () => alertsLayout,
  path: 'alerts',
  validateSearch: alertSearch,
  staticData: { title: 'nav.alerts' },
});
/** R7.4: of a device that the user may see; the server decides. */
const alert = createRoute({
  getParentRoute: () => alertsLayout,
  path: 'alerts/$id',
  validateSearch: alertSearch,
  staticData: { title: 'nav.alerts' },
});
/** R7.4: the address of the spec, for Super Sellers. */
const allAlerts = createRoute({
  getParentRoute: () => alertsLayout,
  path: 'super-seller/alerts-list',
  beforeLoad: requireRole('super-seller'),
  validateSearch: alertSearch,
  staticData: { title: 'nav.alerts' },
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
  alertsLayout.addChildren([myAlerts, alert, allAlerts]),
  profile,
  notifications,
  docs,
  faq,
] as const;
