import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, type Product, startProduct } from './product.ts';
import {
  LOCALES,
  overflowsAt,
  stopTransitions,
  THEMES,
  violations,
  WIDTHS,
  watchRequests,
} from './screen-checks.ts';
import { type Locale, SLOW, type Texts } from './screens/screen.ts';
import { texts } from './texts.ts';

const VISITORS = ['nobody', 'owner', 'technician', 'seller', 'super'] as const;
type Visitor = (typeof VISITORS)[number];

interface Route {
  path: string;
  /** The title of the page, without the product's name; the gone pages have none. */
  title?: (texts: Texts) => string;
  /** Without it every logged-in user may open the page. */
  roles?: readonly Visitor[];
}

const PUBLIC: Route[] = [
  { path: '/auth/login', title: ({ auth }) => auth.login },
  { path: '/auth/signup', title: ({ auth }) => auth.signup },
  { path: '/auth/recover-password', title: ({ auth }) => auth.recover },
  { path: '/recover-password?token=none', title: ({ auth }) => auth.change },
  { path: '/confirm-email?token=none', title: ({ auth }) => auth.confirm },
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
  'ui/icons/pump',
];
const superSeller = (path: string, title: (texts: Texts) => string): Route => ({
  path: `/admin/super-seller/${path}`,
  title,
  roles: ['super'],
});
const PROTECTED: Route[] = [
  { path: '/admin/dashboard', title: ({ nav }) => nav.dashboard },
  { path: '/admin/overview?device=MNB-DE0001', title: ({ nav }) => nav.overview },
  { path: '/admin/add-device', title: ({ nav }) => nav.addDevice },
  { path: '/admin/statistics/charts', title: ({ nav }) => nav.statistics },
  { path: '/admin/statistics/progress-bars', title: ({ nav }) => nav.statistics },
  { path: '/admin/profile', title: ({ nav }) => nav.profile },
  { path: '/admin/documentation/docs', title: ({ nav }) => nav.documentation },
  { path: '/admin/pages/faq', title: ({ nav }) => nav.faq },
  { path: '/admin/seller', title: ({ nav }) => nav.seller, roles: ['seller', 'super'] },
  { path: '/admin/technician', title: ({ nav }) => nav.technician, roles: ['technician', 'super'] },
  superSeller('main-list', ({ nav }) => nav.mainPanel),
  superSeller('users-list', ({ nav }) => nav.users),
  superSeller('alerts-list', ({ nav }) => nav.alerts),
  superSeller('firmware', ({ nav }) => nav.firmware),
  superSeller('installation', ({ nav }) => nav.installation),
  ...KIT.map((path) => ({ path: `/admin/${path}`, title: ({ nav }: Texts) => nav.gallery })),
];

const LOGIN: Route = { path: '/auth/login', title: ({ auth }) => auth.login };
const DASHBOARD: Route = { path: '/admin/dashboard', title: ({ nav }) => nav.dashboard };
/** R2.2, R2.5 */
const REDIRECTED = ['/', '/auth', '/admin', '/no-such-page', '/404/unknown', '/admin/no-such-page'];
const ALL = [...PUBLIC, ...PROTECTED, ...REDIRECTED.map((path) => ({ path }))];

/** R2.5, R2.6: the page that a visitor gets. */
function destination(route: Route, who: Visitor): Route {
  if (PUBLIC.includes(route)) return route;
  if (who === 'nobody' || route.path === '/auth') return LOGIN;
  if (!PROTECTED.includes(route) || (route.roles && !route.roles.includes(who))) return DASHBOARD;
  return route;
}

/** A missing text is shown as its key, such as `pump.lockNow`. */
const MESSAGE_KEY = /\b[a-z][a-zA-Z]*\.[a-z]+[A-Z]\w*\b/g;
const pathOf = (path: string) => path.split('?')[0];

/** Opens the route by its address and waits for the page of its destination. */
async function visit(page: Page, route: Route, who: Visitor, locale: Locale): Promise<string[]> {
  const { path, title } = destination(route, who);
  await page.goto(route.path);
  const name = title?.(texts[locale]) ?? '';
  await page.waitForFunction(
    ([wanted, word]) =>
      location.pathname === wanted &&
      document.title.includes(word ?? '') &&
      document.querySelector('main h1, main h2, [role=main] h1') !== null &&
      document.querySelector('[aria-busy=true]') === null,
    [pathOf(path), name],
    SLOW,
  );
  const [text = ''] = await page.locator('body').allInnerTexts();
  return (text.match(MESSAGE_KEY) ?? []).map((key) => `untranslated: ${key}`);
}

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe.concurrent.each(LOCALES)('in the language %s', (locale) => {
  it('R2.1 to R2.6 every route opens its page or redirects, without an error, a violation or a foreign request', {
    timeout: 3_600_000,
  }, async () => {
    const problems: string[] = [];
    for (const who of VISITORS)
      for (const colorScheme of THEMES) {
        const page = await product.visit({ locale, colorScheme });
        await stopTransitions(page);
        watchRequests(page, product.url, problems);
        page.on('pageerror', (error) => problems.push(`${page.url()} ${who}: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
            problems.push(`${page.url()} ${who}: ${message.text()}`);
        });
        if (who !== 'nobody') await enter(page, `${who}@demo.local`);
        for (const route of ALL) {
          const variant = `${route.path} ${who} ${locale} ${colorScheme}`;
          const found = await visit(page, route, who, locale).catch((error: Error) => [
            `at ${page.url()}: ${error.message.slice(0, 200)}`,
          ]);
          for (const width of WIDTHS) {
            if (await overflowsAt(page, width)) found.push(`overflows at ${width} px`);
            found.push(...(await violations(page, 'html')).map((each) => `${width} px ${each}`));
          }
          problems.push(...found.map((problem) => `${variant}: ${problem}`));
        }
        await page.context().close();
      }
    expect(problems).toEqual([]);
  });
});
