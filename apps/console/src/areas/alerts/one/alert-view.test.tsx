import type { AlertDetail } from '@manoboard/contract/alert/alert';
import type { AlertDelivery } from '@manoboard/contract/alert/alert-delivery';
import { DEFAULT_ESCALATION } from '@manoboard/domain/alerts/delivery/settings';
import { aDelivery, anAlert, anAlertPage } from '@manoboard/testkit/alert-factories';
import { aDevice, aLastData, anFcDevice, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { resetLive } from '../../../device/live/live.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { aUser, eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

/** Canvas is not part of the test DOM. */
vi.mock('uplot', () => ({
  default: class {
    static paths = {};
    setData() {}
    setScale() {}
    setSize() {}
    destroy() {}
  },
}));

const ID = 'MNB-TE0001';
const nowS = Math.floor(Date.now() / 1000);
const RAISED = nowS - 840;

const details = (change: Partial<AlertDetail> = {}): AlertDetail => ({
  ...anAlert({ timestamp: RAISED, owner: { name: 'Eva Vodná', phone_number: '+421 905 118 240' } }),
  numbers: {},
  fc_refusal: null,
  trip: null,
  thresholds: { afterS: 10, clearAfterS: 60 },
  evidence: { fields: ['pressure', 'required_pressure', 'frequency_fc'], from: RAISED - 900, to: RAISED },
  ...change,
});

const HISTORY = {
  level: 'raw',
  step_s: 60,
  to: RAISED,
  since: null,
  t: [RAISED - 240, RAISED - 180, RAISED - 120, RAISED - 60],
  series: Object.fromEntries(
    [
      ['pressure', [4, 4, 4.1, 0.3]],
      ['frequency_fc', [41, 41, 42, 50]],
    ].map(([name, avg]) => [name, { avg, min: avg, max: avg, last: avg, gaps: [] }]),
  ),
};

function routesOf(alert: AlertDetail, roles: string[] = ['Technician']) {
  const store = { alert };
  const change = (next: Partial<AlertDetail>) => {
    store.alert = { ...store.alert, ...next };
    const { numbers: _, thresholds: __, evidence: ___, ...alert } = store.alert;
    return { json: alert };
  };
  const routes: Record<string, Handler> = {
    ...loggedIn(roles),
    '/users-devices/get-devices': () => ({ json: [aDevice({ id_dev: ID, alias: 'Studňa' })] }),
    '/alerts/12': () => ({ json: store.alert }),
    '/alerts/12/deliveries': () => ({ json: { items: [], unreached: [], ladder: [], next: null } }),
    [`/devices/${ID}/escalation`]: () => ({
      json: { settings: DEFAULT_ESCALATION, changed_by: null, changed_timestamp: null },
    }),
    '/alerts': () => ({
      json: anAlertPage([
        details(),
        anAlert({ id: 7, resolved: true, resolved_by: 'Peter Horváth', notes: 'Plná studňa.' }),
      ]),
    }),
    [`/devices/${ID}/history`]: () => ({ json: HISTORY }),
    '/alerts/12/shelve': ({ body }) =>
      change({ shelved_until: nowS + 60 * (body as { minutes: number }).minutes }),
    '/alerts/12/unshelve': () => change({ shelved_until: null }),
    '/alerts/12/assignee': ({ method }) =>
      change({
        assignee: method === 'PUT' ? { user_id: aUser.id, name: 'Jana Kováčová', since: nowS } : null,
      }),
  };
  return { store, routes };
}

async function open(routes: Record<string, Handler>, locale: 'sk' | 'gb' = 'sk', search = '') {
  resetLive();
  return openApp(`/admin/alerts/12${search}`, { routes, locale });
}
const emitLast = (change: object) =>
  act(async () =>
    FakeEventSource.current.emit('snapshot', {
      now: nowS,
      last_data: [
        aLastData({
          device_id: ID,
          ts: nowS,
          received_at: nowS,
          data: someLastValues({ on_off_state_r: 3, modbus: 2, frequency_fc: 0 }),
          ...change,
        }),
      ],
      online: [ID],
      commands: [],
    }),
  );
const shown = (title = 'Chod nasucho') =>
  eventually(() => expect(page.all('heading', title)).toHaveLength(1));

it('R7.4 the page of an alert names the device, the rule with its numbers, the causes and the next step', async () => {
  const { routes } = routesOf(details());
  await open(routes);
  await shown();
  expect(page.text()).toContain('Kritické');
  expect(page.text()).toContain('Otvorené pred 14 min');
  expect(page.get('link', 'Studňa').getAttribute('href')).toBe(`/admin/overview?device=${ID}`);
  expect(page.text()).toContain('Čerpadlo beží nasucho.');
  expect(page.textOf(page.get('region', 'Čo pravidlo videlo'))).toMatch(/Pravidlo: .* spolu 10 s;/);
  expect(page.textOf(page.get('region', /^Pravdepodobné príčiny/))).toMatch(
    /1V studni alebo nádrži došla voda2/,
  );
  expect(page.textOf(page.get('region', 'Ďalší krok'))).toContain('Skontrolujte hladinu vody a sanie.');
  await eventually(() => expect(page.textOf(page.get('region', 'Predtým'))).toContain('Plná studňa.'));
  expect(page.textOf(page.get('region', 'Predtým'))).toContain('vyriešené: Peter Horváth');
});

it.each([
  ['of the owner', [aDevice({ id_dev: ID, alias: 'Studňa' })]],
  ['of another user', []],
] as const)(
  'R9.1 the page of an alert says the water of a pump %s, with the age of its values',
  async (_whose, own) => {
    const { routes } = routesOf(details());
    routes['/users-devices/get-devices'] = () => ({ json: own });
    routes['/users-devices/get-all-fc-devices'] = () => ({
      json: [anFcDevice({ owner_dev_id: ID, alert: { sk: 'Chod nasucho', gb: 'Dry running' } })],
    });
    await open(routes);
    await shown();
    await emitLast({ data: someLastValues({ on_off_state_r: 2, frequency_fc: 0, pressure: 4.3 }) });
    const water = () => page.textOf(page.get('region', 'Voda teraz'));
    await eventually(() => expect(water()).toContain('Voda je'));
    expect(water()).toContain('Čerpadlo oddychuje');
    expect(water()).toMatch(/teraz|práve|pred/);
    // The title of the page says it.
    expect(water()).not.toContain('Chod nasucho');
  },
);

it('R8 an alert of a pump that no list names has no line about water', async () => {
  const { routes } = routesOf(details());
  routes['/users-devices/get-devices'] = () => ({ json: [] });
  await open(routes);
  await shown();
  expect(page.all('region', 'Voda teraz')).toEqual([]);
});

it('R7.5 the link of a mail offers to take the alert after a login, and takes it only when the owner agrees', async () => {
  const { routes, store } = routesOf(details(), []);
  const { server, router } = await open(routes, 'sk', '?take=1');
  await shown();
  const requests = () => server.requestsTo('/alerts/12/assignee');
  expect(requests()).toEqual([]);
  expect(document.activeElement).toBe(page.get('button', 'Áno, beriem si to'));
  await act(async () => page.get('button', 'Áno, beriem si to').click());
  await eventually(() => expect(page.all('button', 'Pustiť')).toHaveLength(1));
  expect(requests()).toHaveLength(1);
  expect(store.alert.assignee?.user_id).toBe(aUser.id);
  expect(page.all('button', 'Áno, beriem si to')).toEqual([]);
  expect(router.state.location.href).toBe('/admin/alerts/12');
});

it('R7.4 the evidence shows how each quantity changed and leads to the graphs at that time', async () => {
  const { routes } = routesOf(details());
  await open(routes);
  await eventually(() => expect(page.text()).toContain('4,0 → 0,3 bar'));
  expect(page.text()).toContain('41,0 → 50,0 Hz');
  expect(page.text()).toContain('podmienka platí');
  const link = page.get('link', /^Otvoriť v grafoch/).getAttribute('href');
  expect(link).toBe(`/admin/overview?device=${ID}&tool=graphs&view=${RAISED - 900}-${RAISED}`);
});

it('R7.4 an alert without stored values shows no graph, and a rule without its numbers no placeholder', async () => {
  const { routes } = routesOf(details({ kind: 'over_temperature', numbers: {}, thresholds: {} }));
  routes[`/devices/${ID}/history`] = () => ({ json: { ...HISTORY, series: {} } });
  await open(routes);
  await eventually(() => expect(page.text()).toContain('Za tento čas nie sú uložené žiadne hodnoty.'));
  expect(page.text()).toContain('Ohlásila to doska podľa vlastnej ochrany');
});

it.each([
  ['no_identity', 'Prečítajte typ na štítku meniča.'],
  ['unknown_identity', 'Prečítajte typ na štítku meniča.'],
  ['other_type', 'Porovnajte štítok meniča s typom, na ktorý je doska nastavená.'],
] as const)(
  'R4.16 causes and next step of a refused converter (%s) are about its type, not the cable',
  async (fc_refusal, next) => {
    const { routes } = routesOf(details({ kind: 'fc_link_lost', code: 'FC_OFFLINE', fc_refusal }));
    await open(routes);
    await eventually(() => expect(page.text()).toContain(next));
    expect(page.text()).not.toContain('RS-485');
    expect(page.text()).not.toContain('Pravidlo:');
  },
);

const delivery = (change: Partial<AlertDelivery> = {}) => aDelivery({ timestamp: RAISED, ...change });

it('R7.4 the page shows each delivery with its result and the steps of escalation, live', async () => {
  const { routes } = routesOf(details());
  const adam = { receiver: { user_id: 6, name: 'Adam Vrábel' }, step: 'delegates' } as const;
  let items = [
    delivery(),
    delivery({ id: 2, channel: 'push', state: 'seen', seen_timestamp: nowS - 60 }),
    delivery({ ...adam, id: 3, state: 'failed', failure: 'rejected', reason: '550 mailbox full' }),
    delivery({ ...adam, id: 4, channel: 'push', state: 'held', next_timestamp: nowS + 3600 }),
    delivery({ id: 5, step: 'installation', channel: 'webhook', receiver: null, target: 'ntfy' }),
  ];
  const next = { step: 'technicians', timestamp: nowS + 360 };
  const ladder = [
    { step: 'owner', after_minutes: 0, state: 'reached', timestamp: RAISED },
    { step: 'delegates', after_minutes: 15, state: 'reached', timestamp: RAISED + 900 },
    { step: 'technicians', after_minutes: 30, state: 'due', timestamp: nowS + 360 },
  ];
  routes['/alerts/12/deliveries'] = () => ({ json: { items, unreached: [], ladder, next } });
  await open(routes);
  const card = () => page.textOf(page.get('region', 'Komu to prišlo'));
  await eventually(() => expect(card()).toContain('3 z 5 doručené'));
  expect(card()).toMatch(/Jana Kováčová vlastník.*E-mail.*odoslané.*Push.*videné/);
  expect(card()).toMatch(/Adam Vrábel má prístup.*zlyhalo: 550 mailbox full.*tichý čas, príde/);
  expect(card()).toMatch(/ntfy celá inštalácia/);
  await eventually(() => expect(card()).toMatch(/hneďvlastníkprišlo.*po 15 minľudia s prístupomprišlo/));
  expect(card()).toMatch(/po 30 mintechnicipríde/);
  const waiting = { state: 'waiting', failure: 'retrying', next_timestamp: nowS + 5 } as const;
  items = [delivery({ ...waiting, reason: 'connection refused' })];
  await act(async () =>
    FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 12, change: 'delivered' }),
  );
  await eventually(() => expect(card()).toMatch(/skúsi sa znova .*: connection refused/));
});

