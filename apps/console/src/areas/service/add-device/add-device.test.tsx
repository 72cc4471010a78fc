import { aDevice } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../../app/pages/add-device-page.tsx';
import '../../../app/pages/new-pump-page.tsx';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { errorOf, eventually, field, loggedIn, openApp, submit, type } from '../../../testing/whole-app.tsx';

const ID = 'MNB-00A1B2';
const CODE_FIELD = 'Kód zo štítku (heslo zariadenia)';
type Answer = Awaited<ReturnType<Handler>>;

/** The server adds the device, unless the test passes another answer. */
async function openPage(answer?: () => Answer, locale: 'sk' | 'gb' = 'sk') {
  const devices = [aDevice({ alias: 'Studňa' })];
  const add: Handler = ({ body }) => {
    if (answer) return answer();
    const { alias = null } = body as { alias?: string };
    const device = aDevice({ id_dev: ID, alias });
    devices.push(device);
    return { status: 201, json: device };
  };
  const app = await openApp('/admin/add-device', {
    locale,
    routes: {
      ...loggedIn(),
      '/users-devices/get-devices': () => ({ json: devices }),
      '/users-devices/add-device': add,
    },
  });
  await eventually(() => expect(page.all('link', 'MNB-TE0001')).toHaveLength(1));
  return { ...app, sent: () => app.server.requestsTo('/users-devices/add-device').map(({ body }) => body) };
}
const has = (label: string) =>
  [...document.querySelectorAll('label')].some(({ textContent }) => textContent === label);
/** The alert of the form only: a toast of the previous test may still be visible. */
const refusal = () => document.querySelector('form [role=alert]')?.textContent;
const refuse = (status: number, detail: string) => () => ({ status, json: { detail } });

