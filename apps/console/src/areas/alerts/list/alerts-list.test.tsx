import type { Alert } from '@manoboard/contract/alert/alert';
import { aNumberedAlert } from '@manoboard/testkit/alert-factories';
import { act } from 'react';
import { expect, it } from 'vitest';
import { resetLive } from '../../../device/live/live.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { aUser, eventually, expireAndLogIn, loggedIn, openApp, type } from '../../../testing/whole-app.tsx';

const PATH = '/admin/super-seller/alerts-list';
const ME = `${aUser.name} ${aUser.surname}`;
const nowS = Math.floor(Date.now() / 1000);

const anAlert = (id: number, change: Partial<Alert> = {}) =>
  aNumberedAlert(id, {
    timestamp: nowS - 86_400 * 40 + id,
    since_timestamp: nowS - 86_400 * 40 + id,
    ...change,
  });

/** A server with these alerts, newest first; `resolveWith` answers the resolution of an alert. */
function serverOf(
  alerts: Alert[],
  resolveWith?: (alert: Alert, notes: string | undefined) => ReturnType<Handler>,
) {
  const store = { alerts };
  const list: Handler = ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const ids = query.getAll('id').map(Number);
    const before = Number(query.get('before')?.split('-')[1] ?? Number.POSITIVE_INFINITY);
    const limit = Number(query.get('limit'));
    const matching = store.alerts.filter(
      ({ id, resolved, severity, kind, shelved_until }) =>
        (ids.length === 0 || ids.includes(id)) &&
        (query.get('resolved') ?? `${resolved}`) === `${resolved}` &&
        (query.get('severity') ?? severity) === severity &&
        (query.get('kind') ?? kind) === kind &&
        (query.get('shelved') === null || shelved_until !== null),
    );
    const items = matching.filter(({ id }) => id < before).slice(0, limit);
    const last = items.at(-1);
    const open = { info: 0, warning: 0, alarm: 0 };
    for (const { resolved, severity } of store.alerts) if (!resolved) open[severity]++;
    const next = last && items.length === limit ? `${last.timestamp * 1000}-${last.id}` : null;
    const shelved = store.alerts.filter((alert) => alert.shelved_until !== null).length;
    return { json: { items, total: matching.length, next, open, shelved } };
  };
  const resolve =
    (id: number): Handler =>
    ({ body }) => {
      const alert = store.alerts.find((row) => row.id === id);
      if (!alert) return { status: 404, json: { detail: 'ALERT_NOT_FOUND' } };
      const notes = (body as { notes?: string }).notes;
      if (resolveWith) return resolveWith(alert, notes);
      const done = {
        ...alert,
        resolved: true,
        resolved_by: ME,
        resolved_timestamp: nowS,
        ...(notes && { notes }),
      };
      store.alerts = store.alerts.map((row) => (row.id === id ? done : row));
      return { json: done };
    };
  const routes = Object.fromEntries(alerts.map(({ id }) => [`/alerts/${id}/resolve`, resolve(id)]));
  return { store, routes: { ...loggedIn(['Super Seller']), '/alerts': list, ...routes } };
}

const rows = () => [...document.querySelectorAll('tbody tr[data-index]')].map(page.textOf);
async function open(routes: Record<string, Handler>, search = '') {
  resetLive();
  const app = await openApp(`${PATH}?view=table${search}`, { routes });
  return app;
}
const emit = (name: 'alert' | 'snapshot', data: object) =>
  act(async () => FakeEventSource.current.emit(name, data));
const requestedIds = (paths: readonly { path: string }[]) =>
  paths.filter(({ path }) => path.includes('id=')).length;