it('R7.4 people without a way, files instead of mails and skipped steps are shown with the reason', async () => {
  const { routes } = routesOf(details());
  const jana = { user_id: 5, name: 'Jana Kováčová' };
  const ways = { mail: 'no_mail_server', push: 'no_browser', webhook: 'no_webhook' };
  routes['/alerts/12/deliveries'] = () => ({
    json: {
      items: [
        delivery({ state: 'written' }),
        delivery({ id: 3, step: 'technicians', receiver: null, state: 'failed', failure: 'rejected' }),
      ],
      unreached: [{ step: 'owner', receiver: jana, timestamp: RAISED, ways }],
      ladder: [
        { step: 'owner', after_minutes: 0, state: 'reached', timestamp: RAISED },
        { step: 'delegates', after_minutes: 15, state: 'nobody', timestamp: null },
        { step: 'technicians', after_minutes: 15, state: 'due', timestamp: nowS + 360 },
      ],
      next: { step: 'delegates', timestamp: nowS + 360 },
    },
  });
  await open(routes);
  const card = () => page.textOf(page.get('region', 'Komu to prišlo'));
  await eventually(() =>
    expect(card()).toContain(
      'nepríde nijako: server neposiela e-maily, žiadny prehliadač nemá zapnuté oznámenia',
    ),
  );
  expect(card()).toContain('0 z 2 doručené');
  expect(card()).toContain('zapísané len do súboru, e-mail neodišiel');
  expect(card()).toContain('zlyhalo: prijímač správu odmietol');
  expect(card()).toMatch(/hneďvlastník.*neprišlo nič.*ľudia s prístupomnikto.*technicipríde/);
});

