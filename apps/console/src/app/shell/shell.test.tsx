import { aDevice } from '@manoboard/testkit/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import { config } from '../../lib/page/config.ts';
import { paths } from '../../lib/page/paths.ts';
import { FakeEventSource } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { eventually, loggedIn, openApp, setWidth } from '../../testing/whole-app.tsx';
import { documentationEntry, sidebarGroups } from './sidebar-entries.ts';

beforeEach(() => setWidth(1280));

async function openShell(roles: string[] = [], locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp('/admin/profile', { routes: loggedIn(roles), locale });
  await eventually(() => expect(document.querySelector('h1')).not.toBeNull());
  return app;
}
const sidebar = () => document.querySelector('aside');
const entries = () => [...document.querySelectorAll('aside nav a, aside nav button')].map(page.textOf);

describe('sidebar', () => {
  it.each([
    ['R1.4 has no role entries without a role', [], []],
    ['R1.4 has the entries of a Seller', ['Seller'], ['Seller']],
    ['R1.4 has the entries of a Technician', ['Technician'], ['Technician', 'All pumps']],
    [
      'R1.4 has the entries of a Super Seller',
      ['Super Seller'],
      ['Main panel', 'Users management', 'Alerts', 'Firmware', 'Installation', 'Seller', 'Technician'],
    ],
  ])('%s', async (_rule, roles, expected) => {
    await openShell(roles, 'gb');
    expect(entries()).toEqual([
      'Dashboard',
      'Overview',
      ...(expected.includes('Alerts') ? [] : ['Alerts']),
      'Statistics(The page exists, CONSOLE_FEATURES=statistics enables it)',
      ...expected,
    ]);
  });

  it('R1.4 shows statistics and documentation as disabled, with the setting that enables each', async () => {
    await openShell();
    const disabled = [...document.querySelectorAll('aside [aria-disabled=true]')].map(page.textOf);
    expect(disabled).toEqual([
      'Štatistiky(Stránka existuje, zapína ju CONSOLE_FEATURES=statistics)',
      'Dokumentácia(Stránka existuje, zapína ju CONSOLE_FEATURES=docs)',
    ]);
  });

  it('R1.3 minimizes at 768 px, and the button expands it', async () => {
    await openShell();
    expect(sidebar()?.hasAttribute('data-minimized')).toBe(false);
    await setWidth(768);
    expect(sidebar()?.hasAttribute('data-minimized')).toBe(true);
    await page.click(page.get('button', 'Rozbaliť bočný panel'));
    expect(sidebar()?.hasAttribute('data-minimized')).toBe(false);
    await setWidth(1280);
    await setWidth(700);
    expect(sidebar()?.hasAttribute('data-minimized')).toBe(true);
  });

  it('R1.3 is a drawer on a phone, which a link closes', async () => {
    await setWidth(390);
    const { path } = await openShell();
    // It mounts when it is opened, or when the page has loaded.
    expect(sidebar()?.hasAttribute('inert') ?? true).toBe(true);
    await page.click(page.get('button', 'Otvoriť menu'));
    expect(sidebar()?.hasAttribute('inert')).toBe(false);
    // The second one is in the bottom bar.
    const [inMenu] = page.all('link', 'Čerpadlá');
    if (inMenu) await page.click(inMenu);
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
    await eventually(() => expect(sidebar()?.hasAttribute('inert')).toBe(true));
  });
});

it('R1.4 a setting enables the statistics entry', () => {
  const [first] = sidebarGroups([], { ...config, features: ['statistics'] });
  expect(first?.entries.at(-1)).toEqual({ name: 'statistics', target: { to: paths.statistics } });
});

describe('documentation entry', () => {
  const settings = { ...config, features: ['docs' as const] };
  it('R1.8 opens the configured documentation', () =>
    expect(documentationEntry({ ...settings, docs_url: 'https://docs.example/' }).target).toEqual({
      href: 'https://docs.example/',
    }));
  it('R1.4 opens the help of the console without a configured address', () =>
    expect(documentationEntry({ ...settings, docs_url: '' }).target).toEqual({ to: paths.docs }));
});