describe('device list', () => {
  it('R4.1 the list shows ID, version, name and state, and Refresh requests it again', async () => {
    const { server } = await openPage();
    const cells = (selector: string) => [...document.querySelectorAll(selector)].map(page.textOf);
    expect(cells('thead th')).toEqual(['Názov', 'ID zariadenia', 'Verzia', 'Stav', 'Možnosti']);
    expect(cells('tbody td').slice(0, 3)).toEqual(['Studňa', 'MNB-TE0001', '1.4.2']);
    const before = server.requestsTo('/users-devices/get-devices').length;
    await page.click(page.get('button', 'Obnoviť'));
    await eventually(() => expect(server.requestsTo('/users-devices/get-devices')).toHaveLength(before + 1));
  });

  it('R4.1 a failed refresh keeps the list and shows an error', async () => {
    const { server } = await openPage();
    server.routes['/users-devices/get-devices'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    await page.click(page.get('button', 'Obnoviť'));
    await eventually(() => expect(page.text()).toContain('Zoznam sa nepodarilo obnoviť'));
    expect(page.all('link', 'MNB-TE0001')).toHaveLength(1);
  });
});

describe('adding a device by ID', () => {
  it('R4.1 the form sends ID, password and alias, refetches the list and opens the page of the new pump', async () => {
    const { sent, path, router, server } = await openPage();
    const listed = server.requestsTo('/users-devices/get-devices').length;
    await type('ID zariadenia', ' mnb-00a1b2 ');
    await type(CODE_FIELD, '7k3d9qtx2mva');
    await type('Názov (alias)', 'Záhrada');
    await submit();
    await eventually(() => expect(page.text()).toContain('Zariadenie Záhrada bolo pridané'));
    expect(sent()).toEqual([{ id_dev: 'mnb-00a1b2', password: '7k3d9qtx2mva', alias: 'Záhrada' }]);
    expect(path()).toBe('/admin/new-pump');
    expect(router.state.location.search).toEqual({ device: ID });
    await eventually(() => expect(field('Ako sa volá?').value).toBe('Záhrada'));
    expect(server.requestsTo('/users-devices/get-devices').length).toBeGreaterThan(listed);
  });

  it('R4.1 the next page has a new device before the list is loaded again', async () => {
    const { server } = await openPage();
    await type('ID zariadenia', ID);
    let answer: () => void = () => undefined;
    const list = new Promise<Answer>((done) => {
      answer = () => done({ json: [aDevice({ id_dev: ID, alias: 'Záhrada' })] });
    });
    server.routes['/users-devices/get-devices'] = () => list;
    await submit();
    await eventually(() => expect(page.text()).toContain(`Zariadenie ${ID} bolo pridané`));
    await eventually(() => expect(page.get('heading', 'Hotovo. Ešte tri riadky.')).toBeTruthy());
    answer();
  });

  it.each([
    ['an empty ID', '', 'Toto pole je povinné'],
    ['an invalid ID', 'studňa', 'Neplatné ID zariadenia'],
  ])('R4.1 %s shows a field error and is not sent', async (_what, typed, expected) => {
    const { sent } = await openPage();
    await type('ID zariadenia', typed);
    await submit();
    expect(errorOf('ID zariadenia')).toContain(expected);
    expect(document.activeElement).toBe(field('ID zariadenia'));
    expect(sent()).toEqual([]);
  });

  it.each([
    ['DEVICE_NOT_FOUND', 404, 'Porovnajte ID so štítkom'],
    ['DEVICE_OFFLINE', 409, 'skontrolujte jeho pripojenie k sieti Wi-Fi'],
    ['DEVICE_HAS_OWNER', 409, 'Požiadajte ho, aby ho zo svojho účtu odstránil'],
    ['TOO_MANY_REQUESTS', 429, 'Chvíľu počkajte a skúste to znova'],
    ['INTERNAL', 500, 'Skúste to neskôr alebo kontaktujte podporu'],
  ])('R4.1 refusal %s names the next step and keeps the typed values', async (detail, status, expected) => {
    await openPage(refuse(status, detail));
    await type('ID zariadenia', ID);
    await type('Názov (alias)', 'Záhrada');
    await submit();
    await eventually(() => expect(refusal()).toContain(expected));
    expect([field('ID zariadenia').value, field('Názov (alias)').value]).toEqual([ID, 'Záhrada']);
    expect(document.querySelector('details')?.open).toBe(detail === 'DEVICE_OFFLINE');
  });

  it('R4.1 a network error shows a message and keeps the typed values', async () => {
    await openPage(() => 'network error');
    await type('ID zariadenia', ID);
    await submit();
    await eventually(() => expect(refusal()).toContain('Skontrolujte pripojenie'));
    expect(field('ID zariadenia').value).toBe(ID);
  });

  it('R4.1 adding an own device again shows that it is already in the list', async () => {
    await openPage(refuse(409, 'DEVICE_HAS_OWNER'));
    await type('ID zariadenia', 'mnb-te0001');
    await submit();
    await eventually(() => expect(refusal()).toContain('už vo svojom zozname máte'));
  });
});

describe('device password', () => {
  it('R4.1 a wrong password shows an error at its field and focuses it', async () => {
    await openPage(refuse(403, 'DEVICE_PASSWORD_WRONG'));
    await type('ID zariadenia', ID);
    await submit();
    await eventually(() => expect(errorOf(CODE_FIELD)).toContain('Nájdete ho na štítku'));
    await eventually(() => expect(document.activeElement).toBe(field(CODE_FIELD)));
  });

  it('R4.1 a missing password is reported as required, and the form does not send it empty again', async () => {
    const { sent } = await openPage(refuse(403, 'DEVICE_PASSWORD_REQUIRED'));
    expect(field(CODE_FIELD).required).toBe(false);
    await type('ID zariadenia', ID);
    await submit();
    await eventually(() => expect(errorOf(CODE_FIELD)).toContain('Toto zariadenie vyžaduje heslo'));
    expect(errorOf(CODE_FIELD)).toContain('sa zariadenie nedá pridať');
    expect(errorOf(CODE_FIELD)).not.toContain('nie je správne');
    expect(field(CODE_FIELD).required).toBe(true);
    expect(document.activeElement).toBe(field(CODE_FIELD));
    await submit();
    expect(sent()).toHaveLength(1);
    await type('ID zariadenia', 'MNB-00A1B3');
    expect(field(CODE_FIELD).required).toBe(false);
  });

  it('R4.1 the password and alias fields are shown in Slovak only', async () => {
    await openPage(undefined, 'gb');
    expect(['Device ID', 'Code of the label (device password)', 'Name (alias)'].map(has)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('R4.1 the English form shows the password field after the server requires it, until the device is added', async () => {
    let isRefused = true;
    const { sent, server } = await openPage(undefined, 'gb');
    const add = server.routes['/users-devices/add-device'] as Handler;
    server.routes['/users-devices/add-device'] = (request) =>
      isRefused ? { status: 403, json: { detail: 'DEVICE_PASSWORD_REQUIRED' } } : add(request);
    await type('Device ID', ID);
    await submit();
    await eventually(() => expect(document.activeElement).toBe(field('Code of the label (device password)')));
    isRefused = false;
    await type('Code of the label (device password)', '7K3D-9QTX-2MVA');
    await submit();
    await eventually(() => expect(page.text()).toContain(`The device ${ID} was added`));
    expect(sent().at(-1)).toEqual({ id_dev: ID, password: '7K3D-9QTX-2MVA' });
  });
});