it('R7.4 without deliveries the page says so; a failed request can be retried', async () => {
  const { routes } = routesOf(details());
  await open(routes);
  await eventually(() => expect(page.text()).toContain('Toto upozornenie sa nikomu neposlalo.'));
  expect(page.all('link', 'Pomocník').map((link) => link.getAttribute('href'))).toContain(
    '/admin/documentation/docs#alert-dry-run',
  );
  expect(page.get('link', 'Zmeniť citlivosť').getAttribute('href')).toBe(
    `/admin/overview?device=${ID}&tool=rules&view=dry_run`,
  );
  routes['/alerts/12/deliveries'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
  await act(async () =>
    FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 12, change: 'delivered' }),
  );
  await eventually(() => expect(page.text()).toContain('Doručenia sa nepodarilo načítať.'));
});

it('R7.5 an alert is taken and given back on its page', async () => {
  const { routes } = routesOf(details());
  await open(routes);
  await shown();
  await page.click(page.get('button', 'Beriem si to'));
  await eventually(() => expect(page.text()).toContain('Beriete vy'));
  await page.click(page.get('button', 'Pustiť'));
  await eventually(() => expect(page.all('button', 'Beriem si to')).toHaveLength(1));
});

it('an alert is shelved for an hour, shows until when, and is unshelved', async () => {
  const { routes } = routesOf(details());
  const { server } = await open(routes);
  await shown();
  await page.click(page.get('button', 'Ďalšie možnosti'));
  await page.click(page.get('button', '1 hodina'));
  await eventually(() => expect(page.text()).toMatch(/Odložené do (zajtra )?\d/));
  expect(server.requestsTo('/alerts/12/shelve')[0]?.body).toEqual({ minutes: 60 });
  await page.click(page.get('button', 'Ďalšie možnosti'));
  await page.click(page.get('button', 'Zrušiť odloženie'));
  await eventually(() => expect(page.text()).not.toMatch(/Odložené do (zajtra )?\d/));
});

