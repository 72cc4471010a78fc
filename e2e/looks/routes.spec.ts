import { LOCALES } from '@manoboard/contract/locales';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, type Product, startProduct } from '../product.ts';
import type { Locale } from '../screens/screen.ts';
import { overflowsAt, stopTransitions, THEMES, violations, WIDTHS, watchRequests } from './screen-checks.ts';
import { PROTECTED, PUBLIC, type Route, routeShown } from './site-routes.ts';

const VISITORS = ['nobody', 'owner', 'technician', 'seller', 'super'] as const;
type Visitor = (typeof VISITORS)[number];

const LOGIN: Route = { path: '/auth/login', title: ({ auth }) => auth.login };
const ADD_DEVICE: Route = { path: '/admin/add-device', title: ({ nav }) => nav.addDevice };
const DASHBOARD: Route = { path: '/admin/dashboard', title: ({ nav }) => nav.dashboard };
/** R7.1: where the login of a technician leads. */
const WORK: Route = { path: '/admin/technician', title: ({ nav }) => nav.technician };
/** R2.2, R2.5 */
const REDIRECTED = ['/', '/auth', '/admin', '/no-such-page', '/404/unknown', '/admin/no-such-page'];
const ALL = [...PUBLIC, ...PROTECTED, ...REDIRECTED.map((path) => ({ path }))];

/** R2.5, R2.6: the page that a visitor gets. */
function destination(route: Route, who: Visitor): Route {
  if (PUBLIC.includes(route)) return route;
  if (who === 'nobody' || route.path === '/auth') return LOGIN;
  if (who === 'technician' && ['/', '/admin'].includes(route.path)) return WORK;
  if (!PROTECTED.includes(route) || (route.roles && !route.roles.includes(who))) return DASHBOARD;
  if (route.isOfOwner && who !== 'owner') return ADD_DEVICE;
  return route;
}

/** A missing text is shown as its key, such as `pump.lockNow`. */
const MESSAGE_KEY = /\b[a-z][a-zA-Z]*\.[a-z]+[A-Z]\w*\b/g;
/** Opens the route by its address and waits for the page of its destination. */
async function visit(page: Page, route: Route, who: Visitor, locale: Locale): Promise<string[]> {
  await page.goto(route.path);
  await routeShown(page, destination(route, who), locale);
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
          // A redirect leads to a page that is checked by its own address.
          const widths = destination(route, who) === route ? WIDTHS : [];
          for (const width of widths) {
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
