import type { Delegation } from '@manoboard/contract/device-access';
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
  openApp,
  submit,
  type,
} from '../../testing/whole-app.tsx';
import { dayOf, endOfDay } from './delegation-end.ts';

const ID = 'MNB-TE0001';
const PATH = `/users-devices/${ID}`;
const given = (change: Partial<Delegation> = {}): Delegation => ({
  user_id: 3,
  email: 'tomas@example.sk',
  name: 'Tomáš',
  surname: 'Technik',
  expires_at: null,
  can_revoke: true,
  ...change,
});

interface Setting {
  access?: 'owner' | 'delegate';
  locale?: 'sk' | 'gb';
  roles?: string[];
  delegations?: Delegation[];
  answer?: Record<string, Handler>;
}

/** A device's page behind a server that does what it is asked, unless the test has another answer. */
async function openDevice({
  access = 'owner',
  locale = 'sk',
  roles = [],
  delegations = [],
  answer = {},
}: Setting = {}) {
  let devices = [aDevice({ alias: 'Studňa', access })];
  const rows = [...delegations];
  const one: Handler = ({ method, body }) => {
    if (method === 'DELETE') {
      devices = [];
      return { status: 204 };
    }
    devices = devices.map((device) => ({ ...device, alias: (body as { alias: string }).alias || null }));
    return { json: devices[0] };
  };
  const delegated: Handler = ({ method, body }) => {
    if (method === 'GET') return { json: rows };
    const row = given({ ...(body as Delegation), user_id: 9 });
    rows.push(row);
    return { status: 201, json: row };
  };
  const app = await openApp(`/admin/overview?device=${ID}`, {
    locale,
    routes: {
      ...loggedIn(roles),
      '/users-devices/get-devices': () => ({ json: devices }),
      [PATH]: one,
      [`${PATH}/delegations`]: delegated,
      [`${PATH}/delegations/3`]: () => {
        rows.splice(0, 1);
        return { status: 204 };
      },
      [`${PATH}/transfer`]: () => {
        devices = [];
        return { status: 204 };
      },
      ...answer,
    },
  });
  await eventually(() => expect(page.all('heading', 'Studňa')).toHaveLength(1));
  const sent = (method: string) => app.server.asked.filter((asked) => asked.method === method).at(-1);
  return { ...app, sent };
}
const menuButton = () => page.all('button', /Možnosti zariadenia|Options of the device/)[0];
async function choose(item: string) {
  const button = menuButton();
  if (!button) throw new Error('no menu');
  await page.click(button);
  await page.click(page.get('button', item));
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
}
const dialog = () => document.querySelector('[role=dialog]');
const saysDialog = () => page.says(dialog() ?? document.createElement('p'));

describe('the menu of a device', () => {
  const offered = async () => {
    const button = menuButton();
    if (!button) return [];
    await page.click(button);
    const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
    return [...(panel?.querySelectorAll('button') ?? [])].map(page.says);
  };

  it('R4.2 R4.3 offers its owner everything', async () => {
    await openDevice();
    expect(await offered()).toEqual([
      'Zmeniť názov zariadenia',
      'Delegovať prístup',
      'Odovzdať inému vlastníkovi',
      'Odstrániť zariadenie',
    ]);
  });

  it('R4.3 offers a delegate to pass it on and to give it up', async () => {
    await openDevice({ access: 'delegate' });
    expect(await offered()).toEqual(['Delegovať prístup', 'Odstrániť zariadenie']);
  });

  it('R7.2 holds nothing of the owner for staff who look at the device of somebody else', async () => {
    const fc = { id: 'FC-TE0002', fc_type: 'GD10', owner_dev_id: 'MNB-TE0002' };
    const { go } = await openDevice({
      roles: ['Technician'],
      answer: { '/users-devices/get-all-fc-devices': () => ({ json: [fc] }) },
    });
    await go('/admin/overview?device=MNB-TE0002');
    await eventually(() => expect(page.all('heading', 'MNB-TE0002')).toHaveLength(1));
    expect(await offered()).toEqual([]);
  });
});

describe('Change device name', () => {
  it('R4.2 R4.10 starts from the name, sends the new one, and the page has it', async () => {
    const { sent } = await openDevice();
    await choose('Zmeniť názov zariadenia');
    expect(field('Názov zariadenia').value).toBe('Studňa');
    await type('Názov zariadenia', 'Nová studňa');
    await submit();
    await eventually(() => expect(page.all('heading', 'Nová studňa')).toHaveLength(1));
    expect(sent('PATCH')).toMatchObject({ path: PATH, body: { alias: 'Nová studňa' } });
    await eventually(() => expect(page.text()).toContain('Názov zariadenia bol zmenený'));
    expect(document.activeElement).toBe(menuButton());
  });

  it('R4.2 a name that is too long is said and not sent; a refusal keeps it', async () => {
    const refused: Handler = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    const { sent } = await openDevice({ answer: { [PATH]: refused } });
    await choose('Zmeniť názov zariadenia');
    await type('Názov zariadenia', 'x'.repeat(65));
    await submit();
    expect(errorOf('Názov zariadenia')).toContain('Text je príliš dlhý');
    expect(sent('PATCH')).toBeUndefined();
    await type('Názov zariadenia', 'Iný');
    await submit();
    await eventually(() => expect(saysDialog()).toContain('Na serveri nastala chyba'));
    expect(field('Názov zariadenia').value).toBe('Iný');
  });
});

