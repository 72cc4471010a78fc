import {
  createRouter,
  type ErrorComponentProps,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { cancelReads } from '../lib/http/http.ts';
import { type HttpProblemCode, problemCodeOf } from '../lib/http/http-problem.ts';
import { useLoadHint } from '../lib/http/use-problem-text.ts';
import { Button } from '../ui/button.tsx';
import { LoadingPage } from './pages/loading-page.tsx';
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

const TITLES: Partial<Record<HttpProblemCode, 'app.unreachable' | 'app.oddAnswer'>> = {
  NETWORK: 'app.unreachable',
  BAD_ANSWER: 'app.oddAnswer',
};

/** Error boundary of the router, with a retry button; retries by itself when the network is back. */
function ErrorPage({ error }: ErrorComponentProps) {
  const t = useTranslations();
  const router = useRouter();
  const loadHint = useLoadHint();
  const code = problemCodeOf(error);
  const title = TITLES[code] ?? 'app.crash';
  useEffect(() => {
    const retry = () => void router.invalidate();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [router]);
  return (
    <main
      className="grid gap-3 px-4 py-6.5 text-center justify-items-center content-center min-h-[85dvh]"
      role="alert"
    >
      <h1 className="text-title font-bold tracking-tight">{t(title)}</h1>
      <p className="mb-3 max-w-128 text-dim">
        {title === 'app.crash' ? t('app.crashHint') : loadHint(error)}
      </p>
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
