import type { Personalization } from '@manoboard/contract/account/account';
import type { FleetAction } from '@manoboard/contract/fleet/fleet-action';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  DRY,
  FARM,
  FLEET,
  fleet,
  names,
  openList,
  POOL,
  resetFleetBeforeEach,
  rows,
  WELL,
} from '../../../testing/fleet-list.tsx';
import { page } from '../../../testing/page.tsx';
import { eventually, field, setWidth, type } from '../../../testing/whole-app.tsx';

const SEARCH = 'Hľadať podľa názvu, ID, vlastníka, adresy alebo telefónu';

const head = (name: string) => page.get('columnheader', name);
/** The cells of a column. */
const isShown = (name: string) => page.all('columnheader', name).length > 0;

resetFleetBeforeEach();

const chip = (name: RegExp) => page.get('button', name);
const focused = () => page.textOf(document.activeElement ?? document.body);
const press = (key: string, target: EventTarget = document.activeElement ?? document.body) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

it('R7.2 R9.1 a row shows pump, water with reason, place, owner, phone, firmware and who has the job', async () => {
  fleet.devices = fleet.devices.map((device) =>
    device.id_dev === WELL.id_dev
      ? { ...device, water: DRY, assignee: { user_id: 3, name: 'Tomáš Technik', since: 1 } }
      : device,
  );
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(rows()[0]).toMatch(/^StudňaMNB-TE0001 · GD10Voda netečiechod nasucho/);
  expect(rows()[0]).toMatch(/Lesná 14, ZvolenEva Vodná\+421 905 118 240.*TTTomáš ?1\.3\.6/);
  expect(document.querySelector('tr[data-index="1"] [data-water]')?.getAttribute('data-water')).toBe('act');
  expect(rows()[1]).toContain('Pracuje sa na ňom Ján Tichý: „výmena ventilu“');
  expect(page.get('link', '+421 905 118 240').getAttribute('href')).toBe('tel:+421905118240');
  expect(page.get('link', 'Farma').getAttribute('href')).toBe('/admin/overview?device=MNB-TE0003');
  expect(page.text()).toContain('Treba človeka 1');
  expect(page.text()).toContain('Ostatné 2');
  expect(page.text()).toContain('3 zariadenia · 3 pripojené · aktualizuje sa naživo');
});

const LEAK = { sk: 'Podozrenie na únik vody', gb: 'Suspected water leak' };

it('R9.1 the reason is the alert that lasts, the silence, or the person who switched the pump off', async () => {
  fleet.devices = [
    {
      ...POOL,
      lock_out: null,
      water: { kind: 'off', tone: 'off', reason: 'switched_off', by: 'Ján Tichý', since: 1 },
    },
    { ...FARM, state: 'stale', water: { kind: 'unknown', tone: 'unknown', reason: 'converter' } },
    { ...FARM, id_dev: 'MNB-TE0009', water: { kind: 'flows', tone: 'look', reason: 'running', alert: LEAK } },
  ];
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  const text = rows().join(' ');
  expect(text).toMatch(/Vypnuté ?J\. Tichý, /);
  expect(text).toMatch(/Nevieme ?menič neodpovedá/);
  expect(text).toMatch(/Voda tečie ?Podozrenie na únik vody/);
});

it('the counts are filters, and the filter is in the address and in the CSV link', async () => {
  const { router, server } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  await page.click(page.get('button', 'Filter'));
  expect(page.textOf(chip(/^Porucha/))).toBe('Porucha1');
  await page.click(chip(/^Beží/));
  await eventually(() => expect(names()).toEqual(['Farma']));
  expect(server.requestsTo(FLEET)).toHaveLength(2);
  expect(router.state.location.search).toEqual({ state: 'running' });
  expect(page.get('button', 'Zrušiť filter Beží')).toBeTruthy();
  expect(page.get('link', 'CSV').getAttribute('href')).toMatch(
    /^\/api\/devices\/fleet\.csv\?state=running&zone=./,
  );
  await page.click(chip(/^Starý firmvér/));
  await eventually(() => expect(server.requestsTo(FLEET).at(-1)?.path).toContain('outdated=true'));
  expect(router.state.location.search).toEqual({ outdated: true });
  expect(chip(/^Starý firmvér/).getAttribute('aria-pressed')).toBe('true');
  await page.click(chip(/^Všetky/));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']));
  expect(router.state.location.search).toEqual({});
});

