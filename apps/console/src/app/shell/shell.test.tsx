import { beforeEach, describe, expect, it } from 'vitest';
import { page } from '../../testing/page.tsx';
import { eventually, loggedIn, openApp, setWidth } from '../../testing/whole-app.tsx';

beforeEach(() => setWidth(1280));

async function openShell(roles: string[] = [], locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp('/admin/profile', { routes: loggedIn(roles), locale });
  await eventually(() => expect(document.querySelector('h1')).not.toBeNull());
  return app;
}
const sidebar = () => document.querySelector('aside');
const entries = () => [...document.querySelectorAll('aside nav a, aside nav button')].map(page.textOf);
const NOT_YET = '(Not available in this version yet)';

describe('sidebar', () => {
  it.each([
    ['R1.4 no role', [], []],
    ['R1.4 Seller', ['Seller'], ['Seller']],
    ['R1.4 Technician', ['Technician'], ['Technician']],
    [
      'R1.4 Super Seller',
      ['Super Seller'],
      ['Main panel', `Users management${NOT_YET}`, `Alerts${NOT_YET}`, 'Seller', 'Technician'],
    ],
  ])('%s', async (_rule, roles, expected) => {
    await openShell(roles, 'gb');
    expect(entries()).toEqual([
      'Dashboard',
      'Overview',
      'Statistics(Not enabled on this server)',
      ...expected,
    ]);
  });

  it('R1.4 statistics and documentation are shown and disabled', async () => {
    await openShell();
    const disabled = [...document.querySelectorAll('aside [aria-disabled=true]')].map(page.textOf);
    expect(disabled).toEqual([
      'Štatistiky(Funkcia nie je na tomto serveri zapnutá)',
      'Dokumentácia(Funkcia nie je na tomto serveri zapnutá)',
    ]);
  });

  it('R1.3 minimizes by itself at 768 px, and the button brings it back', async () => {
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

  it('R1.3 on a phone it is a drawer that a link closes again', async () => {
    await setWidth(390);
    const { path } = await openShell();
    expect(sidebar()?.hasAttribute('inert')).toBe(true);
    await page.click(page.get('button', 'Otvoriť menu'));
    expect(sidebar()?.hasAttribute('inert')).toBe(false);
    await page.click(page.get('link', 'Nástenka'));
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
    await eventually(() => expect(sidebar()?.hasAttribute('inert')).toBe(true));
  });
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

  it('R1.6 the user name is the e-mail without its domain', async () => {
    await openShell();
    expect(document.querySelector('header')?.textContent).toContain('jana.kovacova');
    expect(document.querySelector('header')?.textContent).not.toContain('@');
  });

  it('R1.2 an empty inbox says so', async () => {
    await openShell();
    await page.click(page.get('button', 'Správy'));
    await eventually(() => expect(page.text()).toContain('Žiadne správy'));
    await page.click(page.get('button', 'Oznámenia'));
    expect(page.text()).toContain('Žiadne oznámenia');
  });

  it('R1.1 R1.9b the language changes at once, survives a reload, and the page says en', async () => {
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
  async function askToLeave() {
    const app = await openShell();
    await page.click(page.get('button', /Účet$/));
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(page.text()).toContain('Naozaj sa chcete odhlásiť?'));
    return app;
  }

  it('R1.5 asks first, and staying changes nothing', async () => {
    const { server, path } = await askToLeave();
    await page.click(page.get('button', 'Zrušiť'));
    await eventually(() => expect(page.text()).not.toContain('Naozaj'));
    expect(server.requestsTo('/auth/jwt/logout')).toEqual([]);
    expect(path()).toBe('/admin/profile');
  });

  it('R1.5 on yes forgets the user, calls logout and goes to login', async () => {
    const { server, path } = await askToLeave();
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(path()).toBe('/auth/login'));
    expect(server.requestsTo('/auth/jwt/logout')).toHaveLength(1);
    expect(localStorage.getItem('loggedIn')).toBeNull();
    await eventually(() => expect(page.get('heading', 'Vitajte späť')).toBeTruthy());
    expect(page.all('alert')).toEqual([]);
  });

  it('R1.5 a logout that the server does not confirm is no secret', async () => {
    const { server, path } = await askToLeave();
    server.routes['/auth/jwt/logout'] = () => 'network error';
    await page.click(page.get('button', 'Odhlásiť sa'));
    await eventually(() => expect(path()).toBe('/auth/login'));
    await eventually(() => expect(page.get('alert').textContent).toContain('nepotvrdil'));
  });
});
