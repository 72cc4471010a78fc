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

const deviceSearch = (search: Record<string, unknown>): { device?: string } =>
  typeof search.device === 'string' ? { device: search.device } : {};

/** The two pages at their addresses, without shell and session. */
export async function createPages(href: string) {
  const root = createRootRoute();
  const dashboard = createRoute({
    getParentRoute: () => root,
    path: '/admin/dashboard',
    validateSearch: deviceSearch,
    component: DashboardPage,
  });
  const overview = createRoute({
    getParentRoute: () => root,
    path: '/admin/overview',
    validateSearch: deviceSearch,
    component: OverviewPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([dashboard, overview]),
    history: createMemoryHistory({ initialEntries: [href] }),
  });
  await act(() => router.load());
  return { pages: <RouterProvider router={router as never} />, search: () => router.state.location.search };
}
