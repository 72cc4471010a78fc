import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../lib/texts/locale-store.ts';
import { firmwareSearch } from '../firmware-search.ts';
import { fleetSearch } from '../fleet-search.ts';
import { usersSearch } from '../users-search.ts';
import { admin, requireRole } from './admin-route.ts';

const seller = createRoute({
  getParentRoute: () => admin,
  path: 'seller',
  validateSearch: fleetSearch,
  beforeLoad: requireRole('seller'),
  staticData: { title: 'nav.seller' },
  loader: () => loadTexts('fleet'),
  component: lazyRouteComponent(() => import('../pages/fleet-pages.tsx'), 'FleetPage'),
});
const technician = createRoute({
  getParentRoute: () => admin,
  path: 'technician',
  beforeLoad: requireRole('technician'),
  staticData: { title: 'nav.technician' },
  loader: () => loadTexts('alerts'),
  component: lazyRouteComponent(() => import('../pages/technician-page.tsx'), 'TechnicianPage'),
});
const technicianPumps = createRoute({
  getParentRoute: () => admin,
  path: 'technician/pumps',
  validateSearch: fleetSearch,
  beforeLoad: requireRole('technician'),
  staticData: { title: 'nav.allPumps' },
  loader: () => loadTexts('fleet'),
  component: lazyRouteComponent(() => import('../pages/fleet-pages.tsx'), 'FleetPage'),
});
const mainList = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/main-list',
  validateSearch: fleetSearch,
  beforeLoad: requireRole('super-seller'),
  staticData: { title: 'nav.mainPanel' },
  loader: () => loadTexts('fleet'),
  component: lazyRouteComponent(() => import('../pages/fleet-pages.tsx'), 'MainListPage'),
});
/** R7.3 */
const users = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/users-list',
  validateSearch: usersSearch,
  beforeLoad: requireRole('super-seller'),
  staticData: { title: 'nav.users' },
  loader: () => loadTexts('people'),
  component: lazyRouteComponent(() => import('../pages/users-page.tsx'), 'UsersPage'),
});
/** R4.14 */
const firmware = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/firmware',
  beforeLoad: requireRole('super-seller'),
  validateSearch: firmwareSearch,
  staticData: { title: 'nav.firmware' },
  loader: () => loadTexts('service'),
  component: lazyRouteComponent(() => import('../pages/firmware-page.tsx'), 'FirmwarePage'),
});
const installation = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/installation',
  beforeLoad: requireRole('super-seller'),
  staticData: { title: 'nav.installation' },
  loader: () => loadTexts('fleet', 'service'),
  component: lazyRouteComponent(() => import('../pages/installation-page.tsx'), 'InstallationPage'),
});

/** R7.1: pages of the three roles. */
export const staffRoutes = [
  seller,
  technician,
  technicianPumps,
  mainList,
  users,
  firmware,
  installation,
] as const;
