import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { DashboardPage } from '../app/pages/dashboard-page.tsx';
import { OverviewPage } from '../app/pages/overview-page.tsx';
import type { Person } from '../app/use-person.ts';
import { deviceSearch, overviewSearch } from '../device/device-search.ts';
import { aUser } from './whole-app.tsx';

/** Dashboard and overview with a logged-in user, without the shell and the session. */
export async function createPages(href: string, roles: string[] = []) {
  const root = createRootRoute();
  const admin = createRoute({
    getParentRoute: () => root,
    path: '/admin',
    beforeLoad: (): { person: Person } => ({ person: { user: aUser, roles } }),
  });
  const dashboard = createRoute({
    getParentRoute: () => admin,
    path: '/dashboard',
    validateSearch: deviceSearch,
    component: DashboardPage,
  });
  const overview = createRoute({
    getParentRoute: () => admin,
    path: '/overview',
    validateSearch: overviewSearch,
    component: OverviewPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([admin.addChildren([dashboard, overview])]),
    history: createMemoryHistory({ initialEntries: [href] }),
  });
  await act(() => router.load());
  return {
    pages: <RouterProvider router={router as never} />,
    search: () => router.state.location.search,
    go: (to: string) => act(async () => router.history.push(to)),
    goBack: () => act(async () => router.history.back()),
  };
}
