import type { SessionRow } from '@manoboard/contract/account/account';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const PATH = '/users/me/sessions';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const nowS = () => Math.floor(Date.now() / 1000);

const aSession = (id: string, change: Partial<SessionRow> = {}): SessionRow => ({
  id: id.repeat(64),
  user_agent: PHONE,
  network: '203.0.113.x',
  is_this_network: false,
  created_at: nowS() - 86_400,
  last_used_at: nowS() - 20 * 60,
  expires_at: nowS() + 86_400,
  is_current: false,
  ...change,
});
const HERE = aSession('a', { user_agent: FIREFOX, is_this_network: true, is_current: true });
const THERE = aSession('b');

/** A server that ends sessions. */
function server(...rows: SessionRow[]) {
  const state = { rows };
  const one: Handler = ({ path }) => {
    state.rows = state.rows.filter(({ id }) => !path.endsWith(id));
    return { status: 204 };
  };
  const routes: Record<string, Handler> = {
    ...loggedIn(),
    [PATH]: ({ method }) => {
      if (method !== 'DELETE') return { json: state.rows };
      state.rows = state.rows.filter(({ is_current }) => is_current);
      return { status: 204 };
    },
    ...Object.fromEntries(rows.map(({ id }) => [`${PATH}/${id}`, one])),
  };
  return { state, routes };
}

const rows = () =>
  [...page.get('region', /^(Kde ste prihlásení|Where you are logged in)$/).querySelectorAll('li')].map(
    page.textOf,
  );
async function open(routes: Record<string, Handler>, locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp('/admin/profile', { routes, locale });
  await eventually(() => expect(document.querySelector('form')).not.toBeNull());
  return app;
}
/** The dialog is loaded when it opens. */
const dialogShown = () => eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
async function submitDialog(label: string) {
  await dialogShown();
  await page.click(
    page.all('button', label).find((button) => button.closest('[role=dialog]')) ?? page.get('button', label),
  );
}

describe('R3.5 the sessions of the profile', () => {
  it.each([
    [
      'sk',
      'Firefox, Windowsprihlásené z tejto sieteteraztoto prihlásenie',
      'Chrome, Androidsieť 203.0.113.xpred 20 minOdhlásiť',
      'Neznámy prehliadačsieť nepoznámepred chvíľouOdhlásiť',
    ],
    [
      'gb',
      'Firefox, Windowslogged in from this networknowthis session',
      'Chrome, Androidnetwork 203.0.113.x20 min agoLog out',
      'Unknown browsernetwork not knowna moment agoLog out',
    ],
  ] as const)('show device, network and last use in words, this one first (%s)', async (locale, ...words) => {
    const unknown = aSession('c', { user_agent: 'curl/8', network: null, last_used_at: nowS() });
    await open(server(THERE, unknown, HERE).routes, locale);
    await eventually(() => expect(rows()).toHaveLength(3));
    expect(rows()).toEqual(words);
  });

  it('end one by one after a confirmation', async () => {
    const { state, routes } = server(HERE, THERE);
    await open(routes);
    await eventually(() => expect(rows()).toHaveLength(2));
    await page.click(page.get('button', 'Odhlásiť: Chrome, Android, sieť 203.0.113.x'));
    await dialogShown();
    expect(page.text()).toContain('Odhlásiť Chrome, Android, sieť 203.0.113.x?');
    expect(state.rows).toHaveLength(2);
    await submitDialog('Odhlásiť');
    await eventually(() => expect(rows()).toHaveLength(1));
    expect(state.rows).toEqual([HERE]);
    await eventually(() => expect(page.text()).toContain('Prihlásenie je ukončené'));
    expect(page.all('button', 'Odhlásiť ostatné')).toEqual([]);
  });

  it('end all others after a confirmation with their number', async () => {
    const { state, routes } = server(HERE, THERE, aSession('c'));
    await open(routes);
    await eventually(() => expect(rows()).toHaveLength(3));
    await page.click(page.get('button', 'Odhlásiť ostatné'));
    await dialogShown();
    expect(page.text()).toContain('Odhlásiť 2 ďalšie prihlásenia?');
    await submitDialog('Odhlásiť ostatné');
    await eventually(() => expect(rows()).toHaveLength(1));
    expect(state.rows).toEqual([HERE]);
  });

  it('that ended meanwhile show a message and leave the list', async () => {
    const { state, routes } = server(HERE, THERE);
    routes[`${PATH}/${THERE.id}`] = () => {
      state.rows = [HERE];
      return { status: 404, json: { detail: 'NOT_FOUND' } };
    };
    await open(routes);
    await eventually(() => expect(rows()).toHaveLength(2));
    await page.click(page.get('button', /^Odhlásiť: Chrome/));
    await submitDialog('Odhlásiť');
    await eventually(() => expect(page.text()).toContain('Toto prihlásenie sa medzitým skončilo.'));
    await eventually(() => expect(rows()).toHaveLength(1));
  });

  it('stay when the connection fails, and the dialog shows the reason', async () => {
    const { routes } = server(HERE, THERE);
    routes[`${PATH}/${THERE.id}`] = () => 'network error';
    await open(routes);
    await eventually(() => expect(rows()).toHaveLength(2));
    await page.click(page.get('button', /^Odhlásiť: Chrome/));
    await submitDialog('Odhlásiť');
    await eventually(() => expect(page.get('alert').textContent).toContain('Server neodpovedá'));
    expect(rows()).toHaveLength(2);
  });

  it('show an error instead of an empty list, and a retry loads them', async () => {
    const { routes } = server(HERE);
    const works = routes[PATH] as Handler;
    routes[PATH] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    const app = await open(routes);
    await eventually(() => expect(page.text()).toContain('Zoznam prihlásení sa nepodarilo načítať.'));
    app.server.routes[PATH] = works;
    await page.click(page.get('button', 'Skúsiť znova'));
    await eventually(() => expect(rows()).toHaveLength(1));
  });
});
