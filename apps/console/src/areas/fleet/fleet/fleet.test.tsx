import type { Personalization } from '@manoboard/contract/account/account';
import { act } from 'react';
import { expect, it } from 'vitest';
import {
  FARM,
  FLEET,
  fleet,
  names,
  openList,
  POOL,
  resetFleetBeforeEach,
  rows,
} from '../../../testing/fleet-list.tsx';
import { page } from '../../../testing/page.tsx';
import { eventually, field, setWidth, type } from '../../../testing/whole-app.tsx';

const SEARCH = 'Hľadať podľa názvu, ID, vlastníka, adresy alebo telefónu';

resetFleetBeforeEach();

const chip = (name: RegExp) => page.get('button', name);
const focused = () => page.textOf(document.activeElement ?? document.body);
const press = (key: string, target: EventTarget = document.activeElement ?? document.body) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

it('R7.2 a row shows device, state with reason, owner, phone, address, alerts, firmware and last contact', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(rows()[0]).toContain('StudňaMNB-TE0001 · GD10Porucha');
  expect(rows()[0]).toMatch(/Eva Vodná\+421 905 118 240Lesná 14, Zvolen ?2.*1\.3\.6.*práve teraz/);
  expect(rows()[1]).toContain('Človek pri čerpadle Ján Tichý: „výmena ventilu“');
  expect(page.get('link', '+421 905 118 240').getAttribute('href')).toBe('tel:+421905118240');
  expect(page.get('link', 'Lesná 14, Zvolen').getAttribute('href')).toBe(
    'geo:0,0?q=Lesn%C3%A1%2014%2C%20Zvolen',
  );
  expect(page.get('link', 'Farma').getAttribute('href')).toBe('/admin/overview?device=MNB-TE0003');
  expect(page.text()).toContain('Treba človeka 1');
  expect(page.text()).toContain('Ostatné 2');
  expect(page.text()).toContain('3 zariadenia · 3 pripojené · aktualizuje sa naživo');
});

const LEAK = { sk: 'Podozrenie na únik vody', gb: 'Suspected water leak' };

it('a stopped pump shows the protection that stopped it, an unknown one the silent hop, others the alert that lasts', async () => {
  fleet.devices = [
    { ...POOL, reason: { kind: 'protection', code: 'DRY_RUN' } },
    { ...FARM, state: 'stale', reason: { kind: 'link', code: 'converter' }, alert: LEAK },
    { ...FARM, id_dev: 'MNB-TE0009', alert: LEAK },
  ];
  await openList();
  await eventually(() => expect(page.text()).toContain('Doska čerpadlo zastavila: chod nasucho.'));
  expect(page.text()).toContain('Frekvenčný menič neodpovedá');
  // The alert of a pump whose state has no reason of its own.
  expect(page.text().split(LEAK.sk)).toHaveLength(2);
});

it('the counts are filters, and the filter is in the address and in the CSV link', async () => {
  const { router, server } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(page.textOf(chip(/^Porucha/))).toBe('Porucha 1');
  await page.click(chip(/^Beží/));
  await eventually(() => expect(names()).toEqual(['Farma']));
  expect(server.requestsTo(FLEET)).toHaveLength(2);
  expect(router.state.location.search).toEqual({ state: 'running' });
  expect(chip(/^Beží/).getAttribute('aria-pressed')).toBe('true');
  expect(page.get('link', 'CSV').getAttribute('href')).toMatch(
    /^\/api\/devices\/fleet\.csv\?state=running&zone=./,
  );
  await page.click(chip(/^Starý firmvér/));
  await eventually(() => expect(server.requestsTo(FLEET).at(-1)?.path).toContain('outdated=true'));
  await page.click(chip(/^Všetky/));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']));
  expect(router.state.location.search).toEqual({});
});

it('search and order come from the address, and typing changes it after a pause', async () => {
  const { router } = await openList('?q=a&sort=alias&order=desc');
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma', 'Bazén']));
  expect(field(SEARCH).value).toBe('a');
  const head = () => document.querySelector('th[data-column=alias]');
  expect(head()?.getAttribute('aria-sort')).toBe('descending');
  await page.click(page.get('button', 'Zariadenie'));
  await eventually(() => expect(names()).toEqual(['Bazén', 'Farma', 'Studňa']));
  expect(head()?.getAttribute('aria-sort')).toBe('ascending');
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
  const [address] = page.all('button', 'Adresa').filter((button) => button.hasAttribute('aria-pressed'));
  if (address) await page.click(address);
  expect(document.querySelector('th[data-column=address]')).toBeNull();
  await leave();
  await openList();
  await eventually(() => expect(names()).toHaveLength(3));
  expect(document.querySelector('td[data-column=address]')).toBeNull();
});

it('named filters are saved to the account; a failed save is reported and keeps the name', async () => {
  let stored: Personalization = { card_order: [], theme_colour: null, locale: null };
  let isBroken = true;
  const { router } = await openList('?state=fault', {
    '/users/me/personalization': ({ body }) => {
      if (body && isBroken) return { status: 503, json: {} };
      if (body) stored = body as Personalization;
      return { json: stored };
    },
  });
  await eventually(() => expect(names()).toEqual(['Studňa']));
  await page.click(page.get('button', 'Uložené'));
  // The panel is loaded when it opens.
  await eventually(() => expect(page.text()).toContain('Zatiaľ nemáte uložený žiadny filter.'));
  await type('Názov filtra', 'Poruchy');
  const submit = () => act(async () => document.querySelector('form')?.requestSubmit());
  await submit();
  await eventually(() => expect(page.text()).toContain('Nepodarilo sa to uložiť. Skúste to znova.'));
  expect(field('Názov filtra').value).toBe('Poruchy');
  isBroken = false;
  await submit();
  await eventually(() => expect(stored.fleet_filters).toEqual([{ name: 'Poruchy', search: 'state=fault' }]));
  await page.click(chip(/^Všetky/));
  await eventually(() => expect(names()).toHaveLength(3));
  await page.click(page.get('button', 'Uložené'));
  await page.click(page.get('button', 'Poruchy'));
  await eventually(() => expect(router.state.location.search).toEqual({ state: 'fault' }));
  await page.click(page.get('button', 'Uložené'));
  await page.click(page.get('button', 'Zmazať filter Poruchy'));
  await eventually(() => expect(page.text()).toContain('Zatiaľ nemáte uložený žiadny filter.'));
  expect(stored.fleet_filters).toEqual([]);
});

it('R1.10 on a phone the list is made of cards with a choice of the order', async () => {
  await setWidth(390);
  const { router } = await openList();
  const cards = () => [...document.querySelectorAll('li[data-index]')].map(page.textOf);
  await eventually(() => expect(cards()).toHaveLength(3));
  expect(document.querySelector('table')).toBeNull();
  expect(cards()[0]).toContain('Studňa');
  await page.click(page.get('button', 'Zoradiť'));
  await page.click(page.get('button', 'Zariadenie'));
  await eventually(() => expect(cards()[0]).toContain('Bazén'));
  expect(router.state.location.search).toEqual({ sort: 'alias' });
});