/** The dialog is loaded when it opens. */
const dialogShown = () => eventually(() => expect(document.querySelector('textarea')).not.toBeNull());
const fill = async (text: string) => {
  await dialogShown();
  const area = document.querySelector('textarea');
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(area, text);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

it('R7.4 the list shows all columns, links to the device and to the moment in its timeline', async () => {
  const alert = anAlert(7, {
    mail_sent: true,
    mail_sent_timestamp: nowS - 86_400 * 40,
    notes: 'Ide technik.',
  });
  await open(serverOf([alert]).routes);
  await eventually(() => expect(rows()).toHaveLength(1));
  const heads = [...document.querySelectorAll('th')].map(page.textOf);
  expect(heads).toEqual([
    '',
    ...['ID', 'Čas', 'Popis', 'Vyriešené', 'E-mail', 'Čas e-mailu'],
    ...['ID meniča', 'Adresa', 'Poznámky', 'Akcia'],
  ]);
  for (const text of [
    '7',
    'Chod nasucho',
    'Veta 7.',
    'nie',
    'áno',
    'FC-TE7',
    'Lesná 14, Zvolen',
    'Ide technik.',
  ])
    expect(rows()[0]).toContain(text);
  expect(page.get('link', 'Studňa 7').getAttribute('href')).toBe('/admin/overview?device=MNB-TE0001');
  expect(page.get('link', /časová os zariadenia Studňa 7$/).getAttribute('href')).toBe(
    `/admin/overview?device=MNB-TE0001&tool=timeline&at=${alert.timestamp}`,
  );
  expect(page.text()).toContain('1 otvorené');
});

it('R7.4 the filters are in the address and requested from the server', async () => {
  const { routes } = serverOf([anAlert(2, { severity: 'warning' }), anAlert(1)]);
  const { server, router } = await open(routes);
  await eventually(() => expect(rows()).toHaveLength(2));
  await page.click(page.get('button', /^Varovanie/));
  await eventually(() => expect(rows()).toHaveLength(1));
  await type('Zariadenie, adresa alebo poznámka', 'studňa');
  await eventually(() =>
    expect(router.state.location.search).toEqual({ view: 'table', severity: 'warning', q: 'studňa' }),
  );
  await eventually(() => expect(server.requestsTo('/alerts').at(-1)?.path).toContain('search=stud'));
  await page.click(page.get('button', 'Len zariadenie Studňa 2'));
  await eventually(() =>
    expect(server.requestsTo('/alerts').at(-1)?.path).toMatch(/severity=warning.*device_id=MNB-TE0001/),
  );
});

it('R7.4 an empty list names the next step', async () => {
  await open(serverOf([anAlert(1, { resolved: true, resolved_timestamp: nowS })]).routes);
  await eventually(() => expect(page.get('status', /^Žiadne otvorené upozornenie/)).toBeTruthy());
  await page.click(page.get('button', 'Zobraziť všetky'));
  await eventually(() => expect(rows()).toHaveLength(1));
  await page.click(page.get('button', /^Varovanie/));
  await eventually(() => expect(page.get('status', /^Filtru nič nezodpovedá/)).toBeTruthy());
});

it('a list that fails to load shows an error with a retry button', async () => {
  const { routes } = serverOf([anAlert(1)]);
  const list = routes['/alerts'] as Handler;
  routes['/alerts'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
  const { server } = await open(routes);
  await eventually(() =>
    expect(page.get('alert').textContent).toContain('Upozornenia sa nepodarilo načítať'),
  );
  server.routes['/alerts'] = list;
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(rows()).toHaveLength(1));
});

it('R7.4 new alerts wait behind a button, a changed row keeps its place', async () => {
  const { store, routes } = serverOf([anAlert(3), anAlert(2), anAlert(1)]);
  const { server } = await open(routes);
  await eventually(() => expect(rows()).toHaveLength(3));
  await emit('snapshot', { now: nowS, last_data: [], online: [], commands: [] });
  store.alerts = [
    anAlert(4),
    anAlert(3),
    anAlert(2, { resolved: true, resolved_by: 'Tomáš Technik', resolved_timestamp: nowS - 60 }),
    anAlert(1),
  ];
  for (const alert_id of [4, 2]) await emit('alert', { device_id: 'MNB-TE0001', alert_id, change: 'raised' });
  await eventually(() => expect(page.get('button', 'Zobraziť 1 nové')).toBeTruthy());
  expect(rows().map((row) => row[0])).toEqual(['3', '2', '1']);
  expect(rows()[1]).toContain('Tomáš Technik');
  expect(requestedIds(server.requestsTo('/alerts'))).toBe(2);
  await page.click(page.get('button', 'Zobraziť 1 nové'));
  await eventually(() => expect(rows().map((row) => row[0])).toEqual(['4', '3', '1']));
});

it('a change that is reported while the list is loading is not lost', async () => {
  const { store, routes } = serverOf([anAlert(1)]);
  const list = routes['/alerts'] as Handler;
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = await open({
    ...routes,
    '/alerts': async (request) => {
      const answer = await list(request);
      if (!request.path.includes('id=')) await promise;
      return answer;
    },
  });
  await eventually(() => expect(FakeEventSource.opened).not.toEqual([]));
  await emit('snapshot', { now: nowS, last_data: [], online: [], commands: [] });
  FakeEventSource.current.startPings();
  const isListing = ({ path }: { path: string }) => path.startsWith('/alerts?') && path.includes('limit=100');
  await eventually(() => expect(app.server.requests.some(isListing)).toBe(true));
  store.alerts = store.alerts.map((alert) => ({
    ...alert,
    resolved: true,
    resolved_by: 'Eva Biela',
    resolved_timestamp: nowS,
  }));
  await emit('alert', { device_id: 'MNB-TE0001', alert_id: 1, change: 'resolved' });
  await act(() => new Promise<void>((done) => setTimeout(done, 600)));
  resolve();
  await eventually(() => expect(rows()[0]).toContain('Eva Biela'));
});

it('R7.4 an alert is resolved with a note', async () => {
  const { routes } = serverOf([anAlert(1)]);
  const { server } = await open(routes);
  await eventually(() => expect(rows()).toHaveLength(1));
  await page.click(page.get('button', 'Vyriešiť upozornenie 1, Studňa 1'));
  await fill('Vyčistený filter.');
  await page.click(page.get('button', 'Vyriešiť'));
  await eventually(() => expect(rows()[0]).toContain(`áno${ME}`));
  expect(server.requestsTo('/alerts/1/resolve').map(({ body }) => body)).toEqual([
    { notes: 'Vyčistený filter.', known_notes: null },
  ]);
  expect(page.all('button', 'Vyriešiť upozornenie 1, Studňa 1')).toEqual([]);
});

it.each([
  ['Vyriešiť upozornenie 1, Studňa 1', 'Vyriešiť'],
  [/^Pridať poznámku upozorneniu 1/, 'Uložiť poznámku'],
])(
  'R3.8 a text typed while the session ends is in its dialog again after the login: %s',
  async (opener, send) => {
    const { routes } = serverOf([anAlert(1)]);
    const app = await open(routes);
    await eventually(() => expect(rows()).toHaveLength(1));
    await page.click(page.get('button', opener));
    await fill('Vyčistený filter.');
    await expireAndLogIn(app);
    await dialogShown();
    expect(document.querySelector('textarea')?.value).toBe('Vyčistený filter.');
    expect(page.text()).toContain('Sú tu vaše zmeny, ktoré ešte nie sú uložené.');
    expect(page.all('button', send)).toHaveLength(1);
    await page.click(page.get('button', 'Zrušiť'));
    await eventually(() => expect(document.querySelector('textarea')).toBeNull());
  },
);

it('R7.4 a note that another person has written meanwhile stays: resolved with both, or shown before it is saved', async () => {
  const changed = { status: 409, json: { detail: 'NOTES_CHANGED' } };
  const { routes, store } = serverOf([anAlert(2), anAlert(1)], (alert, notes) => {
    if (notes === 'Hotovo.') return changed;
    return { json: { ...alert, notes, resolved: true, resolved_by: ME, resolved_timestamp: nowS } };
  });
  const saved: unknown[] = [];
  const note: Handler = ({ body }) => {
    saved.push(body);
    return saved.length === 1 ? changed : { json: { ...store.alerts[1], notes: 'Ide Peter.\nVolal som.' } };
  };
  const { server } = await open({ ...routes, '/alerts/1': note });
  await eventually(() => expect(rows()).toHaveLength(2));
  store.alerts = store.alerts.map((alert) => ({ ...alert, notes: 'Ide Peter.' }));

  await page.click(page.get('button', 'Vyriešiť upozornenie 2, Studňa 2'));
  await fill('Hotovo.');
  await page.click(page.get('button', 'Vyriešiť'));
  await eventually(() => expect(rows()[0]).toContain(`áno${ME}`));
  expect(server.requestsTo('/alerts/2/resolve').at(-1)?.body).toEqual({
    notes: 'Ide Peter.\nHotovo.',
    known_notes: 'Ide Peter.',
  });

  await page.click(page.get('button', /^Pridať poznámku upozorneniu 1/));
  await fill('Volal som.');
  await page.click(page.get('button', 'Uložiť poznámku'));
  const area = () => document.querySelector('textarea')?.value;
  await eventually(() => expect(area()).toBe('Ide Peter.\nVolal som.'));
  expect(page.text()).toContain('Poznámku medzitým zmenil niekto iný.');
  await page.click(page.get('button', 'Uložiť poznámku'));
  await eventually(() => expect(area()).toBeUndefined());
  expect(saved.at(-1)).toEqual({ notes: 'Ide Peter.\nVolal som.', known_notes: 'Ide Peter.' });
});

it('R7.4 an alert that another person has resolved meanwhile names them and the time', async () => {
  const { routes } = serverOf([anAlert(1)], (alert) => ({
    json: {
      ...alert,
      resolved: true,
      resolved_by: 'Tomáš Technik',
      resolved_timestamp: nowS - 120,
      notes: 'Hotovo.',
    },
  }));
  await open(routes);
  await eventually(() => expect(rows()).toHaveLength(1));
  await page.click(page.get('button', 'Vyriešiť upozornenie 1, Studňa 1'));
  await fill('Môj text');
  await page.click(page.get('button', 'Vyriešiť'));
  await eventually(() => expect(page.text()).toMatch(/Medzitým už vyriešené: Tomáš Technik, .*neuložila/));
  expect(rows()[0]).toContain('Hotovo.');
});

it('R7.4 the bulk resolution reports each row, and retries only failed rows', async () => {
  let isDown = true;
  const { routes } = serverOf([anAlert(3), anAlert(2), anAlert(1)], (alert, notes) => {
    if (alert.id === 2)
      return { json: { ...alert, resolved: true, resolved_by: 'Eva Vodná', resolved_timestamp: nowS } };
    if (alert.id === 1 && isDown) return { status: 503, json: { detail: 'UNAVAILABLE' } };
    return {
      json: { ...alert, notes: notes ?? null, resolved: true, resolved_by: ME, resolved_timestamp: nowS },
    };
  });
  const { server } = await open(routes);
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(page.all('button', 'Vyriešiť s poznámkou…')).toEqual([]);
  await page.click(page.get('checkbox', 'Vybrať všetky načítané otvorené'));
  await eventually(() => page.get('button', 'Vyriešiť s poznámkou…'));
  await page.click(page.get('button', 'Vyriešiť s poznámkou…'));
  await dialogShown();
  await page.click(page.get('button', 'Vyriešiť'));
  const results = () => [...document.querySelectorAll('[role=dialog] li')].map(page.textOf).sort();
  await eventually(() => expect(results()).toHaveLength(3));
  expect(results()[0]).toMatch(/Studňa 1 Nevyriešené\. Server je dočasne nedostupný/);
  expect(results()[1]).toMatch(/Studňa 2 Medzitým už vyriešené: Eva Vodná/);
  expect(results()[2]).toMatch(/Studňa 3 Vyriešené$/);
  expect(page.text()).toContain('Vyriešené: 1 z 3.');
  isDown = false;
  await page.click(page.get('button', 'Skúsiť znova nevyriešené'));
  await eventually(() => expect(page.text()).toContain('Vyriešené: 2 z 3.'));
  expect([1, 2, 3].map((id) => server.requestsTo(`/alerts/${id}/resolve`).length)).toEqual([2, 1, 1]);
});

it('Escape clears the selection, and arrow keys move between the rows', async () => {
  await open(serverOf([anAlert(3), anAlert(2, { resolved: true }), anAlert(1)]).routes, '&state=all');
  await eventually(() => expect(rows()).toHaveLength(3));
  const box = (id: number) => page.get('checkbox', `Vybrať upozornenie ${id}, Studňa ${id}`);
  await page.click(box(3));
  expect(page.text()).toContain('1 vybraté');
  box(3).focus();
  const press = (key: string) =>
    act(async () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      ),
    );
  await press('ArrowDown');
  expect(document.activeElement).toBe(box(1));
  await press('Escape');
  expect(page.text()).not.toContain('vybraté');
});