it('search and order come from the address, and typing changes it after a pause', async () => {
  const { router } = await openList('?q=a&sort=alias&order=desc');
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma', 'Bazén']));
  expect(field(SEARCH).value).toBe('a');
  expect(head('Čerpadlo').getAttribute('aria-sort')).toBe('descending');
  await page.click(page.get('button', 'Čerpadlo'));
  await eventually(() => expect(names()).toEqual(['Bazén', 'Farma', 'Studňa']));
  expect(head('Čerpadlo').getAttribute('aria-sort')).toBe('ascending');
  expect(router.state.location.search).toEqual({ q: 'a', sort: 'alias' });
  await type(SEARCH, 'farm');
  await eventually(() => expect(names()).toEqual(['Farma']));
  expect(router.state.location.search).toEqual({ q: 'farm', sort: 'alias' });
});

it('an invalid filter in the address is ignored', async () => {
  await openList('?state=broken&sort=nothing&order=up');
  await eventually(() => expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']));
});

it('filters that match no device can be cleared', async () => {
  await openList('?q=zzz');
  await eventually(() => expect(page.text()).toContain('Tomuto výberu nezodpovedá žiadne zariadenie'));
  await page.click(page.get('button', 'Zrušiť filtre'));
  await eventually(() => expect(names()).toHaveLength(3));
  expect(field(SEARCH).value).toBe('');
});

it('keyboard: / focuses the search, arrow keys, Home and End move between rows', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  await press('/');
  expect(document.activeElement).toBe(field(SEARCH));
  for (const [key, name] of [
    ['ArrowDown', 'Studňa'],
    ['ArrowDown', 'Bazén'],
    ['End', 'Farma'],
    ['ArrowDown', 'Farma'],
    ['ArrowUp', 'Bazén'],
    ['Home', 'Studňa'],
  ] as const) {
    await press(key);
    expect(focused()).toBe(name);
  }
});

it('columns are stored for the user in this browser', async () => {
  const { leave } = await openList();
  await eventually(() => expect(names()).toHaveLength(3));
  await page.click(page.get('button', 'Stĺpce'));
  const [place] = page.all('button', 'Miesto').filter((button) => button.hasAttribute('aria-pressed'));
  if (place) await page.click(place);
  expect(isShown('Miesto')).toBe(false);
  await leave();
  await openList();
  await eventually(() => expect(names()).toHaveLength(3));
  expect(isShown('Miesto')).toBe(false);
  expect(isShown('Majiteľ')).toBe(true);
});

it('R4.7 a saved filter is a tab with its count; a failed save is reported and keeps the name', async () => {
  let stored: Personalization = { card_order: [], theme_colour: null, locale: null };
  let isBroken = true;
  const { router } = await openList('?state=fault', {
    '/users/me/personalization': ({ body }) => {
      if (body && isBroken) return { status: 503, json: {} };
      if (body) stored = body as Personalization;
      return { json: stored };
    },
    '/devices/fleet/counts': () => ({ json: { totals: [1] } }),
  });
  await eventually(() => expect(names()).toEqual(['Studňa']));
  await page.click(page.get('button', 'Uložiť filter'));
  await type('Názov filtra', 'Poruchy');
  const submit = () => act(async () => document.querySelector('form')?.requestSubmit());
  await submit();
  await eventually(() => expect(page.text()).toContain('Nepodarilo sa to uložiť. Skúste to znova.'));
  expect(field('Názov filtra').value).toBe('Poruchy');
  isBroken = false;
  await submit();
  await eventually(() => expect(stored.fleet_filters).toEqual([{ name: 'Poruchy', search: 'state=fault' }]));
  await eventually(() => expect(page.get('button', 'Poruchy 1').getAttribute('aria-pressed')).toBe('true'));
  await page.click(chip(/^Všetky/));
  await eventually(() => expect(names()).toHaveLength(3));
  await page.click(page.get('button', 'Poruchy 1'));
  await eventually(() => expect(router.state.location.search).toEqual({ state: 'fault' }));
  await page.click(page.get('button', 'Zmazať filter Poruchy'));
  await eventually(() => expect(stored.fleet_filters).toEqual([]));
  await eventually(() => expect(names()).toHaveLength(3));
});

const boxes = () => page.all('checkbox').slice(1);

