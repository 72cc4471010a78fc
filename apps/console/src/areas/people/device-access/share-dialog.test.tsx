import { aDevice } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay } from '../../../device/delegation-end.ts';
import { aDelegation, choose, dialog, dialogText, openDevice, PATH } from '../../../testing/device-page.tsx';
import { page } from '../../../testing/page.tsx';
import { aUser, errorOf, eventually, field, submit, type } from '../../../testing/whole-app.tsx';

const TOMORROW = dayOf(Date.now() / 1000 + 86_400);
const WATCHING = 'Čerpadlo len sledujete, zapnúť a vypnúť ho môže majiteľ.';
const check = (label: string) => page.click(page.get('radio', label));
const NOBODY = { status: 404, json: { detail: 'USER_NOT_FOUND' } };

describe('R4.18 Share', () => {
  it('R4.3 "like me" is the call of the spec, without a level', async () => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await check('Ako ja');
    await type('Komu', ' petra@example.sk ');
    await submit();
    await eventually(() => expect(page.text()).toContain('Zdieľate s: petra@example.sk'));
    expect(sent('POST')?.body).toEqual({ email: 'petra@example.sk', expires_at: null });
    expect(dialog()).toBeNull();
  });

  it.each([
    ['Pozerá a zapne alebo vypne', 'switch'],
    ['Pozerá', 'watch'],
  ])('%s sends the level', async (label, level) => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await check(label);
    await type('Komu', 'petra@example.sk');
    await submit();
    await eventually(() => expect(sent('POST')?.body).toMatchObject({ level }));
  });

  it.each(['USER_NOT_FOUND', 'USER_EMAIL_UNCONFIRMED'])(
    '%s: a person without an account is invited at the same level',
    async (detail) => {
      const { sent } = await openDevice({
        answer: {
          [`${PATH}/delegations`]: () => ({ status: 409, json: { detail } }),
          [`${PATH}/invitations`]: ({ body }) => ({
            status: 201,
            json: { id: 1, expires_at: null, valid_until: 2_000_000_000, link: null, ...(body as object) },
          }),
        },
      });
      await choose('Zdieľať');
      await type('Komu', 'syn@example.sk');
      await submit();
      await eventually(() => expect(page.text()).toContain('Pozvánku sme poslali: syn@example.sk'));
      expect(sent('POST')).toMatchObject({
        path: `${PATH}/invitations`,
        body: { email: 'syn@example.sk', level: 'switch', expires_at: null },
      });
    },
  );

  it('"like me" invites nobody: the refusal is beside the field', async () => {
    await openDevice({ answer: { [`${PATH}/delegations`]: () => NOBODY } });
    await choose('Zdieľať');
    await check('Ako ja');
    await type('Komu', 'nikto@example.sk');
    await submit();
    await eventually(() => expect(errorOf('Komu')).toContain('sa nenašiel'));
  });

  it.each([
    ['USER_LEVEL_TOO_LOW', 'Komu', 'aspoň s úrovňou Technik'],
    ['USER_HAS_ACCESS', 'Komu', 'už má prístup'],
  ])('R4.3 shows %s beside its field, and that sharing failed', async (detail, label, expected) => {
    await openDevice({
      answer: { [`${PATH}/delegations`]: () => ({ status: 409, json: { detail } }) },
    });
    await choose('Zdieľať');
    await type('Komu', 'petra@example.sk');
    await submit();
    await eventually(() => expect(errorOf(label)).toContain(expected));
    expect(dialogText()).toContain('Zdieľanie sa nepodarilo');
    expect(field('Komu').value).toBe('petra@example.sk');
  });

  it('R4.3 shows the text of the spec for any other failure, in English', async () => {
    await openDevice({ locale: 'gb', answer: { [`${PATH}/delegations`]: () => 'network error' } });
    await choose('Delegate access');
    await type('To whom', 'petra@example.sk');
    await submit();
    await eventually(() =>
      expect(dialogText()).toContain('Delegating access failed. Contact support if it persists.'),
    );
  });

  it('R4.3b sends the last second of the entered day as the end', async () => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await type('Komu', 'petra@example.sk');
    await check('Dátum…');
    await type('Posledný deň prístupu', TOMORROW);
    await submit();
    await eventually(() => expect(sent('POST')?.body).toMatchObject({ expires_at: endOfDay(TOMORROW) }));
  });

  it.each([
    ['2020-01-01', 'musí byť v budúcnosti'],
    ['', 'Zadajte deň, mesiac aj rok'],
    ['31. 2.', 'Zadajte deň, mesiac aj rok'],
  ])('R4.3b rejects the end %j and sends nothing', async (end, expected) => {
    const { sent } = await openDevice();
    await choose('Zdieľať');
    await type('Komu', 'petra@example.sk');
    await check('Dátum…');
    await type('Posledný deň prístupu', end);
    await submit();
    expect(errorOf('Posledný deň prístupu')).toContain(expected);
    expect(sent('POST')).toBeUndefined();
  });

  it('a link is made for one person, and shown because a browser may refuse the clipboard', async () => {
    const link = 'https://pumps.example/invitation#token=abc';
    const { sent } = await openDevice({
      answer: {
        [`${PATH}/invitations`]: () => ({
          status: 201,
          json: { id: 1, email: null, level: 'switch', expires_at: null, valid_until: 2_000_000_000, link },
        }),
      },
    });
    await choose('Zdieľať');
    await page.click(page.get('button', 'Kopírovať odkaz'));
    await eventually(() => expect(field('Odkaz pre jedného človeka').value).toBe(link));
    expect(sent('POST')?.body).toEqual({ email: null, level: 'switch', expires_at: null });
    await check('Ako ja');
    expect(page.get('button', 'Kopírovať odkaz').hasAttribute('disabled')).toBe(true);
  });

  it.each([
    ['15. 1. 2031', '2031-01-15'],
    ['15.01.2031', '2031-01-15'],
    ['15/1/2031', '2031-01-15'],
    ['31. 2. 2031', ''],
    ['15. 13. 2031', ''],
    ['zajtra', ''],
  ])('R1.9b parses the day in common notations and rejects invalid ones: %s', (typed, day) =>
    expect(dayOf(endOfDay(typed))).toBe(day),
  );
});