describe('Remove device', () => {
  it('R4.2 says what goes with it, and nothing goes before the answer is yes', async () => {
    const { sent, path } = await openDevice();
    await choose('Odstrániť zariadenie');
    expect(saysDialog()).toContain('Studňa (MNB-TE0001) zmizne z vášho účtu');
    await page.click(page.get('button', 'Zrušiť'));
    await eventually(() => expect(dialog()).toBeNull());
    expect(sent('DELETE')).toBeUndefined();

    await choose('Odstrániť zariadenie');
    await submit();
    await eventually(() => expect(page.text()).toContain('Pridajte, prosím, zariadenie'));
    expect(sent('DELETE')?.path).toBe(PATH);
    expect(path()).toBe('/admin/dashboard');
    await eventually(() => expect(page.text()).toContain('Zariadenie Studňa bolo odstránené'));
  });

  it('R4.2 tells a delegate that he loses his own access', async () => {
    await openDevice({ access: 'delegate' });
    await choose('Odstrániť zariadenie');
    expect(saysDialog()).toContain('Stratíte prístup k zariadeniu Studňa');
  });
});

describe('another owner', () => {
  it('R4.2 is named by e-mail after a warning; then the device is gone from here', async () => {
    const { sent, path } = await openDevice();
    await choose('Odovzdať inému vlastníkovi');
    expect(saysDialog()).toContain('Vrátiť vám ho môže len nový vlastník');
    await type('E-mail nového vlastníka', 'eva@');
    await submit();
    expect(errorOf('E-mail nového vlastníka')).toContain('Neplatný formát e-mailu');
    await type('E-mail nového vlastníka', ' eva@example.sk ');
    await submit();
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
    expect(sent('POST')).toMatchObject({ path: `${PATH}/transfer`, body: { email: 'eva@example.sk' } });
  });

  it('R4.2 who is not found is said beside the field', async () => {
    const answer: Handler = () => ({ status: 404, json: { detail: 'USER_NOT_FOUND' } });
    await openDevice({ answer: { [`${PATH}/transfer`]: answer } });
    await choose('Odovzdať inému vlastníkovi');
    await type('E-mail nového vlastníka', 'nikto@example.sk');
    await submit();
    await eventually(() => expect(errorOf('E-mail nového vlastníka')).toContain('sa nenašiel'));
  });
});