it('the ticked devices get a bar; each refused one is named with its reason and stays ticked', async () => {
  const sent: unknown[] = [];
  await openList('', {
    '/devices/fleet/actions': ({ body }) => {
      sent.push(body);
      const { device_ids } = body as FleetAction;
      const problemOf = (id: string) => (id === 'MNB-TE0002' ? 'ALERT_TAKEN' : null);
      return { json: { results: device_ids.map((id_dev) => ({ id_dev, problem: problemOf(id_dev) })) } };
    },
  });
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(page.all('region', 'Vybrané čerpadlá')).toHaveLength(0);
  await page.click(page.get('checkbox', 'Vybrať všetky (3)'));
  expect(page.textOf(page.get('region', 'Vybrané čerpadlá'))).toContain('3 vybrané');
  expect(page.text()).not.toMatch(/Zapnúť|Spustiť|Zastaviť/);
  await page.click(page.get('button', 'Beriem si ich'));
  const [, confirm] = page.all('button', 'Beriem si ich');
  if (confirm) await page.click(confirm);
  await eventually(() => expect(page.text()).toContain('2 hotovo, 1 nie'));
  expect(sent).toEqual([
    { device_ids: ['MNB-TE0001', 'MNB-TE0002', 'MNB-TE0003'], action: { kind: 'take' } },
  ]);
  expect(page.text()).toContain('Bazén: ');
  const [, close] = page.all('button', 'Zavrieť');
  if (close) await page.click(close);
  await eventually(() => expect(page.textOf(page.get('region', 'Vybrané čerpadlá'))).toContain('1 vybrané'));
  expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false]);
});

it('a label is created and given to the ticked devices', async () => {
  const sent: unknown[] = [];
  await openList('', {
    '/labels': ({ body }) => {
      if (!body) return { json: [] };
      sent.push(body);
      return { status: 201, json: { id: 7, kind: 'label', name: 'Záruka' } };
    },
    '/devices/fleet/actions': ({ body }) => {
      sent.push(body);
      return { json: { results: [{ id_dev: 'MNB-TE0001', problem: null }] } };
    },
  });
  await eventually(() => expect(rows()).toHaveLength(3));
  await page.click(page.get('checkbox', 'Vybrať Studňa'));
  await page.click(page.get('button', 'Menovka'));
  await type('Nová menovka', 'Záruka');
  await act(async () => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit());
  await eventually(() => expect(page.text()).toContain('1 hotovo'));
  expect(sent).toEqual([
    { kind: 'label', name: 'Záruka' },
    { device_ids: ['MNB-TE0001'], action: { kind: 'label', label_id: 7, is_on: true } },
  ]);
});

const GUARANTEE = { id: 7, kind: 'label', name: 'Záruka', devices: 2 };

it('R7.2 a label is renamed and deleted where it is chosen; a deleted one filters no more', async () => {
  const sent: unknown[] = [];
  const store = [GUARANTEE, { id: 8, kind: 'group', name: 'Zvolen', devices: 0 }];
  const { router } = await openList('?label=7', {
    '/labels': () => ({ json: store }),
    '/labels/7': ({ method, body }) => {
      sent.push(body ?? method);
      if (method === 'DELETE') {
        store.shift();
        return { status: 204 };
      }
      store[0] = { ...GUARANTEE, ...(body as { name: string }) };
      return { json: store[0] };
    },
  });
  await page.click(page.get('button', 'Filter'));
  await page.click(page.get('button', 'Upraviť skupiny a menovky…'));
  await page.click(page.get('button', 'Premenovať Záruka'));
  await type('Premenovať Záruka', 'Záruka 2027');
  await page.click(page.get('button', 'Premenovať'));
  await eventually(() => expect(page.all('button', 'Premenovať Záruka 2027')).toHaveLength(1));
  await page.click(page.get('button', 'Zmazať Záruka 2027'));
  expect(page.text()).toContain('Zmazať Záruka 2027? Odoberie sa z 2 čerpadiel.');
  await page.click(page.get('button', 'Zmazať'));
  await eventually(() => expect(page.all('button', 'Premenovať Záruka 2027')).toEqual([]));
  expect(page.all('button', 'Premenovať Zvolen')).toHaveLength(1);
  expect(sent).toEqual([{ name: 'Záruka 2027' }, 'DELETE']);
  expect(router.state.location.search).toEqual({});
});

