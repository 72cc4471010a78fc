import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { session } from '../../lib/http/session.ts';
import { config } from '../../lib/page/config.ts';
import { paths, safeReturnPath } from '../../lib/page/paths.ts';
import { loadTexts } from '../../lib/texts/locale-store.ts';
import { isNotFoundVariant } from '../pages/not-found-variants.ts';
import { root, toDashboard } from './root-route.tsx';

const toLogin = () => {
  throw redirect({ to: paths.login, replace: true });
};

/** The page to open afterwards. */
const returnSearch = (search: Record<string, unknown>): { return?: string | undefined } => ({
  return: safeReturnPath(search.return),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true });
  },
});
/** R2.5 */
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toDashboard });

const AuthLayout = lazyRouteComponent(() => import('../auth-layout.tsx'), 'AuthLayout');
const SetupLayout = lazyRouteComponent(() => import('../auth-layout.tsx'), 'SetupLayout');
/** R2.2 */
const auth = createRoute({ getParentRoute: () => root, path: 'auth', component: AuthLayout });
const authIndex = createRoute({ getParentRoute: () => auth, path: '/', beforeLoad: toLogin });
const login = createRoute({
  getParentRoute: () => auth,
  path: 'login',
  validateSearch: returnSearch,
  staticData: { title: 'auth.login' },
  component: lazyRouteComponent(() => import('../pages/login-page.tsx'), 'LoginPage'),
});
const signup = createRoute({
  getParentRoute: () => auth,
  path: 'signup',
  staticData: { title: 'auth.signup' },
  component: lazyRouteComponent(() => import('../pages/signup-page.tsx'), 'SignupPage'),
});
const recover = createRoute({
  getParentRoute: () => auth,
  path: 'recover-password',
  staticData: { title: 'auth.recover' },
  component: lazyRouteComponent(() => import('../pages/recover-pages.tsx'), 'RecoverPage'),
});
/** R2.3 */
const change = createRoute({ getParentRoute: () => root, path: 'recover-password', component: AuthLayout });
const changeIndex = createRoute({
  getParentRoute: () => change,
  path: '/',
  staticData: { title: 'auth.change' },
  component: lazyRouteComponent(() => import('../pages/recover-pages.tsx'), 'ChangePasswordPage'),
});
/** R4.3d */
const confirm = createRoute({ getParentRoute: () => root, path: 'confirm-email', component: AuthLayout });
const confirmIndex = createRoute({
  getParentRoute: () => confirm,
  path: '/',
  staticData: { title: 'auth.confirm' },
  loader: () => loadTexts('shell', 'account'),
  component: lazyRouteComponent(() => import('../pages/recover-pages.tsx'), 'ConfirmEmailPage'),
});

/** R4.1: a new pump begins with its label; whoever is logged in adds it on the page of their devices. */
const firstPump = createRoute({
  getParentRoute: () => root,
  path: 'first-pump',
  beforeLoad: () => {
    if (session.isMarked()) throw redirect({ to: paths.addDevice, replace: true });
  },
  component: SetupLayout,
});
const firstPumpIndex = createRoute({
  getParentRoute: () => firstPump,
  path: '/',
  staticData: { title: 'auth.signup' },
  loader: () => loadTexts('shell', 'service'),
  component: lazyRouteComponent(() => import('../pages/first-pump-page.tsx'), 'FirstPumpPage'),
});
/** R4.18 */
const invitation = createRoute({ getParentRoute: () => root, path: 'invitation', component: SetupLayout });
const invitationIndex = createRoute({
  getParentRoute: () => invitation,
  path: '/',
  staticData: { title: 'auth.invitation' },
  loader: () => loadTexts('shell', 'people'),
  component: lazyRouteComponent(() => import('../pages/link-pages.tsx'), 'InvitationPage'),
});
const told = createRoute({ getParentRoute: () => root, path: 'told', component: SetupLayout });
const toldIndex = createRoute({
  getParentRoute: () => told,
  path: '/',
  staticData: { title: 'auth.told' },
  loader: () => loadTexts('shell', 'people'),
  component: lazyRouteComponent(() => import('../pages/link-pages.tsx'), 'ToldPage'),
});

/** First run without the demo. */
const setup = createRoute({ getParentRoute: () => root, path: 'setup', component: SetupLayout });
const setupIndex = createRoute({
  getParentRoute: () => setup,
  path: '/',
  staticData: { title: 'auth.setup' },
  loader: () => loadTexts('shell', 'account'),
  component: lazyRouteComponent(() => import('../pages/setup-page.tsx'), 'SetupPage'),
});

/** Staff without a second factor; with a token the mailed link that cancels a reset. */
const factor = createRoute({ getParentRoute: () => root, path: 'second-factor', component: SetupLayout });
const factorIndex = createRoute({
  getParentRoute: () => factor,
  path: '/',
  validateSearch: returnSearch,
  staticData: { title: 'auth.login' },
  loader: () => loadTexts('shell', 'account'),
  component: lazyRouteComponent(() => import('../pages/second-factor-page.tsx'), 'SecondFactorPage'),
});

/** R3.1 */
const terms = createRoute({
  getParentRoute: () => root,
  path: 'terms',
  staticData: { title: 'auth.termsTitle' },
  loader: () => loadTexts('shell', 'account'),
  component: lazyRouteComponent(() => import('../pages/terms-page.tsx'), 'TermsPage'),
});
const mailbox = createRoute({
  getParentRoute: () => root,
  path: 'demo/mailbox',
  beforeLoad: () => {
    if (!config.demo?.has_mailbox) toDashboard();
  },
  staticData: { title: 'auth.mailbox' },
  loader: () => loadTexts('shell', 'account'),
  component: lazyRouteComponent(() => import('../pages/mailbox-page.tsx'), 'MailboxPage'),
});

/** R9.1: a screen that nobody operates, by a token of its own. */
const wall = createRoute({
  getParentRoute: () => root,
  path: 'wall',
  staticData: { title: 'wall.title' },
  loader: () => loadTexts('shell', 'pump'),
  component: lazyRouteComponent(() => import('../pages/wall-page.tsx'), 'WallPage'),
});

/** R2.4 */
const notFound = createRoute({
  getParentRoute: () => root,
  path: '404/$variant',
  beforeLoad: ({ params }) => {
    if (!isNotFoundVariant(params.variant)) toDashboard();
  },
  staticData: { title: 'notFound.title' },
  component: lazyRouteComponent(() => import('../pages/not-found-page.tsx'), 'NotFoundPage'),
});

/** Pages that need no session. */
export const publicRoutes = [
  home,
  auth.addChildren([authIndex, login, signup, recover]),
  change.addChildren([changeIndex]),
  confirm.addChildren([confirmIndex]),
  firstPump.addChildren([firstPumpIndex]),
  invitation.addChildren([invitationIndex]),
  told.addChildren([toldIndex]),
  setup.addChildren([setupIndex]),
  factor.addChildren([factorIndex]),
  terms,
  mailbox,
  wall,
  notFound,
  unknown,
] as const;