describe('Delegate access', () => {
  const TOMORROW = dayOf(Date.now() / 1000 + 86_400);

  it('R4.3 R4.10 goes to an e-mail, without an end, and it is said and listed', async () => {
    const { sent } = await openDevice();
    await choose('Delegovať prístup');
    await eventually(() => expect(saysDialog()).toContain('Prístup zatiaľ nemá nikto ďalší'));
    await type('E-mail príjemcu', ' petra@example.sk ');
    await submit();
    await eventually(() => expect(page.text()).toContain('Prístup bol úspešne delegovaný: petra@example.sk'));
    expect(sent('POST')?.body).toEqual({ email: 'petra@example.sk', expires_at: null });
    await eventually(() => expect(saysDialog()).toContain('petra@example.skbez časového obmedzenia'));
    expect(field('E-mail príjemcu').value).toBe('');
  });

  it('R4.3b has an end when a day is given: the last second of it', async () => {
    const { sent } = await openDevice();
    await choose('Delegovať prístup');
    await type('E-mail príjemcu', 'petra@example.sk');
    await type('Posledný deň prístupu', TOMORROW);
    await submit();
    await eventually(() => expect(sent('POST')?.body).toMatchObject({ expires_at: endOfDay(TOMORROW) }));
    await eventually(() => expect(saysDialog()).toMatch(/do \d{1,2}\. \d{1,2}\. \d{4},? 23:59/));
  });

  it('R4.3b an end that has passed is said and not sent', async () => {
    const { sent } = await openDevice();
    await choose('Delegovať prístup');
    await type('E-mail príjemcu', 'petra@example.sk');
    await type('Posledný deň prístupu', '2020-01-01');
    await submit();
    expect(errorOf('Posledný deň prístupu')).toContain('musí byť v budúcnosti');
    expect(sent('POST')).toBeUndefined();
  });

  it.each([
    ['USER_NOT_FOUND', 404, 'E-mail príjemcu', 'sa nenašiel'],
    ['USER_LEVEL_TOO_LOW', 409, 'E-mail príjemcu', 'aspoň s úrovňou Technik'],
    ['USER_HAS_ACCESS', 409, 'E-mail príjemcu', 'už má prístup'],
    ['DELEGATION_END_REFUSED', 409, 'Posledný deň prístupu', 'koniec vášho vlastného prístupu'],
  ])('R4.3 %s is said beside its field, and that it failed', async (detail, status, label, expected) => {
    await openDevice({
      answer: {
        [`${PATH}/delegations`]: ({ method }) =>
          method === 'GET' ? { json: [] } : { status, json: { detail } },
      },
    });
    await choose('Delegovať prístup');
    await type('E-mail príjemcu', 'petra@example.sk');
    await submit();
    await eventually(() => expect(errorOf(label)).toContain(expected));
    expect(saysDialog()).toContain(
      'Delegovanie prístupu zlyhalo. Ak problém pretrváva, kontaktujte podporu.',
    );
    expect(field('E-mail príjemcu').value).toBe('petra@example.sk');
  });

  it('R4.3 any other failure is said in the words of the spec, in English too', async () => {
    await openDevice({
      locale: 'gb',
      answer: {
        [`${PATH}/delegations`]: ({ method }) => (method === 'GET' ? { json: [] } : 'network error'),
      },
    });
    await choose('Delegate access');
    await type("Recipient's e-mail", 'petra@example.sk');
    await submit();
    await eventually(() =>
      expect(saysDialog()).toContain('Delegating access failed. Contact support if it persists.'),
    );
  });

  it('R4.3b lists who has access and until when; a list that cannot be loaded can be tried again', async () => {
    let isBroken = true;
    const until = endOfDay('2030-11-30');
    const rows = [
      given({ expires_at: until }),
      given({ user_id: aUser.id, email: aUser.email, can_revoke: true }),
    ];
    await openDevice({
      access: 'delegate',
      answer: {
        [`${PATH}/delegations`]: () =>
          isBroken ? { status: 500, json: { detail: 'INTERNAL' } } : { json: rows },
      },
    });
    await choose('Delegovať prístup');
    await eventually(() => expect(saysDialog()).toContain('Zoznam sa nepodarilo načítať'));
    isBroken = false;
    const [again] = page.all('button', 'Skúsiť znova').filter((button) => dialog()?.contains(button));
    if (again) await page.click(again);
    await eventually(() => expect(saysDialog()).toMatch(/tomas@example.skdo 30\. 11\. 2030,? 23:59/));
    expect(saysDialog()).toContain('(vy)');
    expect(page.all('button', 'Odobrať')).toHaveLength(1);
  });

  it('R4.3b is revoked after a question', async () => {
    const { sent } = await openDevice({ delegations: [given()] });
    await choose('Delegovať prístup');
    await eventually(() => expect(page.all('button', 'Odobrať')).toHaveLength(1));
    await page.click(page.get('button', 'Odobrať'));
    expect(saysDialog()).toContain('Odobrať prístup používateľovi tomas@example.sk?');
    await page.click(page.get('button', 'Zrušiť'));
    expect(sent('DELETE')).toBeUndefined();
    await page.click(page.get('button', 'Odobrať'));
    await page.click(page.get('button', 'Odobrať prístup'));
    await eventually(() => expect(saysDialog()).toContain('Prístup zatiaľ nemá nikto ďalší'));
    expect(sent('DELETE')?.path).toBe(`${PATH}/delegations/3`);
  });

  it('R4.3b a revocation that fails is said, and the line stays', async () => {
    await openDevice({
      delegations: [given()],
      answer: { [`${PATH}/delegations/3`]: () => 'network error' },
    });
    await choose('Delegovať prístup');
    await eventually(() => expect(page.all('button', 'Odobrať')).toHaveLength(1));
    await page.click(page.get('button', 'Odobrať'));
    await page.click(page.get('button', 'Odobrať prístup'));
    await eventually(() => expect(saysDialog()).toContain('Server neodpovedá'));
    expect(saysDialog()).toContain('tomas@example.sk');
  });

  it('R4.3b the end of an access is changed by giving it again', async () => {
    const { sent } = await openDevice({ delegations: [given({ expires_at: endOfDay('2030-11-30') })] });
    await choose('Delegovať prístup');
    await eventually(() => expect(page.all('button', 'Zmeniť koniec')).toHaveLength(1));
    await page.click(page.get('button', 'Zmeniť koniec'));
    expect(field('Posledný deň prístupu').value).toBe('2030-11-30');
    await type('Posledný deň prístupu', '2031-01-15');
    await submit();
    await eventually(() =>
      expect(sent('POST')?.body).toEqual({ email: 'tomas@example.sk', expires_at: endOfDay('2031-01-15') }),
    );
  });
});