it('R9.1 ticked pumps, else those of the list, get a link for a wall', async () => {
  const { server } = await openList('', {
    '/users/me/tokens': () => ({ status: 201, json: { id: 1, name: 'Stena', secret: 'mnb_s' } }),
  });
  await eventually(() => expect(rows()).toHaveLength(3));
  await page.click(page.get('button', 'Ďalšie možnosti'));
  await page.click(page.get('button', 'Na stenu'));
  await eventually(() =>
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('najviac 12'),
  );
  expect(document.querySelectorAll('[role=dialog] fieldset input:checked')).toHaveLength(3);
  await page.click(page.get('button', 'Zrušiť'));
  await page.click(page.get('checkbox', 'Vybrať Studňa'));
  const inBar = page.all('button', 'Na stenu').at(-1);
  if (inBar) await page.click(inBar);
  await eventually(() =>
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('najviac 12'),
  );
  await act(async () => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit());
  await eventually(() => expect(server.requestsTo('/users/me/tokens')).toHaveLength(1));
  expect(server.requestsTo('/users/me/tokens')[0]?.body).toMatchObject({ watch_devices: ['MNB-TE0001'] });
});

it('R4.17 the list sorts by distance after a click; the position is in no address and ends with another order', async () => {
  const getCurrentPosition = (done: PositionCallback) =>
    done({ coords: { latitude: 48.736_312, longitude: 19.146_2 } } as GeolocationPosition);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  fleet.devices = fleet.devices.map((device) =>
    device.id_dev === FARM.id_dev
      ? {
          ...device,
          address: 'Poniky 4',
          place: { name: null, address: 'Poniky 4', lat: 48.7, lon: 19.2, key_at: null },
        }
      : device,
  );
  const { server, router } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  await page.click(page.get('button', 'Ďalšie možnosti'));
  await page.click(page.get('button', 'Podľa vzdialenosti'));
  const nearOf = () =>
    new URL(server.requestsTo(FLEET).at(-1)?.path ?? '', 'http://x').searchParams.get('near');
  await eventually(() => expect(nearOf()).toBe('48.74,19.15'));
  await eventually(() => expect(rows().join()).toContain('5,6 km · Poniky 4'));
  expect(document.querySelector('th[scope=rowgroup]')).toBeNull();
  expect(router.state.location.search).toEqual({});
  await page.click(page.get('button', 'Firmvér'));
  await eventually(() => expect(nearOf()).toBeNull());
});

it('R9.1 the pumps of a water system have one sentence, and its name and pumps can be changed', async () => {
  const sent: unknown[] = [];
  const pumps = [
    { id_dev: 'MNB-TE0001', alias: 'Studňa', water: DRY },
    { id_dev: 'MNB-TE0003', alias: 'Farma', water: { kind: 'there', tone: 'water', reason: 'resting' } },
    { id_dev: 'MNB-TE0002', alias: 'Bazén', water: { kind: 'off', tone: 'off', reason: 'switched_off' } },
  ];
  const system = { id: 4, name: 'Statok', kind: 'house', pumps, can_change: true };
  await openList('?system=4', {
    '/water-systems/4': ({ body }) => {
      if (body) sent.push(body);
      return { json: system };
    },
  });
  const card = () => page.get('region', 'Statok');
  await eventually(() =>
    expect(page.textOf(card())).toContain('Voda je: funguje 1 z 3 čerpadiel, 1 nedáva vodu, 1 je vypnuté.'),
  );
  expect(card().querySelector('[data-water]')?.getAttribute('data-water')).toBe('look');
  await page.click(page.get('button', 'Zmeniť…'));
  await type('Názov', 'Dvor');
  await page.click(page.get('checkbox', 'Bazén'));
  await act(async () => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit());
  await eventually(() =>
    expect(sent).toEqual([{ name: 'Dvor', kind: 'house', device_ids: ['MNB-TE0001', 'MNB-TE0003'] }]),
  );
});

it('R1.10 on a phone the list is made of cards with a choice of the order', async () => {
  await setWidth(390);
  const { router } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(document.querySelector('td[data-label="Majiteľ"]')).toBeNull();
  expect(rows()[0]).toContain('Studňa');
  await page.click(page.get('button', 'Zoradiť'));
  const [order] = page.all('button', 'Čerpadlo').filter((button) => button.hasAttribute('aria-pressed'));
  if (order) await page.click(order);
  await eventually(() => expect(rows()[0]).toContain('Bazén'));
  expect(router.state.location.search).toEqual({ sort: 'alias' });
});
