import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deviceSearch, overviewSearch } from '../device-search.ts';
import { admin } from './admin-route.ts';
import { toDashboard } from './root-route.tsx';

const adminIndex = createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: toDashboard });
const dashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  validateSearch: deviceSearch,
  staticData: { title: 'nav.dashboard' },
  component: lazyRouteComponent(() => import('../pages/dashboard-page.tsx'), 'DashboardPage'),
});
const overview = createRoute({
  getParentRoute: () => admin,
  path: 'overview',
  validateSearch: overviewSearch,
  staticData: { title: 'nav.overview' },
  component: lazyRouteComponent(() => import('../pages/overview-page.tsx'), 'OverviewPage'),
});
/** R4.1 */
const addDevice = createRoute({
  getParentRoute: () => admin,
  path: 'add-device',
  staticData: { title: 'nav.addDevice' },
  component: lazyRouteComponent(() => import('../pages/add-device-page.tsx'), 'AddDevicePage'),
});
/** R3.5 */
const profile = createRoute({
  getParentRoute: () => admin,
  path: 'profile',
  staticData: { title: 'nav.profile' },
  component: lazyRouteComponent(() => import('../pages/profile-page.tsx'), 'ProfilePage'),
});
const docs = createRoute({
  getParentRoute: () => admin,
  path: 'documentation/docs',
  staticData: { title: 'nav.documentation' },
  component: lazyRouteComponent(() => import('../pages/help-pages.tsx'), 'DocsPage'),
});
const faq = createRoute({
  getParentRoute: () => admin,
  path: 'pages/faq',
  staticData: { title: 'nav.faq' },
  component: lazyRouteComponent(() => import('../pages/help-pages.tsx'), 'FaqPage'),
});

/** Pages of every logged-in user. */
export const userRoutes = [adminIndex, dashboard, overview, addDevice, profile, docs, faq] as const;