it('R7.5 an owner may take, resolve and shelve an alert', async () => {
  const { routes } = routesOf(details({ owner: null }), []);
  await open(routes);
  await shown();
  await eventually(() => expect(page.all('button', 'Vyriešiť…')).toHaveLength(1));
  expect(page.all('button', 'Beriem si to')).toHaveLength(1);
  await page.click(page.get('button', 'Ďalšie možnosti'));
  expect(page.text()).toContain('Odložiť');
  expect(page.all('button', 'Dohodnúť návštevu…')).toEqual([]);
});

it('the page follows changes of the alert live', async () => {
  const { store, routes } = routesOf(details());
  await open(routes);
  await shown();
  store.alert = details({ cleared_timestamp: nowS - 60, occurrences: 3 });
  await act(async () =>
    FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 12, change: 'cleared' }),
  );
  await eventually(() => expect(page.text()).toContain('3×'));
  expect(page.textOf(page.get('region', 'Ako to išlo'))).toContain('Príčina pominula');
});

it('R1.1 the page is in the language of the screen', async () => {
  const { routes } = routesOf(details());
  await open(routes, 'gb');
  await shown('Dry running');
  expect(page.text()).toContain('The pump runs dry.');
  expect(page.textOf(page.get('region', 'What the rule saw'))).toContain('for 10 s in total');
});

