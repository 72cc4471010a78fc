import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { aDevice, anFcDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { config } from '../../lib/page/config.ts';
import { configured } from '../../testing/config.ts';
import { FakeEventSource } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { createPages } from '../../testing/pages.tsx';
import { eventually } from '../../testing/whole-app.tsx';

freezeTime();
// The values are folded until a person opens them.
beforeEach(() => localStorage.setItem('values-open', 'true'));

async function show(href: string, setting: Parameters<typeof showLive>[1] = {}) {
  const { pages, ...history } = await createPages(href);
  const live = await showLive(pages, {
    ...setting,
    routes: {
      '/users-devices/get-devices': () => ({ json: [aDevice({ alias: 'Studňa' })] }),
      '/users-devices/get-all-fc-devices': () => ({ json: [anFcDevice()] }),
      ...setting.routes,
    },
  });
  await pass(0);
  // The notice for a missing device is loaded on demand.
  await act(() => vi.dynamicImportSettled());
  return { ...live, ...history };
}
const HERE = `/admin/overview?device=${ID}`;

it('R4.6 the page head shows the device name, connection, ID, converter type and firmware', async () => {
  await show(HERE, { last: [measured({})] });
  expect(page.get('heading', 'Studňa').tagName).toBe('H1');
  for (const text of ['Pripojené', ID, 'GD10', 'firmvér 1.4.2']) expect(page.text()).toContain(text);
});

it('R4.6 every reading field has a tile, and a code is displayed as text', async () => {
  await show(HERE, { last: [measured({ modbus: 0, fault: 0, electro_meter: 1284.8 })] });
  expect(document.querySelectorAll('section[aria-labelledby] li dt').length).toBeGreaterThanOrEqual(
    READING_FIELDS.length,
  );
  expect(page.textOf(page.value('Stav meniča'))).toBe('Bežípráve teraz');
  expect(page.textOf(page.value('Ovládanie čerpadla'))).toBe('Z klávesnice meničapráve teraz');
  expect(page.textOf(page.value('Porucha'))).toBe('Žiadnapráve teraz');
  expect(page.textOf(page.value('Spotreba od vynulovania'))).toBe('1 284,8 kWhpráve teraz');
});

it('R5.5 the required pressure is converted to bar, and is missing before the configuration is known', async () => {
  const { server } = await show(HERE, {
    last: [measured({ required_pressure: 0.42 })],
    routes: { [`/devices/${ID}/config`]: () => ({ status: 500, json: {} }) },
  });
  expect(page.textOf(page.value('Požadovaný tlak'))).toBe('–Nedostupné');
  server.routes[`/devices/${ID}/config`] = configured({ normalizer: 10 });
  FakeEventSource.current.emit('config', { device_id: ID });
  await pass(0);
  expect(page.textOf(page.value('Požadovaný tlak'))).toBe('4,2 barpráve teraz');
});

it('an older field shows its own age, and a field without a report shows a dash', async () => {
  const older = { temperature_fc: 1_800_000_000 - 300 };
  await show(HERE, { last: [measured({ temperature_fc: 41, bus_voltage: undefined }, { older })] });
  expect(page.textOf(page.value('Teplota meniča'))).toBe('41,0 °Cnaposledy pred 5 min');
  expect(page.textOf(page.value('Skutočný tlak'))).toBe('3,90 barpráve teraz');
  expect(page.textOf(page.value('Napätie medziobvodu'))).toBe('–Nedostupné');
});

it('R4.4 a stale frequency makes the derived converter state stale', async () => {
  await show(HERE, { last: [measured({ modbus: 2 }, { older: { frequency_fc: 1_799_999_000 } })] });
  expect(page.textOf(page.value('Frekvencia motora'))).toContain('naposledy pred 16 min');
  expect(page.textOf(page.value('Stav meniča'))).toBe('Bežínaposledy pred 16 min');
  expect(page.textOf(page.value('Ovládanie čerpadla'))).toBe('Odtiaľtopráve teraz');
});

it('R4.4 the page of an offline device says what to check and shows the last known values', async () => {
  await show(HERE, { last: [measured({ pressure: 4 }, {}, 120)], online: [] });
  expect(page.textOf(page.get('region', 'Čo robiť'))).toContain(
    'Zariadenie je offlineSkontrolujte Wi-Fi a elektrinu pri čerpadle.',
  );
  expect(page.textOf(page.get('region', 'Studňa'))).toContain('NeviemeBez spojenia');
  expect(page.get('heading', 'Posledné známe hodnoty')).toBeTruthy();
  expect(page.textOf(page.value('Skutočný tlak'))).toBe('4,00 barnaposledy pred 2 min');
});

describe('R4.18 an owner alone in trouble', () => {
  const mute = { last: [measured({ pressure: 4 }, { fc: 0 })] };
  const delegations = (json: object[]) => ({ [`/users-devices/${ID}/delegations`]: () => ({ json }) });
  const technician = {
    user_id: 2,
    email: 't@example.sk',
    name: 'Tomáš',
    surname: 'Technik',
    expires_at: null,
    can_revoke: true,
  };

  it('invites a technician, where the server names no support', async () => {
    await show(HERE, { ...mute, routes: delegations([{ ...technician, level: 'watch' }]) });
    await eventually(() => expect(page.all('button', 'Pozvať technika')).toHaveLength(1));
    await page.click(page.get('button', 'Pozvať technika'));
    await act(() => vi.dynamicImportSettled());
    await eventually(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Studňa'));
  });

  it('who has a technician is offered no other', async () => {
    const { server } = await show(HERE, { ...mute, routes: delegations([technician]) });
    await eventually(() => expect(server.requestsTo(`/users-devices/${ID}/delegations`)).not.toEqual([]));
    expect(page.all('button', 'Pozvať technika')).toEqual([]);
  });

  it('writes to the support of the server, with the pump and what is wrong', async () => {
    config.support_email = 'servis@example.sk';
    onTestFinished(() => {
      delete config.support_email;
    });
    await show(HERE, mute);
    const href = page.get('link', 'Napísať podpore').getAttribute('href') ?? '';
    expect(decodeURIComponent(href)).toBe(
      `mailto:servis@example.sk?subject=Studňa (${ID}): menič neodpovedá`,
    );
    expect(page.all('button', 'Pozvať technika')).toEqual([]);
  });
});

it('R4.15 the notice of an unknown device cuts what the address says, and prints no control characters', async () => {
  await show(`/admin/overview?device=${encodeURIComponent(`\u0000${'A'.repeat(3000)}`)}`);
  expect(page.text()).toContain(`Zariadenie \uFFFD${'A'.repeat(39)}… sa nenašlo`);
  expect(page.text()).not.toContain('A'.repeat(40));
});

it('the overview shows a not-found notice for an unknown device', async () => {
  await show('/admin/overview?device=MNB-NONE01');
  expect(page.textOf(page.get('alert'))).toContain('Zariadenie MNB-NONE01 sa nenašlo');
});

it('R4.10 Back does not reopen a closed dialog', async () => {
  const { go, goBack, search } = await show(HERE, { last: [measured({})] });
  await go(`${HERE}&tool=diagnostics`);
  await eventually(() => expect(page.get('button', 'Zavrieť')).toBeTruthy());
  await page.click(page.get('button', 'Zavrieť'));
  await pass(0);
  expect(search()).toEqual({ device: ID });
  await goBack();
  await pass(0);
  expect(search()).toEqual({ device: ID });
});

it('R4.2 the page head shows the new version after a firmware event', async () => {
  const { server } = await show(HERE, { last: [measured({})] });
  server.routes['/users-devices/get-devices'] = () => ({ json: [aDevice({ version: '1.5.0' })] });
  FakeEventSource.current.emit('firmware', { device_id: ID });
  await pass(0);
  expect(page.text()).toContain('firmvér 1.5.0');
});

it('R7.2 an own device is not treated as foreign while the own list loads', async () => {
  let answer: (list: { json: unknown }) => void = () => undefined;
  await show(HERE, {
    last: [measured({})],
    routes: {
      '/users-devices/get-devices': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      '/users-devices/get-all-fc-devices': () => ({ json: [anFcDevice()] }),
    },
  });
  expect(page.all('heading', ID)).toEqual([]);
  answer({ json: [aDevice({ alias: 'Studňa' })] });
  await pass(0);
  expect(page.get('heading', 'Studňa')).toBeTruthy();
  expect(FakeEventSource.opened).toHaveLength(1);
});

it('R7.2 an own list that fails to load shows an error with a retry button', async () => {
  const { server } = await show(HERE, {
    last: [measured({})],
    routes: {
      '/users-devices/get-devices': () => ({ status: 500, json: { detail: 'INTERNAL' } }),
      '/users-devices/get-all-fc-devices': () => ({ json: [anFcDevice()] }),
    },
  });
  expect(page.textOf(page.get('alert'))).toContain('Zoznam zariadení sa nepodarilo načítať');
  server.routes['/users-devices/get-devices'] = () => ({ json: [aDevice({ alias: 'Studňa' })] });
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(page.get('heading', 'Studňa')).toBeTruthy();
});

const TABS = ['Teraz', 'Grafy', 'Energia', 'Časová os', 'Upozornenia', 'Nastavenia'];
const tabs = () => [...document.querySelectorAll('nav[aria-label="Stránky zariadenia"] a')];

it.each([
  ['the values', '', 'Teraz'],
  ['the timeline', '&tool=timeline', 'Časová os'],
  ['the settings', '&tool=config', 'Nastavenia'],
  ['the alerts', '&tool=alerts', 'Upozornenia'],
  ['the alert rules', '&tool=rules', 'Upozornenia'],
  ['the basic diagnostics, which have no tab,', '&tool=values', undefined],
])('%s of a device show its six tabs and mark their own', async (_page, search, current) => {
  await show(`${HERE}${search}`, { last: [measured({})] });
  expect(tabs().map(page.textOf)).toEqual(TABS);
  expect(
    tabs()
      .filter((tab) => tab.getAttribute('aria-current') === 'page')
      .map(page.textOf),
  ).toEqual(current === undefined ? [] : [current]);
});