it('R7.4 a list of 10,000 alerts renders only visible rows and loads pages as needed', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => anAlert(10_000 - i));
  const { server } = await open(serverOf(many).routes);
  await eventually(() => expect(rows().length).toBeGreaterThan(5));
  expect(rows().length).toBeLessThan(60);
  expect(page.text()).toMatch(/100 z 10\s?000/);
  // The bell requests the count of open alerts.
  const pages = server.requestsTo('/alerts').filter(({ path }) => path.includes('limit=100'));
  expect(pages).toHaveLength(1);
});

it('R2.6 a Technician is sent from the alerts list to the dashboard', async () => {
  const app = await open({ ...serverOf([]).routes, ...loggedIn(['Technician']) });
  await eventually(() => expect(app.path()).toBe('/admin/dashboard'));
});

it('R7.4 alerts are filtered by kind and by shelved ones, and a shelved row is marked', async () => {
  const shelved = anAlert(3, { shelved_until: nowS + 3600 });
  const leak = anAlert(2, { kind: 'leak', code: 'LEAK' });
  const { router } = await open(serverOf([shelved, leak, anAlert(1)]).routes);
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(rows()[0]).toContain('odložené do');
  await page.click(page.get('button', 'Odložené 1'));
  await eventually(() => expect(rows()).toHaveLength(1));
  expect(router.state.location.search).toEqual({ view: 'table', state: 'shelved' });
  await page.click(page.get('button', 'Odložené 1'));
  const field = () => document.querySelector<HTMLSelectElement>('select[aria-label="Druh upozornenia"]');
  await eventually(() => expect(field()).not.toBeNull());
  await act(async () => {
    const select = field();
    if (select) select.value = 'leak';
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await eventually(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('Studňa 2');
  expect(router.state.location.search).toEqual({ view: 'table', kind: 'leak' });
});

it('R7.4 columns of the table are switched off and on, and stay so', async () => {
  localStorage.removeItem('columns alerts');
  const { routes } = serverOf([anAlert(1)]);
  await open(routes);
  await eventually(() => expect(rows()).toHaveLength(1));
  const heads = () => [...document.querySelectorAll('th')].map(page.textOf);
  await page.click(page.get('button', 'Stĺpce'));
  await page.click(page.get('checkbox', 'Adresa'));
  expect(heads()).not.toContain('Adresa');
  expect(localStorage.getItem('columns alerts')).toBe('["address"]');
  await page.click(page.get('checkbox', 'Adresa'));
  expect(heads()).toContain('Adresa');
});