it('R7.2 an alert that does not exist or is denied is not found; a failed request can be retried', async () => {
  const { routes } = routesOf(details());
  routes['/alerts/12'] = () => ({ status: 404, json: { detail: 'ALERT_NOT_FOUND' } });
  const app = await open(routes);
  await eventually(() => expect(page.text()).toContain('Upozornenie sa nenašlo'));
  await app.leave();
  routes['/alerts/12'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
  await open(routes);
  await eventually(() => expect(page.text()).toContain('Upozornenie sa nepodarilo načítať'));
  routes['/alerts/12'] = () => ({ json: details() });
  await page.click(page.get('button', 'Skúsiť znova'));
  await shown();
});

it('a device that behaves differently is accepted as normal on the page of its alert', async () => {
  const numbers = { metric: 0, usual: 80, now: 151, others: 0 };
  const { routes } = routesOf(details({ kind: 'behaves_differently', numbers, thresholds: {} }));
  routes['/alerts/12/normal'] = () => ({
    json: anAlert({ kind: 'behaves_differently', resolved: true, cleared_timestamp: nowS }),
  });
  await open(routes);
  await eventually(() => expect(page.text()).toContain('Zariadenie sa líši od svojho obvyklého správania'));
  await page.click(page.get('button', 'Ďalšie možnosti'));
  await page.click(page.get('button', 'Toto je normálne'));
  await eventually(() => expect(page.all('button', 'Otvoriť znova')).toHaveLength(1));
});

it('R5.11 the alert of a pump that tries again offers to try now and not at all', async () => {
  const { routes } = routesOf(details());
  const { server } = await open({
    ...routes,
    [`/mqtt/${ID}/end-retries`]: () => new Promise<never>(() => {}),
  });
  await shown();
  await eventually(() => expect(FakeEventSource.opened).not.toEqual([]));
  await emitLast({ next_try: nowS + 3480, stopped_for: 'DRY_RUN' });
  await eventually(() => expect(page.text()).toMatch(/Samo sa spustí (zajtra )?o \d+:\d\d \(za 58 min\)\./));
  await page.click(page.get('button', 'Neskúšať'));
  expect(server.requestsTo(`/mqtt/${ID}/end-retries`)).toMatchObject([{ body: { value: true } }]);
  await page.click(page.get('button', 'Skúsiť teraz'));
  await eventually(() => expect(page.text()).toContain('Zapnúť Studňa?'));
  await emitLast({ ts: nowS + 1, received_at: nowS + 1 });
});

it('R5.11 a resolved alert offers no try', async () => {
  const { routes } = routesOf(details({ resolved: true }));
  await open(routes);
  await shown();
  await eventually(() => expect(FakeEventSource.opened).not.toEqual([]));
  await emitLast({ next_try: nowS + 3480, stopped_for: 'DRY_RUN' });
  expect(page.all('button', 'Neskúšať')).toEqual([]);
});

it.each([
  ['a trip', { kind: 'drive_fault', code: 'FC_FAULT', numbers: { fault: 11 } }, 'link', 'Vynulovať…'],
  ['a silent board', { kind: 'board_offline', code: 'BOARD_OFFLINE' }, 'link', /^Zavolať Eva Vodná/],
] as const)('R7.4 the first row of %s has its own action', async (_, change, role, name) => {
  const { routes } = routesOf(details(change));
  await open(routes);
  await shown();
  expect(page.all(role, name)).toHaveLength(1);
});

it('R7.5 with one person in the ladder nobody takes the alert; the page says what to do', async () => {
  const { routes } = routesOf(details({ people: 1 }), []);
  await open(routes);
  await shown();
  expect(page.all('button', 'Beriem si to')).toEqual([]);
  expect(page.get('link', 'Čo mám robiť?').getAttribute('href')).toBe('#next-step');
  expect(page.get('region', 'Ďalší krok').id).toBe('next-step');
});

it('R7.4 a resolution is undone for ten seconds, and opened again later; both are in its course', async () => {
  const { store, routes } = routesOf(details({ course: [] }));
  const resolved = {
    resolved: true,
    resolved_by: `${aUser.name} ${aUser.surname}`,
    resolved_timestamp: nowS,
  };
  const set = (next: Partial<AlertDetail>) => {
    store.alert = { ...store.alert, ...next };
    return { json: store.alert };
  };
  routes['/alerts/12/resolve'] = () =>
    set({ ...resolved, course: [{ change: 'resolved', timestamp: nowS, by: 'Jana Kováčová' }] });
  routes['/alerts/12/reopen'] = () =>
    set({
      resolved: false,
      resolved_by: null,
      resolved_timestamp: null,
      course: [...(store.alert.course ?? []), { change: 'reopened', timestamp: nowS, by: 'Jana Kováčová' }],
    });
  const { server } = await open(routes);
  await shown();
  await page.click(page.get('button', 'Vyriešiť…'));
  await eventually(() => expect(page.all('button', 'Vyriešiť')).toHaveLength(1));
  await page.click(page.get('button', 'Vyriešiť'));
  await eventually(() => expect(page.all('button', /^Späť/)).toHaveLength(1));
  expect(page.text()).toContain('Vyriešené: Jana Kováčová');
  await page.click(page.get('button', /^Späť/));
  await eventually(() => expect(page.all('button', 'Vyriešiť…')).toHaveLength(1));
  expect(server.requestsTo('/alerts/12/reopen')[0]?.body).toEqual({ resolved_timestamp: nowS });
  await act(async () =>
    FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 12, change: 'reopened' }),
  );
  await eventually(() =>
    expect(page.textOf(page.get('region', 'Ako to išlo'))).toMatch(
      /Vyriešené: Jana Kováčová.*Znova otvorené: Jana Kováčová/,
    ),
  );
});

