import { anFcDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import {
  aDelegation,
  choose,
  dialog,
  dialogText,
  menuButton,
  openDevice,
  PATH,
} from '../../../testing/device-page.tsx';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { errorOf, eventually, field, submit, type } from '../../../testing/whole-app.tsx';

describe('the device menu', () => {
  const offered = async () => {
    const button = menuButton();
    if (!button) return [];
    await page.click(button);
    const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
    await eventually(() => expect(panel?.querySelector('a')).not.toBeNull());
    return [...(panel?.querySelectorAll('button') ?? [])].map(page.textOf);
  };

  it('R4.2 R4.3 offers all items to the owner', async () => {
    await openDevice();
    expect(await offered()).toEqual([
      'Zmeniť názov zariadenia',
      'Zdieľať',
      'Ľudia',
      'Odovzdať inému vlastníkovi',
      'Odstrániť zariadenie',
    ]);
  });

  it('R4.3 offers a delegate neither transfer nor removal, but to give up their access', async () => {
    await openDevice({ access: 'delegate' });
    expect(await offered()).toEqual(['Zmeniť názov zariadenia', 'Zdieľať', 'Ľudia', 'Vzdať sa prístupu']);
  });

  it('R7.2 offers staff no items of the owner on a device of another user', async () => {
    const fc = anFcDevice({ id: 'FC-TE0002', owner_dev_id: 'MNB-TE0002' });
    const { go } = await openDevice({
      roles: ['Technician'],
      answer: { '/users-devices/get-all-fc-devices': () => ({ json: [fc] }) },
    });
    await go('/admin/overview?device=MNB-TE0002');
    await eventually(() => expect(page.all('heading', 'MNB-TE0002')).toHaveLength(1));
    expect(await offered()).toEqual([]);
    const panel = document.getElementById(menuButton()?.getAttribute('aria-controls') ?? '');
    await eventually(() => expect(panel?.querySelector('a')).not.toBeNull());
    expect([...(panel?.querySelectorAll('a') ?? [])].map(page.textOf)).toEqual([
      'Pri čerpadle pracuje človek…',
      'Diagnostika',
      'Uvedenie do prevádzky',
      'Reštartovať dosku',
      'Pomocník',
    ]);
    expect(panel?.querySelector('hr')).toBeNull();
  });
});

it('R4.2 a typed name is there again after the dialog was closed', async () => {
  await openDevice();
  await choose('Zmeniť názov zariadenia');
  await type('Názov zariadenia', 'Nová studňa');
  await page.click(page.get('button', 'Zrušiť'));
  await eventually(() => expect(dialog()).toBeNull());
  await choose('Zmeniť názov zariadenia');
  expect(field('Názov zariadenia').value).toBe('Nová studňa');
  expect(dialogText()).toContain('Sú tu vaše zmeny, ktoré ešte nie sú uložené.');
  await type('Názov zariadenia', 'Studňa');
});

it.each([
  [
    'says when they were here last',
    { json: [{ user_id: 3, timestamp: Math.floor(Date.now() / 1000) - 7300 }] },
    true,
  ],
  ['of another server says nothing', { status: 404 }, false],
] as const)('R4.3b the list of people %s', async (_case, visits, isSaid) => {
  await openDevice({
    delegations: [aDelegation()],
    answer: { [`${PATH}/last-visits`]: () => visits as Awaited<ReturnType<Handler>> },
  });
  await choose('Ľudia');
  await eventually(() => expect(dialogText()).toContain('Tomáš Technik'));
  await eventually(() => expect(dialogText()?.includes('naposledy tu pred 2 h')).toBe(isSaid));
});

describe('a device dialog with a pending request', () => {
  const pressEscape = () =>
    act(async () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );

  it.each([
    ['Zmeniť názov zariadenia', 'Názov zariadenia', 'Nová studňa', PATH],
    ['Odovzdať inému vlastníkovi', 'E-mail nového vlastníka', 'eva@example.sk', `${PATH}/transfer`],
    ['Odstrániť zariadenie', undefined, undefined, PATH],
  ])('R4.2 cannot be closed: %s', async (item, label, value, path) => {
    let answer: (answer: Awaited<ReturnType<Handler>>) => void = () => undefined;
    await openDevice({ answer: { [path]: () => new Promise((done) => (answer = done)) } });
    await choose(item);
    if (label) await type(label, value);
    await submit();
    await page.click(page.get('button', 'Zrušiť'));
    await page.click(page.get('button', 'Zavrieť'));
    await pressEscape();
    expect(dialogText()).toContain(item);
    answer({ status: 500, json: { detail: 'INTERNAL' } });
    await eventually(() => expect(dialogText()).toContain('Na serveri nastala chyba'));
    await pressEscape();
    await eventually(() => expect(dialog()).toBeNull());
  });

  it('R4.2 does not navigate to the dashboard after the user has left the page', async () => {
    let answer: () => void = () => undefined;
    const gone = new Promise<{ status: number }>((done) => (answer = () => done({ status: 204 })));
    const { go, path } = await openDevice({ answer: { [PATH]: () => gone } });
    await choose('Odstrániť zariadenie');
    await submit();
    await go('/admin/profile');
    await eventually(() => expect(dialog()).toBeNull());
    answer();
    await eventually(() => expect(page.text()).toContain('Zariadenie Studňa bolo odstránené'));
    expect(path()).toBe('/admin/profile');
  });
});

it.each(['Zmeniť názov zariadenia', 'Zdieľať', 'Odovzdať inému vlastníkovi', 'Odstrániť zariadenie'])(
  'R4.10 Back closes the dialog and stays on the page: %s',
  async (item) => {
    const { router, path } = await openDevice();
    const goBack = () => act(async () => router.history.back());
    await choose(item);
    await goBack();
    await eventually(() => expect(dialog()).toBeNull());
    expect(path()).toBe('/admin/overview');
    await choose(item);
    const closeButton = page.all('button', 'Zavrieť').find((button) => dialog()?.contains(button));
    if (closeButton) await page.click(closeButton);
    await eventually(() => expect(dialog()).toBeNull());
    await goBack();
    expect(dialog()).toBeNull();
    expect(path()).toBe('/admin/overview');
  },
);

describe('Change device name', () => {
  it('R4.2 R4.10 starts with the current name, sends the new one and updates the page', async () => {
    const { sent } = await openDevice();
    await choose('Zmeniť názov zariadenia');
    expect(field('Názov zariadenia').value).toBe('Studňa');
    await type('Názov zariadenia', 'Nová studňa');
    await submit();
    await eventually(() => expect(page.all('heading', 'Nová studňa')).toHaveLength(1));
    expect(sent('PATCH')).toMatchObject({ path: PATH, body: { alias: 'Nová studňa' } });
    await eventually(() => expect(page.text()).toContain('Názov zariadenia bol zmenený'));
    await eventually(() => expect(document.activeElement).toBe(menuButton()));
  });

  it('R4.2 rejects a name that is too long without sending it, and keeps a name that the server refuses', async () => {
    const refused: Handler = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    const { sent } = await openDevice({ answer: { [PATH]: refused } });
    await choose('Zmeniť názov zariadenia');
    await type('Názov zariadenia', 'x'.repeat(65));
    await submit();
    expect(errorOf('Názov zariadenia')).toContain('Text je príliš dlhý');
    expect(sent('PATCH')).toBeUndefined();
    await type('Názov zariadenia', 'Iný');
    await submit();
    await eventually(() => expect(dialogText()).toContain('Na serveri nastala chyba'));
    expect(field('Názov zariadenia').value).toBe('Iný');
  });
});

describe('Remove device', () => {
  it('R4.2 states the consequences and sends nothing before the confirmation', async () => {
    const { sent, path } = await openDevice();
    await choose('Odstrániť zariadenie');
    expect(dialogText()).toContain('Studňa (MNB-TE0001) zmizne z vášho účtu');
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

  it('R4.2 removes the device from the page with the answer, also while the list is loading', async () => {
    const { server } = await openDevice();
    await choose('Odstrániť zariadenie');
    server.routes['/users-devices/get-devices'] = () => new Promise(() => undefined);
    await submit();
    await eventually(() => expect(page.text()).toContain('Pridajte, prosím, zariadenie'));
  });

  it('R4.3 lets a delegate give up their access, without the text of a removal', async () => {
    await openDevice({ access: 'delegate' });
    await choose('Vzdať sa prístupu');
    expect(dialogText()).toContain('Stratíte prístup k zariadeniu Studňa');
    expect(dialogText()).not.toContain('Odstrániť');
    await submit();
    await eventually(() => expect(page.text()).toContain('Vzdali ste sa prístupu k zariadeniu Studňa'));
  });
});

describe('Transfer device', () => {
  it('R4.2 warns, validates the e-mail, and leaves the device page after the transfer', async () => {
    const { sent, path } = await openDevice();
    await choose('Odovzdať inému vlastníkovi');
    expect(dialogText()).toContain('Vrátiť vám ho môže len nový vlastník');
    await type('E-mail nového vlastníka', 'eva@');
    await submit();
    expect(errorOf('E-mail nového vlastníka')).toContain('Neplatný formát e-mailu');
    await type('E-mail nového vlastníka', ' eva@example.sk ');
    await submit();
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
    expect(sent('POST')).toMatchObject({ path: `${PATH}/transfer`, body: { email: 'eva@example.sk' } });
  });

  it('R4.2 shows an unknown user beside the field', async () => {
    const answer: Handler = () => ({ status: 404, json: { detail: 'USER_NOT_FOUND' } });
    await openDevice({ answer: { [`${PATH}/transfer`]: answer } });
    await choose('Odovzdať inému vlastníkovi');
    await type('E-mail nového vlastníka', 'nikto@example.sk');
    await submit();
    await eventually(() => expect(errorOf('E-mail nového vlastníka')).toContain('sa nenašiel'));
  });
});
