import { Button } from '@mantine/core';
import {
  createRouter,
  type ErrorComponentProps,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { cancelReads } from '../lib/http/http.ts';
import { HttpProblem } from '../lib/http/http-problem.ts';
import { LoadingPage } from './pages/loading-page.tsx';
import classes from './pages/page.module.css';
import { admin } from './routes/admin-route.ts';
import { kitRoutes } from './routes/kit-routes.ts';
import { publicRoutes } from './routes/public-routes.ts';
import { root } from './routes/root-route.tsx';
import { staffRoutes } from './routes/staff-routes.ts';
import { userRoutes } from './routes/user-routes.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** Error boundary of the router, with a retry button; retries by itself when the network is back. */
function ErrorPage({ error }: ErrorComponentProps) {
  const t = useTranslations();
  const router = useRouter();
  const isNetwork = error instanceof HttpProblem && error.code === 'NETWORK';
  useEffect(() => {
    const retry = () => void router.invalidate();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [router]);
  return (
    <main className={classes.notice} role="alert">
      <h1>{t(isNetwork ? 'app.unreachable' : 'app.crash')}</h1>
      <p>{t(isNetwork ? 'app.unreachableHint' : 'app.crashHint')}</p>
      <Button onClick={() => router.invalidate()}>{t('common.retry')}</Button>
    </main>
  );
}

/** R2.1 */
const routeTree = root.addChildren([
  ...publicRoutes,
  admin.addChildren([...userRoutes, ...staffRoutes, ...kitRoutes]),
]);

/** R2.8: a change of the page cancels pending reads. */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: 400,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) cancelReads();
  });
  return router;
}
export type AppRouter = ReturnType<typeof createAppRouter>;
