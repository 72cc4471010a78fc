import { aDevice } from '@manoboard/testkit/factories';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { page } from '../testing/page.tsx';
import { aUser, eventually, loggedIn, loggedOut, openApp, unauthorized } from '../testing/whole-app.tsx';
import { createAppRouter } from './router.tsx';

const heading = (name: string) => eventually(() => expect(page.get('heading', name)).toBeTruthy());

describe('a visitor without a session', () => {
  it('R2.6 is redirected from a protected page to the login, with the page as return path', async () => {
    const { router, path } = await openApp('/admin/overview?device=MNB-TE0001', {
      routes: loggedOut(),
      isMarked: false,
    });
    await heading('Vitajte späť');
    expect(path()).toBe('/auth/login');
    expect(router.state.location.search).toEqual({ return: '/admin/overview?device=MNB-TE0001' });
    expect(page.all('alert')).toEqual([]);
  });

  it('R3.8 whose session expired gets a notice on the login page', async () => {
    await openApp('/admin/dashboard', { routes: loggedOut() });
    await heading('Vitajte späť');
    expect(page.get('alert').textContent).toContain('Platnosť prihlásenia vypršala');
  });
});

describe('an entry to a protected page', () => {
  it('R3.6 requests users/me', async () => {
    const { server, go } = await openApp('/admin/profile');
    await heading('Môj profil');
    const before = server.requestsTo('/users/me').length;
    await go('/admin/dashboard');
    await heading('Čerpadlá');
    expect(server.requestsTo('/users/me').length).toBeGreaterThan(before);
  });

  it('R4.6 R4.7 loads the card order before the first card renders', async () => {
    localStorage.setItem('values-open', 'true');
    const order = { card_order: ['rssi', 'fault'], theme_colour: null, locale: null };
    let answer: (answer: { json: unknown }) => void = () => undefined;
    const { server } = await openApp(`/admin/overview?device=${aDevice().id_dev}`, {
      routes: {
        ...loggedIn(),
        '/users-devices/get-devices': () => ({ json: [aDevice()] }),
        '/users/me/personalization': () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    const drawn: string[] = [];
    const watch = new MutationObserver(() => {
      const first = document.querySelector('li dt');
      if (first) drawn.push(page.textOf(first));
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await eventually(() => {
      expect(page.text()).toContain('Načítava');
      expect(server.requestsTo('/users/me/personalization')).toHaveLength(1);
    });
    answer({ json: order });
    await eventually(() => expect(drawn.length).toBeGreaterThan(0));
    watch.disconnect();
    expect(new Set(drawn)).toEqual(new Set(['Sila signálu Wi‑Fi']));
  });

  it.each([
    ['R3.6 redirects to the login for a blank e-mail', { json: { ...aUser, email: ' ' } }],
    ['R3.6 redirects to the login for an answer without an e-mail', { json: { id: 1 } }],
    ['R3.6 redirects to the login for a failed call', { status: 500, json: { detail: 'INTERNAL' } }],
  ])('%s', async (_rule, answer) => {
    const { path } = await openApp('/admin/profile', {
      routes: { ...loggedIn(), '/users/me': () => answer },
    });
    await heading('Vitajte späť');
    expect(path()).toBe('/auth/login');
  });

  it('R3.6 shows an error with a retry button without a network', async () => {
    const { server } = await openApp('/admin/profile', {
      routes: { ...loggedIn(), '/users/me': () => 'network error' as const },
    });
    await heading('Server neodpovedá');
    server.routes['/users/me'] = () => ({ json: aUser });
    await page.click(page.get('button', 'Skúsiť znova'));
    await heading('Môj profil');
  });

  it('R3.8 redirects to the login with the return path when the session expires', async () => {
    const { server, router, path, go } = await openApp('/admin/profile');
    await heading('Môj profil');
    server.routes['/users/me'] = unauthorized;
    await go('/admin/overview?device=MNB-TE0001');
    await heading('Vitajte späť');
    expect(path()).toBe('/auth/login');
    expect(router.state.location.search).toEqual({ return: '/admin/overview?device=MNB-TE0001' });
    expect(server.requestsTo('/auth/jwt/logout')).toHaveLength(1);
  });
});

describe('role pages', () => {
  it.each([
    ['R2.6 a user without a role opens no role page', '/admin/seller', [], '/admin/dashboard'],
    ['R2.6 an unknown role opens no role page', '/admin/technician', ['Emperor'], '/admin/dashboard'],
    ['R7.1 Seller opens the seller page', '/admin/seller', ['Seller'], '/admin/seller'],
    ['R7.1 Seller does not open the technician page', '/admin/technician', ['Seller'], '/admin/dashboard'],
    [
      'R7.2 Technician opens the list of all pumps',
      '/admin/technician/pumps',
      ['Technician'],
      '/admin/technician/pumps',
    ],
    ['R7.2 Seller has that list elsewhere', '/admin/technician/pumps', ['Seller'], '/admin/dashboard'],
    ['R7.1 Technician opens the technician page', '/admin/technician', ['Technician'], '/admin/technician'],
    [
      'R7.1 Super Seller opens the super-seller page',
      '/admin/super-seller/main-list',
      ['Super Seller'],
      '/admin/super-seller/main-list',
    ],
    [
      'R7.1 Seller does not open the super-seller page',
      '/admin/super-seller/main-list',
      ['Seller'],
      '/admin/dashboard',
    ],
  ])('%s', async (_rule, href, roles, expected) => {
    const { path } = await openApp(href, { routes: loggedIn(roles) });
    await eventually(() => expect(page.all('heading').length).toBeGreaterThan(0));
    expect(path()).toBe(expected);
  });

  it.each([
    ['R3.7 a failed role check means no roles', { status: 500, json: { detail: 'INTERNAL' } }],
    ['R3.7 an answer of the role check that is not a list means no roles', { json: 'Seller' }],
  ])('%s', async (_rule, answer) => {
    const { path } = await openApp('/admin/seller', {
      routes: { ...loggedIn(), '/roles/check': () => answer },
    });
    await heading('Čerpadlá');
    expect(path()).toBe('/admin/dashboard');
  });
});

describe('R2.1 route table', () => {
  const router = createAppRouter(createMemoryHistory());
  it.each([
    'dashboard',
    'overview',
    'statistics/charts',
    'statistics/progress-bars',
    'super-seller/main-list',
    'super-seller/users-list',
    'super-seller/alerts-list',
    'seller',
    'technician',
    'technician/pumps',
    'documentation/docs',
    'profile',
    'forms/form-elements',
    'forms/medium-editor',
    'maps',
    'maps/demos',
    'tables/markup',
    'tables/data',
    'pages/404-pages',
    'pages/faq',
    'ui',
    'ui/icons',
    'ui/icons/check',
  ])('/admin/%s is a page below the guard', (path) => {
    const ids = router.matchRoutes(`/admin/${path}`, {}).map(({ routeId }) => routeId);
    expect(ids.slice(0, 2)).toEqual(['__root__', '/admin']);
    // The alerts have a layout of their own.
    expect(ids.filter((id) => id !== '/admin/alerts-layout')).toHaveLength(3);
  });
});

describe('addresses', () => {
  it.each([
    '/',
    '/admin',
    '/nowhere',
    '/admin/nowhere',
    '/404/nowhere',
    '/auth/nowhere',
    '/admin/ui/nowhere',
  ])('R2.5 %s redirects to the dashboard', async (href) => {
    const { path } = await openApp(href);
    await heading('Čerpadlá');
    expect(path()).toBe('/admin/dashboard');
  });

  it('R2.2 /auth redirects to the login, which has two tabs', async () => {
    const { path } = await openApp('/auth', { routes: loggedOut(), isMarked: false });
    await heading('Vitajte späť');
    expect(path()).toBe('/auth/login');
    expect(page.all('link').map(page.textOf).slice(0, 2)).toEqual(['Prihlásenie', 'Vytvoriť nový účet']);
  });

  it.each(['advanced', 'simple', 'custom', 'large-text'])(
    'R2.4 /404/%s shows the not-found page',
    async (variant) => {
      await openApp(`/404/${variant}`, { routes: loggedOut(), locale: 'gb' });
      await heading("This page's gone fishing.");
      expect(document.title).toContain("This page's gone fishing.");
      expect(page.get('link', 'Back to dashboard').getAttribute('href')).toBe('/admin/dashboard');
      expect(page.get('link', 'send us a message').getAttribute('href')).toMatch(/^mailto:/);
    },
  );
});
