import { aDevice } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
// Loaded late in the browser; here before the first test, whose time it would take.
import '../../app/pages/add-device-page.tsx';
import type { Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { errorOf, eventually, field, loggedIn, openApp, submit, type } from '../../testing/whole-app.tsx';

const ID = 'MNB-00A1B2';
type Answer = Awaited<ReturnType<Handler>>;

/** The server adds what it is sent, unless the test has another answer. */
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
  return { ...app, sent: () => app.server.askedFor('/users-devices/add-device').map(({ body }) => body) };
}
const has = (label: string) =>
  [...document.querySelectorAll('label')].some(({ textContent }) => textContent === label);
/** What the form says; a toast of the test before may still be there. */
const refusal = () => document.querySelector('form [role=alert]')?.textContent;
const refuse = (status: number, detail: string) => () => ({ status, json: { detail } });

describe('the list of devices', () => {
  it('R4.1 has ID, version, name and state, and is asked for again by Refresh', async () => {
    const { server } = await openPage();
    const cells = (selector: string) => [...document.querySelectorAll(selector)].map(page.says);
    expect(cells('thead th')).toEqual(['Názov', 'ID zariadenia', 'Verzia', 'Stav', 'Možnosti']);
    expect(cells('tbody td').slice(0, 3)).toEqual(['Studňa', 'MNB-TE0001', '1.4.2']);
    const before = server.askedFor('/users-devices/get-devices').length;
    await page.click(page.get('button', 'Obnoviť'));
    await eventually(() => expect(server.askedFor('/users-devices/get-devices')).toHaveLength(before + 1));
  });

  it('R4.1 keeps what it knew when it cannot be refreshed, and says so', async () => {
    const { server } = await openPage();
    server.routes['/users-devices/get-devices'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    await page.click(page.get('button', 'Obnoviť'));
    await eventually(() => expect(page.text()).toContain('Zoznam sa nepodarilo obnoviť'));
    expect(page.all('link', 'MNB-TE0001')).toHaveLength(1);
  });
});

describe('by ID', () => {
  it('R4.1 what is typed is sent; the device is opened, listed, and it is said', async () => {
    const { sent, path, router, server } = await openPage();
    const listed = server.askedFor('/users-devices/get-devices').length;
    await type('ID zariadenia', ' mnb-00a1b2 ');
    await type('Heslo zariadenia', '7k3d9qtx2mva');
    await type('Názov (alias)', 'Záhrada');
    await submit();
    await eventually(() => expect(page.text()).toContain('Zariadenie Záhrada bolo pridané'));
    expect(sent()).toEqual([{ id_dev: 'mnb-00a1b2', password: '7k3d9qtx2mva', alias: 'Záhrada' }]);
    expect(path()).toBe('/admin/overview');
    expect(router.state.location.search).toEqual({ device: ID });
    await eventually(() => expect(page.get('heading', 'Záhrada')).toBeTruthy());
    expect(server.askedFor('/users-devices/get-devices').length).toBeGreaterThan(listed);
  });

  it('R4.1 what was added just now is not said to be missing while the list is on its way', async () => {
    const { server } = await openPage();
    await type('ID zariadenia', ID);
    let answer: () => void = () => undefined;
    const list = new Promise<Answer>((done) => {
      answer = () => done({ json: [aDevice({ id_dev: ID, alias: 'Záhrada' })] });
    });
    server.routes['/users-devices/get-devices'] = () => list;
    await submit();
    await eventually(() => expect(page.all('heading', 'Prehľad')).toHaveLength(1));
    await eventually(() => expect(page.text()).toContain(`Zariadenie ${ID} bolo pridané`));
    expect(page.text()).not.toContain('sa nenašlo');
    answer();
    await eventually(() => expect(page.get('heading', 'Záhrada')).toBeTruthy());
  });

  it.each([
    ['nothing', '', 'Toto pole je povinné'],
    ['no ID', 'studňa', 'Neplatné ID zariadenia'],
  ])('R4.1 %s is said and not sent', async (_what, typed, expected) => {
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
  ])('R4.1 %s says the next step, and nothing typed is lost', async (detail, status, expected) => {
    await openPage(refuse(status, detail));
    await type('ID zariadenia', ID);
    await type('Názov (alias)', 'Záhrada');
    await submit();
    await eventually(() => expect(refusal()).toContain(expected));
    expect([field('ID zariadenia').value, field('Názov (alias)').value]).toEqual([ID, 'Záhrada']);
    expect(document.querySelector('details')?.open).toBe(detail === 'DEVICE_OFFLINE');
  });

  it('R4.1 a silent network is said, and nothing typed is lost', async () => {
    await openPage(() => 'network error');
    await type('ID zariadenia', ID);
    await submit();
    await eventually(() => expect(refusal()).toContain('Skontrolujte pripojenie'));
    expect(field('ID zariadenia').value).toBe(ID);
  });

  it('R4.1 a device that is in the list already is told apart from one of somebody else', async () => {
    await openPage(refuse(409, 'DEVICE_HAS_OWNER'));
    await type('ID zariadenia', 'mnb-te0001');
    await submit();
    await eventually(() => expect(refusal()).toContain('už vo svojom zozname máte'));
  });
});

describe('the device password', () => {
  it('R4.1 a wrong one is said beside its field, which has the focus', async () => {
    await openPage(refuse(403, 'DEVICE_PASSWORD_WRONG'));
    await type('ID zariadenia', ID);
    await submit();
    await eventually(() => expect(errorOf('Heslo zariadenia')).toContain('Nájdete ho na štítku'));
    await eventually(() => expect(document.activeElement).toBe(field('Heslo zariadenia')));
  });

  it('R4.1 a missing password is required, not wrong, and an empty field is not sent again', async () => {
    const { sent } = await openPage(refuse(403, 'DEVICE_PASSWORD_REQUIRED'));
    expect(field('Heslo zariadenia').required).toBe(false);
    await type('ID zariadenia', ID);
    await submit();
    await eventually(() => expect(errorOf('Heslo zariadenia')).toContain('Toto zariadenie vyžaduje heslo'));
    expect(errorOf('Heslo zariadenia')).toContain('Povinné.');
    expect(errorOf('Heslo zariadenia')).not.toContain('nie je správne');
    expect(field('Heslo zariadenia').required).toBe(true);
    expect(document.activeElement).toBe(field('Heslo zariadenia'));
    await submit();
    expect(sent()).toHaveLength(1);
    await type('ID zariadenia', 'MNB-00A1B3');
    expect(field('Heslo zariadenia').required).toBe(false);
  });

  it('R4.1 password and alias are asked for in Slovak only', async () => {
    await openPage(undefined, 'gb');
    expect(['Device ID', 'Device password', 'Name (alias)'].map(has)).toEqual([true, false, false]);
  });

  it('R4.1 in English it is asked for when the board wants it, and stays until the device is added', async () => {
    let isRefused = true;
    const { sent, server } = await openPage(undefined, 'gb');
    const add = server.routes['/users-devices/add-device'] as Handler;
    server.routes['/users-devices/add-device'] = (asked) =>
      isRefused ? { status: 403, json: { detail: 'DEVICE_PASSWORD_REQUIRED' } } : add(asked);
    await type('Device ID', ID);
    await submit();
    await eventually(() => expect(document.activeElement).toBe(field('Device password')));
    isRefused = false;
    await type('Device password', '7K3D-9QTX-2MVA');
    await submit();
    await eventually(() => expect(page.text()).toContain(`The device ${ID} was added`));
    expect(sent().at(-1)).toEqual({ id_dev: ID, password: '7K3D-9QTX-2MVA' });
  });
});
