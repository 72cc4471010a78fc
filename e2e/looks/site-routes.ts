import type { Page } from 'playwright-core';
import { type Locale, SLOW, type Texts } from '../screens/screen.ts';
import { texts } from '../texts.ts';

export interface Route {
  path: string;
  /** The title of the page, without the product's name; the gone pages have none. */
  title?: (texts: Texts) => string;
  /** Without it every logged-in user may open the page. */
  roles?: readonly string[];
  /** Of a device of the owner; others are led to the page that adds one. */
  isOfOwner?: true;
}

export const PUBLIC: Route[] = [
  { path: '/auth/login', title: ({ auth }) => auth.login },
  { path: '/auth/signup', title: ({ auth }) => auth.signup },
  { path: '/first-pump', title: ({ auth }) => auth.signup },
  { path: '/auth/recover-password', title: ({ auth }) => auth.recover },
  { path: '/recover-password#token=none', title: ({ auth }) => auth.change },
  { path: '/confirm-email#token=none', title: ({ auth }) => auth.confirm },
  { path: '/invitation#token=none', title: ({ auth }) => auth.invitation },
  { path: '/told#token=none', title: ({ auth }) => auth.told },
  { path: '/wall', title: ({ wall }) => wall.title },
  { path: '/terms', title: ({ auth }) => auth.termsTitle },
  { path: '/demo/mailbox', title: ({ auth }) => auth.mailbox },
  ...['advanced', 'simple', 'custom', 'large-text'].map((variant) => ({ path: `/404/${variant}` })),
];

const KIT = [
  'forms/form-elements',
  'forms/medium-editor',
  'maps',
  'tables/markup',
  'tables/data',
  'pages/404-pages',
  'ui',
  'ui/notices',
  'ui/overlays',
  'ui/device',
  'ui/colours',
  'ui/icons',
  'ui/icons/pump',
];
const superSeller = (path: string, title: (texts: Texts) => string): Route => ({
  path: `/admin/super-seller/${path}`,
  title,
  roles: ['super'],
});
export const PROTECTED: Route[] = [
  { path: '/admin/dashboard', title: ({ nav }) => nav.dashboard },
  { path: '/admin/overview?device=MNB-DE0001', title: ({ nav }) => nav.overview },
  { path: '/admin/add-device', title: ({ nav }) => nav.addDevice },
  { path: '/admin/new-pump?device=MNB-DE0001', title: ({ nav }) => nav.addDevice, isOfOwner: true },
  { path: '/admin/statistics/charts', title: ({ nav }) => nav.statistics },
  { path: '/admin/statistics/progress-bars', title: ({ nav }) => nav.statistics },
  { path: '/admin/alerts/1', title: ({ nav }) => nav.alerts },
  { path: '/admin/profile', title: ({ nav }) => nav.profile },
  { path: '/admin/profile/notifications', title: ({ top }) => top.notifications },
  { path: '/admin/documentation/docs', title: ({ nav }) => nav.documentation },
  { path: '/admin/pages/faq', title: ({ nav }) => nav.faq },
  { path: '/admin/seller', title: ({ nav }) => nav.seller, roles: ['seller', 'super'] },
  { path: '/admin/technician', title: ({ nav }) => nav.technician, roles: ['technician', 'super'] },
  {
    path: '/admin/technician/pumps',
    title: ({ nav }) => nav.allPumps,
    roles: ['technician', 'super'],
  },
  superSeller('main-list', ({ nav }) => nav.mainPanel),
  superSeller('users-list', ({ nav }) => nav.users),
  superSeller('alerts-list', ({ nav }) => nav.alerts),
  superSeller('firmware', ({ nav }) => nav.firmware),
  superSeller('installation', ({ nav }) => nav.installation),
  ...KIT.map((path) => ({ path: `/admin/${path}`, title: ({ nav }: Texts) => nav.gallery })),
];

const pathOf = (path: string) => path.split(/[?#]/)[0];

/** Waits until the page of a route is complete. */
export async function routeShown(page: Page, { path, title }: Route, locale: Locale) {
  await page.waitForFunction(
    ([wanted, word]) =>
      location.pathname === wanted &&
      document.title.includes(word ?? '') &&
      document.querySelector('main h1, main h2, [role=main] h1') !== null &&
      // The gallery shows a button that sends.
      document.querySelector(':not(button)[aria-busy=true]') === null,
    [pathOf(path), title?.(texts[locale]) ?? ''],
    SLOW,
  );
}
