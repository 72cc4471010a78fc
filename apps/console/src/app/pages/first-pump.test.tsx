import type { FoundBoard } from '@manoboard/contract/device/found-board';
import { aDevice } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import {
  aUser,
  errorOf,
  eventually,
  field,
  loggedIn,
  loggedOut,
  openApp,
  submit,
  type,
} from '../../testing/whole-app.tsx';
// Preloads the lazy pages: their load does not count towards the time of the first test.
import './first-pump-page.tsx';
import './new-pump-page.tsx';

const ID = 'MNB-00A1B2';
const CODE = '7K3D-9QTX-2MVA';
const FOUND: FoundBoard = {
  id_dev: ID,
  is_online: true,
  pressure_bar: 4.21,
  water: { kind: 'there', tone: 'water', reason: 'resting' },
};

/** A server that knows the label and has no account yet. */
async function openPage(change: Record<string, Handler> = {}) {
  let devices = [aDevice({ id_dev: ID, alias: null })];
  const app = await openApp('/first-pump', {
    isMarked: false,
    locale: 'sk',
    routes: {
      ...loggedOut(),
      '/boards/find-by-label': () => ({ json: FOUND }),
      '/auth/check-password': () => ({ json: { reason: null } }),
      '/auth/register': () => {
        Object.assign(app.server.routes, loggedIn(), {
          '/users-devices/get-devices': () => ({ json: devices }),
        });
        return { status: 201, json: aUser };
      },
      '/auth/jwt/login': () => ({ status: 204 }),
      '/users-devices/add-device': () => ({ status: 201, json: devices[0] }),
      [`/users-devices/${ID}`]: ({ body }) => {
        devices = [aDevice({ id_dev: ID, alias: (body as { alias: string }).alias })];
        return { json: devices[0] };
      },
      [`/devices/${ID}/place`]: ({ method, body }) => ({
        json: { place: method === 'PUT' ? body : null, proposed_address: null, can_set: true },
      }),
      ...change,
    },
  });
  await eventually(() => page.get('heading', 'Namierte na štítok'));
  return app;
}
async function enterLabel() {
  await page.click(page.get('button', 'Napísať kód'));
  await type('ID zariadenia', ID);
  await type('Kód zo štítku', CODE);
  await submit();
}
async function signUp() {
  await type('Meno', 'Eva');
  await type('Priezvisko', 'Kováčová');
  await type('E-mail', 'eva@example.sk');
  await type('Heslo', 'Studna7Hladina');
  await type('Potvrdenie hesla', 'Studna7Hladina');
  await page.click(field('Súhlasím s podmienkami používania'));
  await submit();
}

describe('the first pump in three screens', () => {
  it('R3.1 R4.1 R4.17 label, account, then name and place; the pump opens', async () => {
    const { server, path, router } = await openPage();
    await enterLabel();
    await eventually(() => page.get('heading', 'Našli sme vaše čerpadlo'));
    expect(page.text()).toContain('4,2bar');
    expect(page.text()).toContain('Je na Wi-Fi. Voda je.');
    await signUp();
    await eventually(() => expect(path()).toBe('/admin/new-pump'));
    expect(server.requestsTo('/users-devices/add-device')[0]?.body).toEqual({
      id_dev: ID,
      password: CODE,
    });
    await eventually(() => page.get('heading', 'Hotovo. Ešte tri riadky.'));
    await page.click(page.get('button', 'Studňa'));
    await type('Adresa', 'Záhradná 12');
    await submit();
    await eventually(() => expect(path()).toBe('/admin/overview'));
    expect(router.state.location.search).toEqual({ device: ID });
    expect(server.requestsTo(`/users-devices/${ID}`)[0]?.body).toEqual({ alias: 'Studňa' });
    // The opened page reads the place again.
    const [stored] = server.requestsTo(`/devices/${ID}/place`).filter(({ body }) => body);
    expect(stored?.body).toMatchObject({ address: 'Záhradná 12' });
  });

  it('R4.1 a wrong code shows nothing of the board, and names the next step at its field', async () => {
    await openPage({
      '/boards/find-by-label': () => ({ status: 404, json: { detail: 'LABEL_UNKNOWN' } }),
    });
    await enterLabel();
    await eventually(() => expect(errorOf('Kód zo štítku')).toContain('Skontrolujte ID a kód'));
    expect(page.all('heading', 'Našli sme vaše čerpadlo')).toEqual([]);
  });

  it('R4.1 a board that is offline is looked for, and says what to check', async () => {
    const offline = { ...FOUND, is_online: false, pressure_bar: null };
    await openPage({ '/boards/find-by-label': () => ({ json: offline }) });
    await enterLabel();
    await eventually(() => page.get('heading', 'Ešte sa neozvalo'));
    expect(document.querySelector('details')?.open).toBe(true);
    expect(page.all('button', 'Je moje, pokračovať')).toEqual([]);
  });

  it('R4.1 a pump that somebody else has claimed meanwhile leads to the page of devices, logged in', async () => {
    const { path } = await openPage({
      '/users-devices/add-device': () => ({ status: 409, json: { detail: 'DEVICE_HAS_OWNER' } }),
    });
    await enterLabel();
    await eventually(() => page.get('heading', 'Našli sme vaše čerpadlo'));
    await signUp();
    await eventually(() => expect(path()).toBe('/admin/add-device'));
  });

  it('R3.1 who is logged in adds the pump on the page of their devices', async () => {
    const { path } = await openApp('/first-pump', { routes: loggedIn() });
    await eventually(() => expect(path()).toBe('/admin/add-device'));
  });
});
