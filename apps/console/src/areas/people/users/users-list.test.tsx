import { aManagedUser, aUserPage } from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { tab } from '../../../testing/tab.ts';
import { aUser, eventually, loggedIn, openApp, type } from '../../../testing/whole-app.tsx';

const SEARCH = 'E-mail, meno, telefón, ID, zariadenie';

/** The list with one user and all of its columns. */
async function openList(change: Record<string, Handler> = {}, href = '/admin/super-seller/users-list') {
  const app = await openApp(href, {
    routes: {
      ...loggedIn(['Super Seller']),
      '/users': () => ({ json: aUserPage([aManagedUser()]) }),
      ...change,
    },
  });
  return app;
}
const rowShown = (email = 'eva@example.sk') =>
  eventually(() => expect(page.all('button', `Akcie: ${email}`)).toHaveLength(1));
async function openMenu(email = 'eva@example.sk') {
  await rowShown(email);
  await page.click(page.get('button', `Akcie: ${email}`));
}
async function openDialog(item: string | RegExp) {
  await openMenu();
  await page.click(page.get('button', item));
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
}
const dialogText = () => page.textOf(document.querySelector('[role=dialog]') ?? document.body);
const dialogForm = () => {
  const form = document.querySelector<HTMLFormElement>('[role=dialog] form');
  if (!form) throw new Error('no form');
  return form;
};
const submitDialog = () => act(async () => dialogForm().requestSubmit());
const dialogClosed = () => eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull());
const sentTo = (app: Awaited<ReturnType<typeof openApp>>, path: string, method: string) =>
  app.server.requestsTo(path).filter((request) => request.method === method);