it('R7.4 an alert that may not be opened again says why, and its fields of the spec are on its page', async () => {
  const { routes } = routesOf(
    details({ resolved: true, resolved_by: 'Peter Horváth', resolved_timestamp: nowS - 60, notes: 'Istič.' }),
  );
  routes['/alerts/12/reopen'] = () => ({ status: 409, json: { detail: 'ALERT_OPEN_AGAIN' } });
  await open(routes);
  await shown();
  expect(page.text()).toContain('Vyriešené: Peter Horváth');
  expect(page.text()).toContain('„Istič.“');
  await page.click(page.get('button', 'Otvoriť znova'));
  await eventually(() => expect(page.text()).toContain('je na zariadení znova otvorené'));
  for (const name of [
    'ID',
    'Čas',
    'Popis',
    'Vyriešené',
    'E-mail',
    'Čas e-mailu',
    'ID meniča',
    'Adresa',
    'Poznámky',
  ])
    expect([...document.querySelectorAll('details dt')].map(page.textOf)).toContain(name);
});

it('R7.5 a technician agrees on a visit from the alert; it is a line of the alert', async () => {
  const { routes } = routesOf(details());
  const visit = {
    id: 1,
    version: 1,
    id_dev: ID,
    alias: 'Studňa',
    address: null,
    owner: null,
    alert_id: 12,
    day: '2099-05-01',
    part: 'morning',
    technician: { user_id: aUser.id, name: 'Jana Kováčová' },
    note: 'Prinesiem filter.',
    state: 'agreed',
    wish: null,
    timestamp: nowS,
  };
  let items: object[] = [];
  routes[`/devices/${ID}/visits`] = () => ({ json: { items } });
  routes['/work/visits'] = () => ({ json: { items, technicians: [] } });
  routes[`/devices/${ID}/visit`] = () => {
    items = [visit];
    return { json: visit };
  };
  const { server } = await open(routes);
  await shown();
  await page.click(page.get('button', 'Ďalšie možnosti'));
  await page.click(page.get('button', 'Dohodnúť návštevu…'));
  await eventually(() => expect(page.all('button', 'Dohodnuté')).toHaveLength(1));
  await page.click(page.get('button', 'Dohodnuté'));
  await eventually(() => expect(page.all('region', 'Dohodnutá návšteva')).toHaveLength(1));
  expect(server.requestsTo(`/devices/${ID}/visit`)[0]?.body).toMatchObject({
    version: 0,
    part: 'day',
    alert_id: 12,
  });
  const line = page.textOf(page.get('region', 'Dohodnutá návšteva'));
  expect(line).toMatch(/^Technik príde piatok 1\. 5\. dopoludniaJana Kováčová · Prinesiem filter\./);
  expect(page.all('button', 'Hotovo…')).toHaveLength(1);
});
