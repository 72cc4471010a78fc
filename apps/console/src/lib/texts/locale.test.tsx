import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from '../../testing/page.tsx';
import { eventually, field, loggedIn, loggedOut, openApp, type } from '../../testing/whole-app.tsx';
import { currentLanguage, loadTexts, setLocale, startLanguage } from './locale-store.ts';

/** use-intl logs a missing key with console.error. */
const complaints = vi.spyOn(console, 'error');
beforeEach(() => {
  complaints.mockClear();
});
const missing = () => complaints.mock.calls.map(String).filter((text) => text.includes('MISSING_MESSAGE'));
const heading = (name: string) => eventually(() => expect(page.get('heading', name)).toBeTruthy());

describe('R1.1 texts of the public pages', () => {
  it.each([
    ['/auth/login', 'sk', 'Vitajte späť'],
    ['/auth/login', 'gb', 'Welcome back'],
    ['/auth/signup', 'sk', 'Nový účet'],
    ['/auth/recover-password', 'sk', 'Obnova hesla'],
    ['/recover-password#token=x', 'sk', 'Zmena hesla'],
    ['/404/simple', 'sk', 'Táto stránka si odskočila na ryby.'],
    ['/404/simple', 'gb', "This page's gone fishing."],
  ] as const)('%s (%s) needs only the public texts', async (href, locale, title) => {
    await openApp(href, { routes: loggedOut(), isMarked: false, locale });
    await heading(title);
    expect(currentLanguage().files).toEqual(['public']);
    expect(missing()).toEqual([]);
  });

  it.each([
    [{ hasExpired: true }, 'Platnosť prihlásenia vypršala'],
    [{ logoutFailed: true }, 'Server odhlásenie nepotvrdil'],
    [{ email: 'jana@example.sk' }, 'Registrácia prebehla úspešne'],
  ])('the login page has the notice for %o', async (state, sentence) => {
    const { router } = await openApp('/auth/login', { routes: loggedOut(), isMarked: false });
    await heading('Vitajte späť');
    await act(() => router.navigate({ to: '/auth/login', state }));
    await eventually(() => expect(page.text()).toContain(sentence));
    expect(missing()).toEqual([]);
  });
});

describe('R1.1 texts of the admin pages', () => {
  it.each([
    ['sk', 'Čerpadlá', 'Čerpadlá · MaNoBoard'],
    ['gb', 'Pumps', 'Dashboard · MaNoBoard'],
  ] as const)('a page in %s renders after its texts have loaded', async (locale, title, windowTitle) => {
    await openApp('/admin/dashboard', { routes: loggedIn(), locale });
    await heading(title);
    await eventually(() => expect(document.title).toBe(windowTitle));
    expect(missing()).toEqual([]);
  });

  it('a new language loads the texts of all pages and is stored', async () => {
    const { go } = await openApp('/admin/dashboard', { routes: loggedIn() });
    await heading('Čerpadlá');
    await act(() => setLocale('gb'));
    await heading('Pumps');
    await go('/admin/profile');
    await heading('My profile');
    expect(localStorage.getItem('locale')).toBe('gb');
    expect(document.documentElement.lang).toBe('en');
    expect(missing()).toEqual([]);
  });
});

it('R1.1 R4.1 a language change keeps the typed values of a form', async () => {
  await openApp('/admin/add-device', { routes: loggedIn() });
  await heading('Pridať zariadenie');
  await type('ID zariadenia', 'MNB-TE0001');
  await act(() => setLocale('gb'));
  await heading('Add device');
  expect(field('Device ID').value).toBe('MNB-TE0001');
});

describe('R1.1 overlapping loads', () => {
  beforeEach(() => startLanguage());

  it('a language change and a load of texts both take effect, in either order', async () => {
    await Promise.all([setLocale('gb'), loadTexts('shell')]);
    expect(currentLanguage()).toMatchObject({ locale: 'gb', files: ['public', 'shell'] });
    expect(currentLanguage().messages.nav.dashboard).toBe('Dashboard');
    await startLanguage();
    await Promise.all([loadTexts('shell'), setLocale('sk')]);
    expect(currentLanguage()).toMatchObject({ locale: 'sk', files: ['public', 'shell'] });
    expect(currentLanguage().messages.nav.dashboard).toBe('Čerpadlá');
  });

  it('two loads of texts both take effect', async () => {
    await Promise.all([loadTexts('shell', 'pump'), loadTexts('shell', 'help')]);
    expect([...currentLanguage().files].sort()).toEqual(['help', 'public', 'pump', 'shell']);
    expect(currentLanguage().messages.problem).toMatchObject({
      NETWORK: expect.any(String),
      LOCKED_OUT: expect.any(String),
    });
  });

  it('the last of two language changes wins', async () => {
    await Promise.all([setLocale('gb'), setLocale('sk')]);
    expect(currentLanguage().locale).toBe('sk');
    expect(localStorage.getItem('locale')).toBe('sk');
  });
});