describe('R7.3 the list of all users', () => {
  it('shows name, role, pumps, last seen and phone; the other columns of the spec can be chosen', async () => {
    await openList();
    await rowShown();
    expect(page.get('heading', 'Zoznam všetkých používateľov')).toBeTruthy();
    const heads = () => page.all('columnheader').map(page.textOf);
    expect(heads()).toEqual(['Meno', 'Rola', 'Čerpadlá', 'Naposledy tu', 'Telefón', 'Akcia']);
    const cells = [...document.querySelectorAll('tbody tr[data-index] > *')].map(page.textOf);
    expect(cells.slice(0, 3)).toEqual(['Eva Vodnáeva@example.sk', 'VlastníkTechnik', 'Studňa']);
    expect(page.get('link', '+421 905 441 208').getAttribute('href')).toBe('tel:+421905441208');
    await page.click(page.get('button', 'Stĺpce'));
    for (const name of [
      'E-mail',
      'Info',
      'ID zariadenia',
      'ID používateľa',
      'ID meniča',
      'Poznámky',
      'Alias',
    ])
      await page.click(page.get('button', name));
    expect(heads().slice(5, -1)).toEqual([
      ...['E-mail', 'Info', 'ID zariadenia', 'ID používateľa', 'ID meniča', 'Poznámky', 'Alias'],
    ]);
  });

  it('is titled List of all users in English', async () => {
    await openApp('/admin/super-seller/users-list', {
      locale: 'gb',
      routes: { ...loggedIn(['Super Seller']), '/users': () => ({ json: aUserPage([aManagedUser()]) }) },
    });
    await eventually(() => expect(page.all('heading', 'List of all users')).toHaveLength(1));
    await eventually(() => expect(page.all('button', 'Actions: eva@example.sk')).toHaveLength(1));
    await page.click(page.get('button', 'Actions: eva@example.sk'));
    await page.click(page.get('button', /^Remove permissions/));
    await eventually(() =>
      expect(dialogText()).toContain('You are now going to remove permission of user ok ?'),
    );
  });

  it.each([[[]], [['Seller']], [['Technician']]])('redirects roles %s to the dashboard', async (roles) => {
    const app = await openApp('/admin/super-seller/users-list', { routes: loggedIn(roles) });
    await eventually(() => expect(app.path()).toBe('/admin/dashboard'));
  });

  it('R7.1 closes at once for a Super Seller who loses the role, and the menu follows', async () => {
    const app = await openList();
    await rowShown();
    app.server.routes['/roles/check'] = () => ({ json: ['Technician'] });
    await act(async () => FakeEventSource.current.emit('devices', {}));
    await eventually(() => expect(app.path()).toBe('/admin/dashboard'));
    await eventually(() => expect(page.all('link', 'Ľudia')).toEqual([]));
    // In the menu, and on the dashboard of a person without devices.
    await eventually(() => expect(page.all('link', 'Práca')).toHaveLength(2));
  });

  it('renders only the visible rows of 10,000 users', async () => {
    await openList({
      '/users': ({ path }) => {
        const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
        const items = Array.from({ length: 100 }, (_, i) =>
          aManagedUser({ id: offset + i + 1, email: `u${offset + i}@example.sk` }),
        );
        return { json: aUserPage(items, 10_000) };
      },
    });
    await rowShown('u0@example.sk');
    expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
    expect(document.querySelectorAll('tbody tr[data-index]').length).toBeLessThan(60);
  });

  it('is searched, filtered and sorted by the server, and the address keeps it', async () => {
    const app = await openList();
    await rowShown();
    await type(SEARCH, 'studňa');
    await eventually(() => expect(app.server.requests.at(-1)?.path).toContain('search=stud'));
    await page.click(page.get('button', /^Účet vypnutý 4$/));
    await eventually(() => expect(app.server.requests.at(-1)?.path).toContain('state=disabled'));
    await page.click(page.get('button', 'Meno'));
    await eventually(() => expect(app.server.requests.at(-1)?.path).toContain('sort=surname'));
    await page.click(page.get('button', 'Meno'));
    await eventually(() => expect(app.server.requests.at(-1)?.path).toContain('order=desc'));
    expect(app.router.state.location.search).toMatchObject({
      search: 'studňa',
      filter: 'disabled',
      sort: 'surname',
      order: 'desc',
    });
    expect(document.querySelector('th[aria-sort=descending]')?.textContent).toBe('Meno');
  });

  it('ignores unknown values of the address', async () => {
    const app = await openList({}, '/admin/super-seller/users-list?search=5&filter=King&sort=age&order=up');
    await rowShown();
    expect(app.server.requestsTo('/users').at(-1)?.path).toBe('/users?search=5&limit=100&offset=0');
  });

  it('leads to its section of the help', async () => {
    await openList();
    await rowShown();
    expect(page.get('link', 'Pomocník').getAttribute('href')).toBe('/admin/documentation/docs#users');
  });

  it('names no match and offers all users', async () => {
    const app = await openList(
      { '/users': () => ({ json: aUserPage([]) }) },
      '/admin/super-seller/users-list?search=x',
    );
    await eventually(() => expect(page.text()).toContain('Nikto nezodpovedá hľadaniu.'));
    app.server.routes['/users'] = () => ({ json: aUserPage([aManagedUser()]) });
    await page.click(page.get('button', 'Zobraziť všetkých'));
    await rowShown();
  });

  it('shows an error with a retry button', async () => {
    const app = await openList({ '/users': () => ({ status: 500, json: { detail: 'INTERNAL' } }) });
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('Zoznam používateľov sa nepodarilo načítať'),
    );
    app.server.routes['/users'] = () => ({ json: aUserPage([aManagedUser()]) });
    await page.click(page.get('button', 'Skúsiť znova'));
    await rowShown();
  });

  it('marks rows as old when they cannot be refreshed', async () => {
    const app = await openList();
    await rowShown();
    app.server.routes['/users'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    tab.hide();
    await act(async () => tab.show());
    await eventually(() => expect(page.text()).toContain('Zoznam sa nepodarilo obnoviť.'));
    await rowShown();
  });
});

