import { aDevice, aManagedUser, aUserPage } from '@manoboard/testkit/factories';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from '../../testing/page.tsx';
import { eventually, field, loggedIn, openApp, type } from '../../testing/whole-app.tsx';

const SEARCH = 'Hľadať zariadenie, stránku alebo pomoc';
const DEVICES = [
  aDevice({ id_dev: 'MNB-TE0001', alias: 'Bytový dom Lesná' }),
  aDevice({ id_dev: 'MNB-TE0002', alias: 'Studňa' }),
];
const person = aManagedUser({
  name: 'Adam',
  surname: 'Lesný',
  phone_number: '+421 905 118 240',
});

async function openProfile(roles: string[] = []) {
  const routes = {
    ...loggedIn(roles),
    '/users-devices/get-devices': () => ({ json: DEVICES }),
    '/users': () => ({ json: aUserPage([person]) }),
  };
  const app = await openApp('/admin/profile', { routes });
  await eventually(() => expect(page.all('heading', 'Môj profil')).toHaveLength(1));
  return app;
}

const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
const pressInField = (key: string) => press(key, {}, field(SEARCH));
const isOpen = () => document.querySelector('[role=combobox]') !== null;
const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const selected = () => {
  const id = field(SEARCH).getAttribute('aria-activedescendant');
  const option = options().find((element) => element.id === id);
  expect(option?.getAttribute('aria-selected')).toBe('true');
  return page.textOf(option ?? document.body);
};

async function openPalette(roles: string[] = []) {
  const app = await openProfile(roles);
  await press('k', { ctrlKey: true });
  await eventually(() => expect(page.textOf(options()[0] ?? document.body)).toContain('Bytový dom Lesná'));
  return app;
}

describe('command palette', () => {
  it('opens with Ctrl K, also by the button, and Escape returns the focus', async () => {
    await openProfile();
    const button = page.get('button', /^Hľadať alebo prejsť na/);
    button.focus();
    await page.click(button);
    await eventually(() => expect(isOpen()).toBe(true));
    await eventually(() => expect(document.activeElement).toBe(field(SEARCH)));
    await press('Escape', {}, field(SEARCH));
    await eventually(() => expect(isOpen()).toBe(false));
    expect(document.activeElement).toBe(button);
  });

  it('finds a device by a part of its name without accents and opens it with Enter', async () => {
    const { router } = await openPalette();
    await type(SEARCH, 'lesna');
    await eventually(() => expect(selected()).toContain('Bytový dom Lesná'));
    expect(document.querySelector('[role=option] mark')?.textContent).toBe('Lesná');
    await pressInField('Enter');
    await eventually(() => expect(router.state.location.pathname).toBe('/admin/overview'));
    expect(router.state.location.search).toMatchObject({ device: 'MNB-TE0001' });
    expect(isOpen()).toBe(false);
  });

  it('moves through the options with the arrow keys and stops at both ends', async () => {
    await openPalette();
    const first = selected();
    await pressInField('ArrowUp');
    expect(selected()).toBe(first);
    await pressInField('ArrowDown');
    expect(selected()).not.toBe(first);
    for (const _option of options()) await pressInField('ArrowDown');
    expect(selected()).toBe(page.textOf(options().at(-1) ?? document.body));
  });

  it('finds sections of the help', async () => {
    const { router } = await openPalette();
    await type(SEARCH, 'visačka pracuje');
    await eventually(() => expect(selected()).toContain('Visačka: pri čerpadle'));
    await pressInField('Enter');
    await eventually(() => expect(router.state.location.hash).toBe('lock-out'));
  });

  it('states that nothing was found, and Enter does nothing', async () => {
    const { path } = await openPalette();
    await type(SEARCH, 'ponorka');
    await eventually(() => expect(page.text()).toContain('Nič sa nenašlo'));
    await pressInField('Enter');
    expect([isOpen(), path()]).toEqual([true, '/admin/profile']);
  });

  it('R7.3 offers a call to a person that the server finds, to a Super Seller', async () => {
    const { server } = await openPalette(['Super Seller']);
    await type(SEARCH, 'lesny');
    await eventually(() => expect(page.text()).toContain('Zavolať: Adam Lesný'));
    expect(server.requestsTo('/users').at(-1)?.path).toContain('search=lesny');
  });

  it('R7.3 requests no people for other users', async () => {
    const { server } = await openPalette(['Technician']);
    await type(SEARCH, 'lesna');
    await eventually(() => expect(selected()).toContain('Bytový dom Lesná'));
    expect(server.requestsTo('/users')).toEqual([]);
  });

  it('sends no command', async () => {
    const { server } = await openPalette();
    expect(server.requests.filter(({ path }) => path.includes('/mqtt/'))).toEqual([]);
  });
});

describe('keyboard shortcuts', () => {
  it('T opens the timeline of the device chosen last', async () => {
    const { router } = await openPalette();
    await type(SEARCH, 'studna');
    await eventually(() => expect(selected()).toContain('Studňa'));
    await pressInField('Enter');
    await eventually(() => expect(page.all('heading', 'Studňa').length).toBeGreaterThan(0));
    await press('t');
    await eventually(() =>
      expect(router.state.location.search).toEqual({ device: 'MNB-TE0002', tool: 'timeline' }),
    );
  });

  it('? shows the sheet, where single keys can be turned off (WCAG 2.1.4)', async () => {
    const { path } = await openProfile();
    await press('?', { shiftKey: true });
    await eventually(() => expect(page.text()).toContain('Klávesové skratky'));
    await page.click(page.get('switch'));
    await page.click(page.get('button', 'Zavrieť'));
    await eventually(() => expect(page.text()).not.toContain('Klávesové skratky'));
    await press('h');
    expect(path()).toBe('/admin/profile');
    await press('k', { ctrlKey: true });
    await eventually(() => expect(isOpen()).toBe(true));
  });

  it('single keys do nothing while typing in a field', async () => {
    const { path } = await openProfile();
    await press('h', {}, field('Meno'));
    await press('?', { shiftKey: true }, field('Meno'));
    expect(path()).toBe('/admin/profile');
    expect(page.text()).not.toContain('Klávesové skratky');
  });

  it('single keys do nothing with Ctrl, Alt or Meta', async () => {
    const { path } = await openProfile();
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) await press('h', { [modifier]: true });
    expect(path()).toBe('/admin/profile');
  });
});
