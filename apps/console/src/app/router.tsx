import type { RolePage } from '@manoboard/domain/access/roles';
import { Button } from '@mantine/core';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
  useMatches,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { readAlertFilter } from '../features/alerts/alert-filter.ts';
import { config } from '../lib/config.ts';
import { cancelReads } from '../lib/http.ts';
import { HttpProblem } from '../lib/http-problem.ts';
import { loadAdminTexts } from '../lib/locale-store.ts';
import { useCurrentSubject } from '../lib/page-subject.ts';
import { paths, safeReturnPath } from '../lib/paths.ts';
import type { OpenedDialog } from '../lib/use-history-dialog.ts';
import { deviceSearch, firmwareSearch, overviewSearch } from './device-search.ts';
import { fleetSearch } from './fleet-search.ts';
import type { Person } from './guards.ts';
import { LoadingPage } from './pages/loading-page.tsx';
import { isNotFoundVariant } from './pages/not-found-variants.ts';
import classes from './pages/page.module.css';

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** The e-mail of a new registration, for the login form. */
    email?: string;
    /** The session expired: the login page shows a notice. */
    hasExpired?: boolean;
    /** The server did not confirm the logout. */
    logoutFailed?: boolean;
    passwordChanged?: boolean;
    accountDeleted?: boolean;
    /** The open dialog (lib/use-history-dialog.ts). */
    dialog?: OpenedDialog | undefined;
  }
  interface StaticDataRouteOption {
    /** Message key of the page title. */
    title?:
      | `auth.${'login' | 'signup' | 'recover' | 'change' | 'confirm' | 'termsTitle' | 'mailbox' | 'setup'}`
      | `nav.${Title}`;
  }
}
type Title =
  | 'dashboard'
  | 'overview'
  | 'addDevice'
  | 'seller'
  | 'technician'
  | 'mainPanel'
  | 'alerts'
  | 'firmware'
  | 'profile'
  | 'documentation'
  | 'faq';

const toDashboard = () => {
  throw redirect({ to: paths.dashboard, replace: true });
};
const toLogin = () => {
  throw redirect({ to: paths.login, replace: true });
};

/** Token of a link in a mail. */
const tokenSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === 'string' ? { token } : {};

/** Sets the document title. */
function RootLayout() {
  const t = useTranslations();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const subject = useCurrentSubject();
  useEffect(() => {
    // The title of an admin page is missing until the admin texts load.
    const page = title && t.has(title) ? t(title) : undefined;
    const parts = [subject, page].filter(Boolean);
    document.title = page ? t('app.title', { page: parts.join(' · ') }) : t('app.name');
  }, [t, title, subject]);
  return <Outlet />;
}

/** Error boundary of the router, with a retry button. */
function ErrorPage({ error }: ErrorComponentProps) {
  const t = useTranslations();
  const router = useRouter();
  const isNetwork = error instanceof HttpProblem && error.code === 'NETWORK';
  return (
    <main className={classes.notice} role="alert">
      <h1>{t(isNetwork ? 'app.unreachable' : 'app.crash')}</h1>
      <p>{t(isNetwork ? 'app.unreachableHint' : 'app.crashHint')}</p>
      <Button onClick={() => router.invalidate()}>{t('common.retry')}</Button>
    </main>
  );
}

const root = createRootRoute({ component: RootLayout });

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toDashboard });
/** R2.5 */
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toDashboard });

const AuthLayout = lazyRouteComponent(() => import('./auth-layout.tsx'), 'AuthLayout');
const auth = createRoute({ getParentRoute: () => root, path: 'auth', component: AuthLayout });
const authIndex = createRoute({ getParentRoute: () => auth, path: '/', beforeLoad: toLogin });
const login = createRoute({
  getParentRoute: () => auth,
  path: 'login',
  validateSearch: (search: Record<string, unknown>): { return?: string | undefined } => ({
    return: safeReturnPath(search.return),
  }),
  staticData: { title: 'auth.login' },
  component: lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage'),
});
const signup = createRoute({
  getParentRoute: () => auth,
  path: 'signup',
  staticData: { title: 'auth.signup' },
  component: lazyRouteComponent(() => import('./pages/signup-page.tsx'), 'SignupPage'),
});

const recover = createRoute({
  getParentRoute: () => auth,
  path: 'recover-password',
  staticData: { title: 'auth.recover' },
  component: lazyRouteComponent(() => import('./pages/recover-pages.tsx'), 'RecoverPage'),
});
/** R2.3 */
const change = createRoute({ getParentRoute: () => root, path: 'recover-password', component: AuthLayout });
const changeIndex = createRoute({
  getParentRoute: () => change,
  path: '/',
  validateSearch: tokenSearch,
  staticData: { title: 'auth.change' },
  component: lazyRouteComponent(() => import('./pages/recover-pages.tsx'), 'ChangePasswordPage'),
});
/** R4.3d */
const confirm = createRoute({ getParentRoute: () => root, path: 'confirm-email', component: AuthLayout });
const confirmIndex = createRoute({
  getParentRoute: () => confirm,
  path: '/',
  validateSearch: tokenSearch,
  staticData: { title: 'auth.confirm' },
  component: lazyRouteComponent(() => import('./pages/recover-pages.tsx'), 'ConfirmEmailPage'),
});