describe('R7.3 the actions of a user', () => {
  it.each([
    ['Stav zariadenia', '/admin/overview?device=MNB-TE0001'],
    ['Základné informácie', '/admin/overview?device=MNB-TE0001&tool=inverter'],
    ['Grafy', '/admin/overview?device=MNB-TE0001&tool=graphs'],
    ['Diagnostika', '/admin/overview?device=MNB-TE0001&tool=diagnostics'],
    ['Zapísať', '/admin/overview?device=MNB-TE0001&tool=registers'],
  ])('%s leads to the device', async (name, href) => {
    await openList();
    await openMenu();
    expect(page.get('link', name).getAttribute('href')).toBe(href);
  });

  it('concern the chosen one of several devices', async () => {
    const devices = ['MNB-TE0001', 'MNB-TE0002'].map((id_dev) => ({
      id_dev,
      alias: null,
      fc_id: null,
      access: 'owner' as const,
      expires_at: null,
    }));
    await openList({ '/users': () => ({ json: aUserPage([aManagedUser({ devices, device_count: 2 })]) }) });
    await openMenu();
    const choice = document.querySelector<HTMLSelectElement>('select[aria-label^="Zariadenie"]');
    await act(async () => {
      if (choice) choice.value = 'MNB-TE0002';
      choice?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(page.get('link', 'Diagnostika').getAttribute('href')).toContain('MNB-TE0002');
  });

  it('without a device offer no page of a device', async () => {
    await openList({
      '/users': () => ({ json: aUserPage([aManagedUser({ devices: [], device_count: 0 })]) }),
    });
    await openMenu();
    expect(page.all('link', 'Diagnostika')).toEqual([]);
    expect(page.text()).toContain('Používateľ nemá žiadne zariadenie.');
  });

  it('remove permissions asks first, then sends the role', async () => {
    const app = await openList({
      '/users/21/permissions/Technician': () => ({ json: aManagedUser({ permissions: [] }) }),
    });
    await openDialog(/^Odobrať oprávnenie/);
    expect(dialogText()).toContain('Chystáte sa odobrať oprávnenie používateľovi. V poriadku?');
    expect(sentTo(app, '/users/21/permissions/Technician', 'DELETE')).toHaveLength(0);
    await submitDialog();
    await dialogClosed();
    expect(sentTo(app, '/users/21/permissions/Technician', 'DELETE')).toHaveLength(1);
  });

  it('remove permissions of the last Super Seller names the reason', async () => {
    await openList({
      '/users/21/permissions/Technician': () => ({ status: 409, json: { detail: 'LAST_SUPER_SELLER' } }),
    });
    await openDialog(/^Odobrať oprávnenie/);
    await submitDialog();
    await eventually(() => expect(dialogText()).toContain('Posledný hlavný predajca'));
  });

  it('add permissions sends the chosen role', async () => {
    const app = await openList({ '/users/21/permissions': () => ({ json: aManagedUser() }) });
    await openDialog('Pridať oprávnenie');
    await act(async () =>
      document.querySelector<HTMLInputElement>('[role=dialog] input[type=radio]')?.click(),
    );
    await submitDialog();
    await dialogClosed();
    expect(sentTo(app, '/users/21/permissions', 'POST')[0]?.body).toEqual({ role: 'Super Seller' });
  });

  it('access to device sends the device and the end of the access', async () => {
    const app = await openList({ '/users/21/devices': () => ({ json: aManagedUser() }) });
    await openDialog('Prístup k zariadeniu');
    await type('ID zariadenia', 'MNB-TE0009');
    await type('Posledný deň prístupu', '31. 12. 2099');
    await submitDialog();
    await dialogClosed();
    expect(sentTo(app, '/users/21/devices', 'POST')[0]?.body).toEqual({
      id_dev: 'MNB-TE0009',
      access: 'delegate',
      expires_at: new Date(2100, 0, 1).getTime() / 1000 - 1,
    });
  });

  it('access to device refuses an incomplete day and sends nothing', async () => {
    const app = await openList();
    await openDialog('Prístup k zariadeniu');
    await type('ID zariadenia', 'MNB-TE0009');
    await type('Posledný deň prístupu', '31. 12.');
    await submitDialog();
    expect(sentTo(app, '/users/21/devices', 'POST')).toEqual([]);
    expect(document.querySelector('[role=dialog] [aria-invalid=true]')).not.toBeNull();
  });

  it('delegate access gives the device of the row to the user with this e-mail', async () => {
    const receiver = aManagedUser({ id: 22, email: 'peter@example.sk' });
    const app = await openList({
      '/users': () => ({ json: aUserPage([aManagedUser(), receiver]) }),
      '/users/22/devices': () => ({ json: receiver }),
    });
    await openDialog('Zdieľať');
    await type('E-mail príjemcu', 'Peter@example.sk');
    await submitDialog();
    await dialogClosed();
    expect(sentTo(app, '/users/22/devices', 'POST')[0]?.body).toEqual({
      id_dev: 'MNB-TE0001',
      access: 'delegate',
      expires_at: null,
    });
  });

  it('remove device that another person removed meanwhile explains the stale row', async () => {
    await openList({
      '/users/21/devices/MNB-TE0001': () => ({ status: 404, json: { detail: 'DEVICE_NOT_FOUND' } }),
    });
    await openDialog('Odstrániť zariadenie');
    expect(dialogText()).toContain('Zanikne celé zdieľanie');
    await submitDialog();
    await eventually(() => expect(dialogText()).toContain('Riadok medzitým zmenil niekto iný'));
  });

  it('of a user whom another person removed meanwhile explain the stale row and load the list again', async () => {
    const app = await openList({
      '/users/21/disabled': () => ({ status: 404, json: { detail: 'USER_NOT_FOUND' } }),
    });
    await openDialog('Vypnúť účet');
    app.server.routes['/users'] = () => ({
      json: aUserPage([aManagedUser({ id: 22, email: 'jan@example.sk' })]),
    });
    await submitDialog();
    await eventually(() => expect(dialogText()).toContain('Riadok medzitým zmenil niekto iný'));
    await rowShown('jan@example.sk');
    expect(page.all('button', 'Akcie: eva@example.sk')).toEqual([]);
  });

  it.each([
    ['Vypnúť účet', '/users/21/disabled'],
    [/^Odobrať oprávnenie/, '/users/21/permissions/Technician'],
    ['Odstrániť zariadenie', '/users/21/devices/MNB-TE0001'],
  ])(
    '%s with a lost connection claims neither success nor failure, and can be repeated',
    async (item, path) => {
      const app = await openList({ [path]: () => 'network error' });
      await openDialog(item);
      await submitDialog();
      await eventually(() => expect(dialogText()).toContain('nie je isté, či sa zmena vykonala'));
      app.server.routes[path] = () => ({ json: aManagedUser() });
      await submitDialog();
      await dialogClosed();
      expect(app.server.requestsTo(path)).toHaveLength(2);
    },
  );

  it('disable account states the consequences, then disables it', async () => {
    const disabled = aManagedUser({ disabled_at: 1_790_000_100 });
    const app = await openList({ '/users/21/disabled': () => ({ json: disabled }) });
    await openDialog('Vypnúť účet');
    expect(dialogText()).toContain('sa hneď odhlási zo všetkých prehliadačov');
    app.server.routes['/users'] = () => ({ json: aUserPage([disabled]) });
    await submitDialog();
    await dialogClosed();
    expect(sentTo(app, '/users/21/disabled', 'PUT')[0]?.body).toEqual({ disabled: true });
    await openMenu();
    expect(page.get('button', 'Zapnúť účet')).toBeTruthy();
  });

  it('disable account is not offered for the own account', async () => {
    const own = aManagedUser({ id: aUser.id, email: aUser.email });
    await openList({ '/users': () => ({ json: aUserPage([own]) }) });
    await openMenu(aUser.email);
    expect(page.all('button', 'Vypnúť účet')).toEqual([]);
    expect(page.text()).toContain('Vlastný účet sa vypnúť nedá.');
  });
});

describe('R7.3 notes in place', () => {
  beforeEach(() => localStorage.setItem(`users-list.${aUser.id}`, '["notes"]'));

  const editor = () => {
    const field = document.querySelector('textarea');
    if (!field) throw new Error('no editor');
    return field;
  };
  async function write(text: string) {
    await rowShown();
    await page.click(page.get('button', /^Poznámka: eva@example.sk/));
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(editor(), text);
      editor().dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  const save = () => act(async () => editor().form?.requestSubmit());

  it('are saved with the note that the editor saw', async () => {
    const noted = aManagedUser({ notes: 'Volať ráno.' });
    const app = await openList({ '/users/21': () => ({ json: noted }) });
    await write('Volať ráno.');
    app.server.routes['/users'] = () => ({ json: aUserPage([noted]) });
    await save();
    await eventually(() => expect(page.text()).toContain('Volať ráno.'));
    expect(sentTo(app, '/users/21', 'PATCH')[0]?.body).toEqual({ notes: 'Volať ráno.', known_notes: null });
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('stay in the editor when saving fails', async () => {
    await openList({ '/users/21': () => 'network error' });
    await write('Volať ráno.');
    await save();
    await eventually(() => expect(page.all('alert')).toHaveLength(1));
    expect(editor().value).toBe('Volať ráno.');
  });

  it('that another person changed meanwhile are shown and replaced only on request', async () => {
    const app = await openList({ '/users/21': () => ({ status: 409, json: { detail: 'NOTES_CHANGED' } }) });
    await write('Volať ráno.');
    const theirs = aManagedUser({ notes: 'Nevolať.' });
    app.server.routes['/users'] = () => ({ json: aUserPage([theirs]) });
    await save();
    await eventually(() => expect(page.text()).toContain('Teraz tam je: „Nevolať.“'));
    expect(editor().value).toBe('Volať ráno.');
    await page.click(page.get('button', 'Nahradiť mojou'));
    app.server.routes['/users/21'] = () => ({ json: aManagedUser({ notes: 'Volať ráno.' }) });
    await save();
    await eventually(() => expect(sentTo(app, '/users/21', 'PATCH')).toHaveLength(2));
    expect(sentTo(app, '/users/21', 'PATCH')[1]?.body).toMatchObject({ known_notes: 'Nevolať.' });
  });
});
