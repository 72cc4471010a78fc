import { act } from 'react';
import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { ZoneCard } from './zone-card.tsx';

freezeTime();
// All 400 zones take jsdom a second for each test.
Intl.supportedValuesOf = () => ['America/New_York', 'Asia/Tokyo', 'Europe/Bratislava', 'Europe/Lisbon'];

const PATH = `/devices/${ID}/zone`;
const SAVE = 'Uložiť pásmo';

async function show(answer: Handler, canSet = true) {
  const live = await showLive(<ZoneCard device={{ id: ID, name: 'Studňa' }} canSet={canSet} />, {
    routes: { [PATH]: answer },
  });
  await pass(20);
  return live;
}

function zone(): HTMLSelectElement {
  const select = page.get('combobox', 'Časové pásmo');
  if (!(select instanceof HTMLSelectElement)) throw new Error('no select');
  return select;
}
const choose = (value: string) =>
  act(async () => {
    zone().value = value;
    zone().dispatchEvent(new Event('change', { bubbles: true }));
  });

it('the time zone of a device is shown with the time there, and saved', async () => {
  const { server } = await show(({ body }) => ({ json: body ?? { zone: 'Europe/Bratislava' } }));
  expect(zone().value).toBe('Europe/Bratislava');
  expect(page.text()).toContain('Teraz je tam 9:00.');
  expect(page.isDisabled(page.get('button', SAVE))).toBe(true);
  await choose('America/New_York');
  expect(page.text()).toContain('Teraz je tam 3:00.');
  await page.click(page.get('button', SAVE));
  await pass(20);
  const puts = server.requestsTo(PATH).filter(({ method }) => method === 'PUT');
  expect(puts.map(({ body }) => body)).toEqual([{ zone: 'America/New_York' }]);
  expect(zone().value).toBe('America/New_York');
  expect(page.isDisabled(page.get('button', SAVE))).toBe(true);
  expect(document.activeElement).toBe(zone());
});

it('a refused time zone stays chosen, and the reason is shown', async () => {
  await show(({ method }) =>
    method === 'PUT'
      ? { status: 403, json: { detail: 'FORBIDDEN' } }
      : { json: { zone: 'Europe/Bratislava' } },
  );
  await choose('Asia/Tokyo');
  await page.click(page.get('button', SAVE));
  await pass(20);
  expect(page.get('alert', /Nastavenie sa neuložilo/)).toBeTruthy();
  expect(zone().value).toBe('Asia/Tokyo');
});

it('R7.5 a delegate reads the time zone and cannot change it', async () => {
  await show(() => ({ json: { zone: 'Europe/Lisbon' } }), false);
  expect(page.text()).toContain('Europe/Lisbon');
  expect(page.text()).toContain('Pásmo môže zmeniť vlastník, technik alebo predajca.');
  expect(page.all('button', SAVE)).toEqual([]);
});

it('a time zone that cannot be loaded offers another try', async () => {
  const { server } = await show(() => 'network error');
  await pass(60_000);
  server.routes[PATH] = () => ({ json: { zone: 'Europe/Lisbon' } });
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(20);
  expect(zone().value).toBe('Europe/Lisbon');
});