describe('top bar', () => {
  it('R1.2 has the product name, the contact, theme, messages, notifications, language and account', async () => {
    await openShell();
    const header = document.querySelector('header');
    expect(header?.textContent).toContain('MaNoBoard');
    expect(header?.querySelector('a[href^="mailto:"]')?.textContent).toBe('Napíšte nám');
    expect([...(header?.querySelectorAll('button[aria-expanded]') ?? [])].map(page.textOf)).toEqual([
      '',
      'Farba motívu',
      'Správy',
      'Oznámenia',
      'Jazyk: Slovenčina',
      'JKjana.kovacovaÚčet',
    ]);
  });

  it('R1.6 shows the e-mail without its domain as user name', async () => {
    await openShell();
    expect(document.querySelector('header')?.textContent).toContain('jana.kovacova');
    expect(document.querySelector('header')?.textContent).not.toContain('@');
  });

  it('R1.2 the search button opens the command palette, also on a phone', async () => {
    await setWidth(390);
    await openShell();
    await page.click(page.get('button', /^Hľadať/));
    await eventually(() => expect(document.querySelector('[role=dialog] [role=combobox]')).toBeTruthy());
  });

  it('R1.2 shows a text for an empty inbox', async () => {
    await openShell();
    await page.click(page.get('button', 'Správy'));
    await eventually(() => expect(page.text()).toContain('Žiadne správy'));
    await page.click(page.get('button', 'Oznámenia'));
    expect(page.text()).toContain('Žiadne oznámenia');
  });

  it('R1.1 R1.9b changes the language at once, also after a reload, and sets the document language to en', async () => {
    const { leave } = await openShell();
    expect(document.documentElement.lang).toBe('sk');
    await page.click(page.get('button', 'Jazyk: Slovenčina'));
    await page.click(page.get('button', 'English'));
    await eventually(() => expect(page.get('heading', 'My profile')).toBeTruthy());
    await eventually(() => expect(document.documentElement.lang).toBe('en'));
    await leave();
    await openApp('/admin/profile');
    await eventually(() => expect(page.get('heading', 'My profile')).toBeTruthy());
  });
});

describe('logout', () => {
  async function openLogoutDialog() {
    const app = await openShell();
    await page.click(page.get('button', /Účet$/));
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(page.text()).toContain('Naozaj sa chcete odhlásiť?'));
    return app;
  }

  it('R1.5 asks for confirmation, and Cancel changes nothing', async () => {
    const { server, path } = await openLogoutDialog();
    await page.click(page.get('button', 'Zrušiť'));
    await eventually(() => expect(page.text()).not.toContain('Naozaj'));
    expect(server.requestsTo('/auth/jwt/logout')).toEqual([]);
    expect(path()).toBe('/admin/profile');
  });

  it('R1.5 Cancel returns the focus to the profile menu', async () => {
    await openLogoutDialog();
    await page.click(page.get('button', 'Zrušiť'));
    await eventually(() => expect(document.activeElement).toBe(page.get('button', /Účet$/)));
  });

  it('R1.5 clears the user, calls logout and opens the login page after confirmation', async () => {
    const { server, path } = await openLogoutDialog();
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(path()).toBe('/auth/login'));
    expect(server.requestsTo('/auth/jwt/logout')).toHaveLength(1);
    expect(localStorage.getItem('loggedIn')).toBeNull();
    await eventually(() => expect(page.get('heading', 'Vitajte späť')).toBeTruthy());
    expect(page.all('alert')).toEqual([]);
  });

  it('R1.5 ends the stream and sends no read after the logout request', async () => {
    const { server, path } = await openApp('/admin/overview?device=MNB-TE0001', {
      routes: { ...loggedIn(), '/users-devices/get-devices': () => ({ json: [aDevice()] }) },
    });
    await eventually(() => expect(FakeEventSource.opened).not.toEqual([]));
    await page.click(page.get('button', /Účet$/));
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(page.text()).toContain('Naozaj sa chcete odhlásiť?'));
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    server.routes['/auth/jwt/logout'] = async () => {
      await answered;
      return { status: 204 };
    };
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(server.requestsTo('/auth/jwt/logout')).toHaveLength(1));
    expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
    const { length: streams } = FakeEventSource.opened;
    answer();
    await eventually(() => expect(page.get('heading', 'Vitajte späť')).toBeTruthy());
    const after = server.requests.slice(
      server.requests.findIndex(({ path }) => path === '/auth/jwt/logout') + 1,
    );
    expect(after.map(({ path }) => path).filter((path) => !path.startsWith('/setup'))).toEqual([]);
    expect(FakeEventSource.opened).toHaveLength(streams);
    expect(path()).toBe('/auth/login');
  });

  it('R1.5 shows a notice when the server does not confirm it', async () => {
    const { server, path } = await openLogoutDialog();
    server.routes['/auth/jwt/logout'] = () => 'network error';
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(path()).toBe('/auth/login'));
    await eventually(() => expect(page.get('alert').textContent).toContain('nepotvrdil'));
  });
});