/** First run without the demo. */
const setup = createRoute({ getParentRoute: () => root, path: 'setup', component: AuthLayout });
const setupIndex = createRoute({
  getParentRoute: () => setup,
  path: '/',
  staticData: { title: 'auth.setup' },
  component: lazyRouteComponent(() => import('./pages/setup-page.tsx'), 'SetupPage'),
});
/** R3.1 */
const terms = createRoute({
  getParentRoute: () => root,
  path: 'terms',
  staticData: { title: 'auth.termsTitle' },
  component: lazyRouteComponent(() => import('./pages/terms-page.tsx'), 'TermsPage'),
});
const mailbox = createRoute({
  getParentRoute: () => root,
  path: 'demo/mailbox',
  beforeLoad: () => {
    if (!config.demo?.has_mailbox) toDashboard();
  },
  staticData: { title: 'auth.mailbox' },
  component: lazyRouteComponent(() => import('./pages/mailbox-page.tsx'), 'MailboxPage'),
});

/** Guards, shell and admin texts load with the first protected page, in parallel. */
const guards = () => import('./guards.ts');
const Shell = lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell');
const requireRole = (page: RolePage) => async (args: { context: { person: Person } }) =>
  (await guards()).requireRole(page, args.context.person);

const admin = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  beforeLoad: async ({ location, abortController }) => {
    void Promise.allSettled([Shell.preload?.(), loadAdminTexts()]);
    const { requirePerson } = await guards();
    return { person: await requirePerson(location, abortController.signal) };
  },
  loader: loadAdminTexts,
  component: Shell,
});
const adminIndex = createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: toDashboard });
const dashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  validateSearch: deviceSearch,
  staticData: { title: 'nav.dashboard' },
  component: lazyRouteComponent(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
});
const overview = createRoute({
  getParentRoute: () => admin,
  path: 'overview',
  validateSearch: overviewSearch,
  staticData: { title: 'nav.overview' },
  component: lazyRouteComponent(() => import('./pages/overview-page.tsx'), 'OverviewPage'),
});
/** R4.1 */
const addDevice = createRoute({
  getParentRoute: () => admin,
  path: 'add-device',
  staticData: { title: 'nav.addDevice' },
  component: lazyRouteComponent(() => import('./pages/add-device-page.tsx'), 'AddDevicePage'),
});
const seller = createRoute({
  getParentRoute: () => admin,
  path: 'seller',
  validateSearch: fleetSearch,
  beforeLoad: requireRole('seller'),
  staticData: { title: 'nav.seller' },
  component: lazyRouteComponent(() => import('./pages/fleet-pages.tsx'), 'SellerPage'),
});
const technician = createRoute({
  getParentRoute: () => admin,
  path: 'technician',
  beforeLoad: requireRole('technician'),
  staticData: { title: 'nav.technician' },
  component: lazyRouteComponent(() => import('./pages/alerts-page.tsx'), 'TechnicianPage'),
});
const mainList = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/main-list',
  validateSearch: fleetSearch,
  beforeLoad: requireRole('super-seller'),
  staticData: { title: 'nav.mainPanel' },
  component: lazyRouteComponent(() => import('./pages/fleet-pages.tsx'), 'MainListPage'),
});
/** R7.4 */
const alerts = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/alerts-list',
  beforeLoad: requireRole('super-seller'),
  validateSearch: readAlertFilter,
  staticData: { title: 'nav.alerts' },
  component: lazyRouteComponent(() => import('./pages/alerts-page.tsx'), 'AlertsPage'),
});
/** R4.14 */
const firmware = createRoute({
  getParentRoute: () => admin,
  path: 'super-seller/firmware',
  beforeLoad: requireRole('super-seller'),
  validateSearch: firmwareSearch,
  staticData: { title: 'nav.firmware' },
  component: lazyRouteComponent(() => import('./pages/firmware-page.tsx'), 'FirmwarePage'),
});
const profile = createRoute({
  getParentRoute: () => admin,
  path: 'profile',
  staticData: { title: 'nav.profile' },
  component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
});

/** R2.1 */
const docs = createRoute({
  getParentRoute: () => admin,
  path: 'documentation/docs',
  staticData: { title: 'nav.documentation' },
  component: lazyRouteComponent(() => import('./pages/help-pages.tsx'), 'DocsPage'),
});
const faq = createRoute({
  getParentRoute: () => admin,
  path: 'pages/faq',
  staticData: { title: 'nav.faq' },
  component: lazyRouteComponent(() => import('./pages/help-pages.tsx'), 'FaqPage'),
});

/** R2.4 */
const notFound = createRoute({
  getParentRoute: () => root,
  path: '404/$variant',
  beforeLoad: ({ params }) => {
    if (!isNotFoundVariant(params.variant)) toDashboard();
  },
  component: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
});

const routeTree = root.addChildren([
  home,
  auth.addChildren([authIndex, login, signup, recover]),
  change.addChildren([changeIndex]),
  confirm.addChildren([confirmIndex]),
  setup.addChildren([setupIndex]),
  terms,
  mailbox,
  admin.addChildren([
    adminIndex,
    dashboard,
    overview,
    addDevice,
    seller,
    technician,
    mainList,
    alerts,
    firmware,
    profile,
    docs,
    faq,
  ]),
  notFound,
  unknown,
]);

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
