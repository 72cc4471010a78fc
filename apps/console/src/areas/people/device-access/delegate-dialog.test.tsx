import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay } from '../../../device/delegation-end.ts';
import { aDelegation, choose, dialog, dialogText, openDevice, PATH } from '../../../testing/device-page.tsx';
import { page } from '../../../testing/page.tsx';
import { aUser, errorOf, eventually, field, submit, type } from '../../../testing/whole-app.tsx';

describe('Delegate access', () => {
  const TOMORROW = dayOf(Date.now() / 1000 + 86_400);

  it('R4.3 R4.10 sends the e-mail without an end, confirms the delegation and lists it', async () => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await eventually(() => expect(dialogText()).toContain('Prístup zatiaľ nemá nikto ďalší'));
    await type('E-mail príjemcu', ' petra@example.sk ');
    await submit();
    await eventually(() => expect(page.text()).toContain('Zariadenie zdieľate s: petra@example.sk'));
    expect(sent('POST')?.body).toEqual({ email: 'petra@example.sk', expires_at: null });
    await eventually(() => expect(dialogText()).toContain('petra@example.skbez časového obmedzenia'));
    expect(field('E-mail príjemcu').value).toBe('');
  });

  it.each([
    [
      'sk',
      'Zdieľať',
      /rovnaké práva ako vy: môže ho ovládať, premenovať, nastavovať, aktualizovať a zdieľať ďalej/,
      /inému vlastníkovi a odstrániť ho môže len vlastník\. Príjemca sa môže prístupu kedykoľvek vzdať/,
    ],
    [
      'gb',
      'Delegate access',
      /same rights to the device Studňa as you: they can operate, rename, configure and update it, and delegate/,
      /Only the owner can hand the device over to another owner or remove it/,
    ],
  ] as const)(
    'R4.3 explains the rights of the recipient and those that only the owner keeps (%s)',
    async (locale, item, granted, kept) => {
      await openDevice({ locale });
      await choose(item);
      expect(dialogText()).toMatch(granted);
      expect(dialogText()).toMatch(kept);
    },
  );

  it('R4.3b sends the last second of the entered day as the end', async () => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await type('E-mail príjemcu', 'petra@example.sk');
    await type('Posledný deň prístupu', TOMORROW);
    await submit();
    await eventually(() => expect(sent('POST')?.body).toMatchObject({ expires_at: endOfDay(TOMORROW) }));
    await eventually(() => expect(dialogText()).toMatch(/do \d{1,2}\. \d{1,2}\. \d{4},? 23:59/));
  });

  it('R4.3 keeps an e-mail that is typed while an earlier request is pending', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; json: unknown }>();
    await openDevice({
      answer: { [`${PATH}/delegations`]: ({ method }) => (method === 'GET' ? { json: [] } : promise) },
    });
    await choose('Zdieľať');
    await type('E-mail príjemcu', 'petra@example.sk');
    await type('Posledný deň prístupu', TOMORROW);
    await submit();
    await type('E-mail príjemcu', 'adam@example.sk');
    resolve({ status: 201, json: aDelegation({ email: 'petra@example.sk' }) });
    await eventually(() => expect(field('Posledný deň prístupu').value).toBe(''));
    expect(field('E-mail príjemcu').value).toBe('adam@example.sk');
  });

  it('R4.3b rejects an end in the past and sends nothing', async () => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await type('E-mail príjemcu', 'petra@example.sk');
    await type('Posledný deň prístupu', '2020-01-01');
    await submit();
    expect(errorOf('Posledný deň prístupu')).toContain('musí byť v budúcnosti');
    expect(sent('POST')).toBeUndefined();
  });

  it.each([
    ['15. 1. 2031', '2031-01-15'],
    ['15.01.2031', '2031-01-15'],
    ['15/1/2031', '2031-01-15'],
    ['15 1 2031', '2031-01-15'],
    ['31. 2. 2031', ''],
    ['0. 1. 2031', ''],
    ['15. 13. 2031', ''],
    ['15. 1.', ''],
    ['zajtra', ''],
  ])('R1.9b parses the day in common notations and rejects invalid ones: %s', (typed, day) =>
    expect(dayOf(endOfDay(typed))).toBe(day),
  );

  it('R4.3b rejects an incomplete date and sends nothing, in English', async () => {
    const { sent } = await openDevice({ locale: 'gb' });
    await choose('Delegate access');
    expect(field('Last day of access').placeholder).toMatch(/^31\/12\/\d{4}$/);
    await type("Recipient's e-mail", 'petra@example.sk');
    await type('Last day of access', '15/1');
    await submit();
    expect(errorOf('Last day of access')).toContain('Enter the day, month and year, for example 31/12/2030');
    expect(sent('POST')).toBeUndefined();
  });

  it.each([
    ['USER_NOT_FOUND', 404, 'E-mail príjemcu', 'sa nenašiel'],
    ['USER_LEVEL_TOO_LOW', 409, 'E-mail príjemcu', 'aspoň s úrovňou Technik'],
    ['USER_HAS_ACCESS', 409, 'E-mail príjemcu', 'už má prístup'],
    ['DELEGATE_TO_SELF', 409, 'E-mail príjemcu', 'Sami so sebou zdieľať nemôžete.'],
    ['DELEGATION_END_REFUSED', 409, 'Posledný deň prístupu', 'koniec vášho vlastného prístupu'],
  ])(
    'R4.3 shows %s beside its field, and that delegating failed',
    async (detail, status, label, expected) => {
      await openDevice({
        answer: {
          [`${PATH}/delegations`]: ({ method }) =>
            method === 'GET' ? { json: [] } : { status, json: { detail } },
        },
      });
      await choose('Zdieľať');
      await type('E-mail príjemcu', 'petra@example.sk');
      await submit();
      await eventually(() => expect(errorOf(label)).toContain(expected));
      expect(dialogText()).toContain('Zdieľanie sa nepodarilo. Ak problém pretrváva, kontaktujte podporu.');
      expect(field('E-mail príjemcu').value).toBe('petra@example.sk');
    },
  );

  it('R4.3 shows the text of the spec for any other failure, in English', async () => {
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
      expect(dialogText()).toContain('Delegating access failed. Contact support if it persists.'),
    );
  });

  it('R4.3 the failure of an earlier try is gone when the next one is not sent', async () => {
    await openDevice({
      answer: {
        [`${PATH}/delegations`]: ({ method }) =>
          method === 'GET' ? { json: [] } : { status: 404, json: { detail: 'USER_NOT_FOUND' } },
      },
    });
    await choose('Zdieľať');
    await type('E-mail príjemcu', 'petra@example.sk');
    await submit();
    await eventually(() => expect(dialogText()).toContain('Zdieľanie sa nepodarilo.'));
    await type('Posledný deň prístupu', '31. 2.');
    await submit();
    expect(errorOf('Posledný deň prístupu')).toContain('Zadajte deň, mesiac aj rok');
    expect(dialogText()).not.toContain('nepodarilo');
  });

  it('R4.3b lists users with access and its end; a list that fails to load can be retried', async () => {
    let isBroken = true;
    const until = endOfDay('2030-11-30');
    const rows = [
      aDelegation({ expires_at: until }),
      aDelegation({ user_id: aUser.id, email: aUser.email, can_revoke: true }),
    ];
    await openDevice({
      access: 'delegate',
      answer: {
        [`${PATH}/delegations`]: () =>
          isBroken ? { status: 500, json: { detail: 'INTERNAL' } } : { json: rows },
      },
    });
    await choose('Zdieľať');
    await eventually(() => expect(dialogText()).toContain('Zoznam sa nepodarilo načítať'));
    isBroken = false;
    const [retry] = page.all('button', 'Skúsiť znova').filter((button) => dialog()?.contains(button));
    if (retry) await page.click(retry);
    await eventually(() => expect(dialogText()).toMatch(/tomas@example.skdo 30\. 11\. 2030,? 23:59/));
    expect(dialogText()).toContain('(vy)');
    expect(page.all('button', 'Odobrať')).toHaveLength(1);
  });

  it('R4.3b revokes access only after a confirmation', async () => {
    const { sent } = await openDevice({ delegations: [aDelegation()] });
    await choose('Zdieľať');
    await eventually(() => expect(page.all('button', 'Odobrať')).toHaveLength(1));
    await page.click(page.get('button', 'Odobrať'));
    expect(dialogText()).toContain('Odobrať prístup používateľovi tomas@example.sk?');
    await page.click(page.get('button', 'Zrušiť'));
    expect(sent('DELETE')).toBeUndefined();
    await page.click(page.get('button', 'Odobrať'));
    await page.click(page.get('button', 'Odobrať prístup'));
    await eventually(() => expect(dialogText()).toContain('Prístup zatiaľ nemá nikto ďalší'));
    expect(sent('DELETE')?.path).toBe(`${PATH}/delegations/3`);
  });

  it('R4.3b shows a failed revocation and keeps the row', async () => {
    await openDevice({
      delegations: [aDelegation()],
      answer: { [`${PATH}/delegations/3`]: () => 'network error' },
    });
    await choose('Zdieľať');
    await eventually(() => expect(page.all('button', 'Odobrať')).toHaveLength(1));
    await page.click(page.get('button', 'Odobrať'));
    await page.click(page.get('button', 'Odobrať prístup'));
    await eventually(() => expect(dialogText()).toContain('Server neodpovedá'));
    expect(dialogText()).toContain('tomas@example.sk');
  });

  it('R4.3b changes the end by delegating again', async () => {
    const { sent } = await openDevice({ delegations: [aDelegation({ expires_at: endOfDay('2030-11-30') })] });
    await choose('Zdieľať');
    await eventually(() => expect(page.all('button', 'Zmeniť koniec')).toHaveLength(1));
    await page.click(page.get('button', 'Zmeniť koniec'));
    expect(field('Posledný deň prístupu').value.replace(/\s/g, ' ')).toBe('30. 11. 2030');
    await type('Posledný deň prístupu', '15. 1. 2031');
    await submit();
    await eventually(() =>
      expect(sent('POST')?.body).toEqual({ email: 'tomas@example.sk', expires_at: endOfDay('2031-01-15') }),
    );
  });
});
