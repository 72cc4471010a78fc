import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { session } from '../lib/http/session.ts';
import { currentLanguage } from '../lib/texts/locale-store.ts';
import { browserTimeZone, currentTimeZone, setTimeZone } from '../lib/time/time-zone.ts';
import type { Handler } from '../testing/fake-server.ts';
import { page } from '../testing/page.tsx';
import { eventually, loggedIn, loggedOut, openApp, submit, type } from '../testing/whole-app.tsx';
import { savePreference } from './account-preferences.ts';

const PATH = '/users/me/personalization';

/** A server that stores the preferences of the account. */
function account(kept: {
  card_order: string[];
  theme_colour: string | null;
  locale: string | null;
  time_zone?: string;
}) {
  const state = { ...kept };
  const answer: Handler = ({ method, body }) => {
    if (method === 'PUT') Object.assign(state, body);
    return { json: { ...state } };
  };
  return { state, routes: { ...loggedIn(), [PATH]: answer } };
}
const title = (words: string) => eventually(() => expect(page.all('heading', words)).toHaveLength(1));

describe('R1.1 R1.2 language and theme colour of the account', () => {
  it('apply in another browser before the first page renders', async () => {
    const { routes } = account({ card_order: [], theme_colour: '#db2777', locale: 'gb' });
    await openApp('/admin/dashboard', { routes, locale: 'sk' });
    await title('Pumps');
    expect(localStorage.getItem('locale')).toBe('gb');
    expect(localStorage.getItem('accent')).toBe('#db2777');
  });

  it('leave the browser unchanged and are not written when the account has none', async () => {
    const { routes } = account({ card_order: [], theme_colour: null, locale: null });
    localStorage.setItem('accent', '#1971c2');
    const { server } = await openApp('/admin/dashboard', { routes, locale: 'gb' });
    await title('Pumps');
    expect(localStorage.getItem('accent')).toBe('#1971c2');
    expect(server.requestsTo(PATH).filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('apply at once when changed in the top bar, and are saved without changing other preferences', async () => {
    const { state, routes } = account({ card_order: ['a'], theme_colour: null, locale: 'sk' });
    await openApp('/admin/dashboard', { routes });
    await title('Čerpadlá');
    await page.click(page.get('button', 'Jazyk: Slovenčina'));
    await page.click(page.get('button', 'English'));
    await title('Pumps');
    await act(async () => savePreference({ theme_colour: '#4f46e5' }));
    await eventually(() =>
      expect(state).toEqual({ card_order: ['a'], theme_colour: '#4f46e5', locale: 'gb' }),
    );
    expect(localStorage.getItem('accent')).toBe('#4f46e5');
  });

  it('stay applied when saving fails, and the next navigation saves them', async () => {
    const { state, routes } = account({ card_order: [], theme_colour: null, locale: 'sk' });
    const { server, go } = await openApp('/admin/dashboard', { routes });
    await title('Čerpadlá');
    const works = server.routes[PATH] as Handler;
    server.routes[PATH] = ({ method }) =>
      method === 'PUT' ? { status: 500, json: { detail: 'INTERNAL' } } : works({ method } as never);
    await act(async () => savePreference({ locale: 'gb' }));
    await title('Pumps');
    await eventually(() => expect(server.requestsTo(PATH).at(-1)?.method).toBe('PUT'));
    server.routes[PATH] = works;
    await go('/admin/profile');
    await title('My profile');
    await eventually(() => expect(state.locale).toBe('gb'));
  });

  it('include the language chosen on the login page', async () => {
    const { state, routes } = account({ card_order: [], theme_colour: null, locale: 'sk' });
    const { server } = await openApp('/auth/login', { routes: loggedOut(), isMarked: false });
    await title('Vitajte späť');
    await page.click(page.get('button', 'English'));
    await title('Welcome back');
    Object.assign(server.routes, routes, { '/auth/jwt/login': () => ({ status: 204 }) });
    await type('E-mail', 'jana@example.sk');
    await type('Password', 'Studna2026');
    await submit();
    await title('Pumps');
    await eventually(() => expect(state.locale).toBe('gb'));
  });

  it('R1.5 are not saved to the account of the next user', async () => {
    const { state, routes } = account({ card_order: [], theme_colour: null, locale: 'sk' });
    const { server, go } = await openApp('/admin/dashboard', { routes });
    await title('Čerpadlá');
    const works = server.routes[PATH] as Handler;
    server.routes[PATH] = ({ method }) =>
      method === 'PUT' ? { status: 500, json: { detail: 'INTERNAL' } } : works({ method } as never);
    await act(async () => savePreference({ locale: 'gb' }));
    await eventually(() => expect(server.requestsTo(PATH).at(-1)?.method).toBe('PUT'));
    await act(async () => {
      void session.end(async () => undefined);
      session.begin();
    });
    server.routes[PATH] = works;
    await go('/admin/profile');
    await title('Môj profil');
    expect(state.locale).toBe('sk');
    expect(currentLanguage().locale).toBe('sk');
  });
});

describe('R3.5 the time zone of the account', () => {
  afterEach(() => setTimeZone(null));
  const nothing = { card_order: [], theme_colour: null, locale: null };
  const zone = () => {
    const label = [...document.querySelectorAll('label')].find(
      ({ textContent }) => textContent === 'Časové pásmo',
    );
    const select = document.getElementById(label?.htmlFor ?? '');
    if (!(select instanceof HTMLSelectElement)) throw new Error('no time zone field');
    return select;
  };
  const choose = (value: string) =>
    act(async () => {
      zone().value = value;
      zone().dispatchEvent(new Event('change', { bubbles: true }));
    });

  it('applies to the displayed times, and without it the zone of the browser applies', async () => {
    const { routes } = account({ ...nothing, time_zone: 'Asia/Kolkata' });
    const { leave } = await openApp('/admin/profile', { routes });
    await title('Môj profil');
    expect(currentTimeZone()).toBe('Asia/Kolkata');
    const time = new Date().toLocaleTimeString('sk-SK', { timeZone: 'Asia/Kolkata', timeStyle: 'short' });
    await eventually(() => expect(page.text()).toContain(`Teraz je ${time}.`));
    await leave();
    await openApp('/admin/profile', { routes: account(nothing).routes });
    await title('Môj profil');
    expect(currentTimeZone()).toBe(browserTimeZone());
    expect(zone().value).toBe('');
  });

  it('is saved when chosen on the profile, and can be reset', async () => {
    const { state, routes } = account(nothing);
    await openApp('/admin/profile', { routes });
    await title('Môj profil');
    await choose('America/New_York');
    await eventually(() => expect(state).toEqual({ ...nothing, time_zone: 'America/New_York' }));
    expect(currentTimeZone()).toBe('America/New_York');
    expect(zone().value).toBe('America/New_York');
    await choose('');
    await eventually(() => expect(state).toEqual({ ...nothing, time_zone: null }));
    expect(currentTimeZone()).toBe(browserTimeZone());
  });
});