describe('R4.3b, R4.18 People', () => {
  const until = endOfDay('2030-11-30');
  const invitation = {
    id: 5,
    email: null,
    level: 'watch',
    expires_at: null,
    valid_until: Date.now() / 1000 + 6 * 86_400,
  };
  const recipient = {
    id: 7,
    name: 'Ján Hruška',
    email: 'jan@example.sk',
    state: 'asked',
    since: 1_800_000_000,
  };

  it('lists people with level and end, invitations, and who is told without rights', async () => {
    await openDevice({
      delegations: [aDelegation({ expires_at: until, level: 'watch' })],
      answer: {
        [`${PATH}/invitations`]: () => ({
          json: [invitation].map((row) => ({ ...row, valid_until: Math.floor(row.valid_until) })),
        }),
        [`${PATH}/recipients`]: () => ({ json: [recipient] }),
      },
    });
    await choose('Ľudia');
    await eventually(() => expect(dialogText()).toMatch(/tomas@example\.sk · do 30\. 11\. 2030/));
    for (const text of [
      'pozerá',
      'Pozvánka odkazom',
      'platí ešte 6 dní',
      'Komu dať vedieť',
      'čaká na súhlas',
    ])
      await eventually(() => expect(dialogText()).toContain(text));
  });

  it('a provider without invitations and recipients shows neither, and the list of people works', async () => {
    await openDevice({ delegations: [aDelegation()] });
    await choose('Ľudia');
    await eventually(() => expect(dialogText()).toContain('tomas@example.sk'));
    await eventually(() => expect(dialogText()).not.toContain('Komu dať vedieť'));
    expect(dialogText()).not.toContain('Pozvánka');
  });

  it('a list that fails to load can be retried, and marks the own access', async () => {
    let isBroken = true;
    await openDevice({
      access: 'delegate',
      answer: {
        [`${PATH}/delegations`]: () =>
          isBroken
            ? { status: 500, json: { detail: 'INTERNAL' } }
            : { json: [aDelegation({ user_id: aUser.id, email: aUser.email })] },
      },
    });
    await choose('Ľudia');
    await eventually(() => expect(dialogText()).toContain('Zoznam sa nepodarilo načítať'));
    isBroken = false;
    const [retry] = page.all('button', 'Skúsiť znova').filter((button) => dialog()?.contains(button));
    if (retry) await page.click(retry);
    await eventually(() => expect(dialogText()).toContain('(vy)'));
    expect(page.all('button', /môže:/)).toHaveLength(0);
  });

  it('changes the level of a person, with the end that they have', async () => {
    const { sent } = await openDevice({ delegations: [aDelegation({ expires_at: until, level: 'watch' })] });
    await choose('Ľudia');
    await eventually(() => expect(page.all('button', /môže:/)).toHaveLength(1));
    await page.click(page.get('button', /môže:/));
    await page.click(page.get('button', 'Pozerá a zapne alebo vypne'));
    await eventually(() =>
      expect(sent('POST')?.body).toEqual({ email: 'tomas@example.sk', level: 'switch', expires_at: until }),
    );
  });

  it('revokes access only after a confirmation, and shows a failure', async () => {
    const { sent, server } = await openDevice({
      delegations: [aDelegation()],
      answer: { [`${PATH}/delegations/3`]: () => 'network error' },
    });
    await choose('Ľudia');
    await eventually(() => expect(page.all('button', /môže:/)).toHaveLength(1));
    await page.click(page.get('button', /môže:/));
    await page.click(page.get('button', 'Odobrať prístup'));
    expect(dialogText()).toContain('Odobrať prístup používateľovi tomas@example.sk?');
    expect(sent('DELETE')).toBeUndefined();
    await page.click(page.get('button', 'Odobrať prístup'));
    await eventually(() => expect(dialogText()).toContain('Server neodpovedá'));
    server.routes[`${PATH}/delegations/3`] = () => ({ status: 204 });
    await page.click(page.get('button', 'Odobrať prístup'));
    await eventually(() => expect(sent('DELETE')?.path).toBe(`${PATH}/delegations/3`));
  });

  it('changes the end by sharing again, with the level that the person has', async () => {
    await openDevice({ delegations: [aDelegation({ expires_at: until, level: 'watch' })] });
    await choose('Ľudia');
    await eventually(() => expect(page.all('button', /môže:/)).toHaveLength(1));
    await page.click(page.get('button', /môže:/));
    await page.click(page.get('button', 'Zmeniť koniec…'));
    await eventually(() => expect(field('Komu').value).toBe('tomas@example.sk'));
    expect(field('Posledný deň prístupu').value.replace(/\s/g, ' ')).toBe('30. 11. 2030');
  });

  it('withdraws an invitation, and asks a person for consent', async () => {
    const { sent } = await openDevice({
      answer: {
        [`${PATH}/invitations`]: () => ({ json: [{ ...invitation, valid_until: 2_000_000_000 }] }),
        [`${PATH}/invitations/5`]: () => ({ status: 204 }),
        [`${PATH}/recipients`]: ({ method }) =>
          method === 'GET' ? { json: [] } : { status: 201, json: recipient },
      },
    });
    await choose('Ľudia');
    await eventually(() => expect(page.all('button', 'Zrušiť')).toHaveLength(1));
    await page.click(page.get('button', 'Zrušiť'));
    await eventually(() => expect(sent('DELETE')?.path).toBe(`${PATH}/invitations/5`));
    await type('Meno', 'Ján Hruška');
    await type('E-mail', 'jan@example.sk');
    await submit();
    await eventually(() =>
      expect(sent('POST')?.body).toEqual({ name: 'Ján Hruška', email: 'jan@example.sk' }),
    );
  });
});

describe('R4.18 the page of a pump', () => {
  it.each([
    ['watch', false],
    ['switch', true],
    ['full', true],
  ] as const)('at level %s offers the switch: %s', async (level, canSwitch) => {
    await openDevice({
      answer: {
        '/users-devices/get-devices': () => ({
          json: [aDevice({ alias: 'Studňa', access: 'delegate', level })],
        }),
      },
    });
    const controls = () => page.all('region', 'Ovládanie')[0]?.textContent ?? '';
    await eventually(() => expect(controls()).not.toBe(''));
    expect(controls().includes(WATCHING)).toBe(!canSwitch);
  });
});
