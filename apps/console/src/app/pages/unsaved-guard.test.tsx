import { aDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
// Lazy components are imported here, so that loading them does not count towards the timeout of the first test.
import './device-tools.tsx';
import './overview-page.tsx';
import './config-tool.tsx';
import '../shell/logout-dialog.tsx';
import { page } from '../../testing/page.tsx';
import { eventually, field, loggedIn, openApp, type, unauthorized } from '../../testing/whole-app.tsx';

afterEach(() => sessionStorage.clear());
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('config-draft.'));

const [A, B] = ['MNB-TE0001', 'MNB-TE0002'];
const FORM = `/admin/overview?device=${A}&tool=config`;
const MAX = 'Najvyšší požadovaný tlak (bar)';
const known = {
  version: 4,
  desired: { pressure: { min: 3, max: 5.5 } },
  changed_at: 1,
  changed_by: null,
  state: 'applied',
  reported: null,
  applied: null,
};

async function openForm() {
  const app = await openApp('/admin/profile', {
    routes: {
      ...loggedIn(['Technician']),
      '/users-devices/get-devices': () => ({
        json: [aDevice({ id_dev: A, alias: 'Studňa' }), aDevice({ id_dev: B, alias: 'Skleník' })],
      }),
      [`/devices/${A}/config`]: () => ({ json: known }),
      [`/devices/${A}/zone`]: ({ body }) => ({ json: body ?? { zone: 'Europe/Bratislava' } }),
    },
  });
  await eventually(() => expect(page.all('heading', 'Môj profil')).toHaveLength(1));
  await app.go(FORM);
  await eventually(() => expect(field(MAX).value).toBe('5,5'));
  const href = () => app.router.state.location.href;
  return { ...app, href, back: () => act(async () => app.router.history.back()) };
}
type App = Awaited<ReturnType<typeof openForm>>;
const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? '';

const WAYS: [string, (app: App) => Promise<void>, string][] = [
  ['a tab', () => page.click(page.get('link', 'Teraz')), `/admin/overview?device=${A}`],
  ['another device', ({ go }) => go(`/admin/overview?device=${B}`), `/admin/overview?device=${B}`],
  ['another page', ({ go }) => go('/admin/profile'), '/admin/profile'],
];

it.each(WAYS)(
  'R4.11 leaving an unsaved configuration asks for confirmation with the device name: %s',
  async (_way, take, target) => {
    const app = await openForm();
    await type(MAX, '5,2');
    await take(app);
    await eventually(() =>
      expect(dialogText()).toContain('Zmeny v nastavení zariadenia Studňa ešte nie sú uložené.'),
    );
    await page.click(page.get('button', 'Zostať'));
    await eventually(() => expect(dialogText()).toBe(''));
    expect(app.href()).toBe(FORM);
    expect(field(MAX).value).toBe('5,2');

    await take(app);
    await eventually(() => expect(dialogText()).not.toBe(''));
    await page.click(page.get('button', 'Odísť bez uloženia'));
    await eventually(() => expect(app.href()).toBe(target));
    await eventually(() => expect(drafts()).toEqual([]));
  },
);

it('R4.11 leaving an unchanged form and opening a dialog above the form need no confirmation', async () => {
  const app = await openForm();
  await type(MAX, '5,2');
  await act(async () => {
    await app.router.navigate({ to: '.', search: true, state: { dialog: { name: 'rename', about: A } } });
  });
  expect(dialogText()).not.toContain('uložené');
  await app.back();
  await type(MAX, '5,5');
  await app.go('/admin/profile');
  await eventually(() => expect(app.path()).toBe('/admin/profile'));
});

it('R1.5 R4.11 the logout dialog names the unsaved configuration, and the logout discards it', async () => {
  const app = await openForm();
  await type(MAX, '5,2');
  await page.click(page.get('button', /Účet/));
  await page.click(page.get('button', 'Odhlásiť sa'));
  await eventually(() => expect(dialogText()).toContain('nastavení zariadenia Studňa ešte nie sú uložené'));
  const buttons = page.all('button', 'Odhlásiť sa');
  await page.click(buttons.at(-1) as HTMLElement);
  await eventually(() => expect(app.path()).toBe('/auth/login'));
  await eventually(() => expect(drafts()).toEqual([]));
});

it('R3.8 R4.11 an expired session needs no confirmation and keeps the draft', async () => {
  const app = await openForm();
  await type(MAX, '5,2');
  app.server.routes['/users/me'] = unauthorized;
  await act(async () => {
    await app.router.invalidate();
  });
  await eventually(() => expect(app.path()).toBe('/auth/login'));
  expect(drafts()).toHaveLength(1);
});

it('R4.11 one form that is saved leaves the other one on the page unsaved', async () => {
  const app = await openForm();
  await eventually(() => expect(page.all('combobox', 'Časové pásmo')).toHaveLength(1));
  await type(MAX, '5,2');
  const zone = page.get('combobox', 'Časové pásmo') as HTMLSelectElement;
  await act(async () => {
    zone.value = 'Asia/Tokyo';
    zone.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.click(page.get('button', 'Uložiť pásmo'));
  await eventually(() => expect(page.isDisabled(page.get('button', 'Uložiť pásmo'))).toBe(true));
  await app.go('/admin/profile');
  await eventually(() => expect(dialogText()).toContain('ešte nie sú uložené'));
  expect(app.href()).toBe(FORM);
});
