import type { AlertReach } from '@manoboard/contract/alert/alert-delivery';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import {
  aUser,
  errorOf,
  eventually,
  expireAndLogIn,
  field,
  loggedIn,
  openApp,
  submit,
  type,
} from '../../../testing/whole-app.tsx';

type Answer = Awaited<ReturnType<Handler>>;

/** The fake server stores the change, unless the test passes another answer. */
async function openProfile(
  answer?: () => Answer | Promise<Answer>,
  roles: string[] = [],
  change: Partial<typeof aUser> = {},
) {
  const stored = { ...aUser, ...change };
  const me: Handler = ({ method, body }) => {
    if (method !== 'PATCH') return { json: stored };
    if (answer) return answer();
    const { password: _, ...change } = body as Record<string, string>;
    return { json: Object.assign(stored, change) };
  };
  const app = await openApp('/admin/profile', { routes: { ...loggedIn(roles), '/users/me': me } });
  await eventually(() => expect(document.querySelector('form')).not.toBeNull());
  const sent = () => app.server.requests.find(({ method }) => method === 'PATCH')?.body;
  return { ...app, stored, sent };
}

describe('profile', () => {
  it('R3.5 the form shows the account and its roles', async () => {
    await openProfile(undefined, ['Technician']);
    expect(field('Meno').value).toBe('Jana');
    expect(field('E-mail').value).toBe(aUser.email);
    expect(field('Adresa').value).toBe('');
    expect(page.text()).toContain('Oprávnenia: Technik');
  });

  it('R3.5 a saved change shows a toast and the values of the server', async () => {
    const { sent } = await openProfile();
    await type('Adresa', 'Hlavná 1, Žilina');
    await type('Telefónne číslo', '+421 900 123 456');
    await submit();
    await eventually(() => expect(page.text()).toContain('Profil bol uložený'));
    expect(sent()).toEqual({
      phone_number: '+421 900 123 456',
      address: 'Hlavná 1, Žilina',
    });
    expect(field('Adresa').value).toBe('Hlavná 1, Žilina');
  });

  it('A10 a phone number that cannot be called is refused at its field, and saved when it is corrected', async () => {
    const { sent } = await openProfile();
    await type('Telefónne číslo', 'abc');
    await submit();
    expect(errorOf('Telefónne číslo')).toContain('musí mať aspoň 6 číslic');
    expect(sent()).toBeUndefined();
    await type('Telefónne číslo', '(02) 5441-208');
    await submit();
    await eventually(() => expect(sent()).toEqual({ phone_number: '(02) 5441-208' }));
  });

  it('A10 a bad phone number of an old account holds no other change back', async () => {
    const { sent } = await openProfile(undefined, [], { phone_number: 'abc' });
    await type('Adresa', 'Hlavná 1, Žilina');
    await submit();
    await eventually(() => expect(page.text()).toContain('Profil bol uložený'));
    expect(sent()).toEqual({ address: 'Hlavná 1, Žilina' });
  });

  it('R3.5 fields that another tab has saved meanwhile are not set back', async () => {
    const { stored, sent } = await openProfile();
    stored.phone_number = '+421 900 123 456';
    await type('Adresa', 'Hlavná 1, Žilina');
    await submit();
    await eventually(() => expect(page.text()).toContain('Profil bol uložený'));
    expect(sent()).toEqual({ address: 'Hlavná 1, Žilina' });
    await eventually(() => expect(field('Telefónne číslo').value).toBe('+421 900 123 456'));
  });

  it('R3.5 input typed while sending stays, and sent fields show the values of the server', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const { sent } = await openProfile(() => promise);
    await type('Priezvisko', ' Kováčová ');
    await type('Nové heslo', 'Studna2026');
    await type('Potvrdenie hesla', 'Studna2026');
    await submit();
    await eventually(() => expect(sent()).toBeDefined());
    await type('Adresa', 'Hlavná 1, Žilina');
    resolve({ json: aUser });
    await eventually(() => expect(field('Nové heslo').value).toBe(''));
    expect(field('Priezvisko').value).toBe('Kováčová');
    expect(field('Adresa').value).toBe('Hlavná 1, Žilina');
  });

  it('R3.5 the submit button is disabled while sending', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    await openProfile(() => new Promise((done) => (answer = done)));
    await submit();
    expect(page.get('button', 'Odosiela sa…').hasAttribute('disabled')).toBe(true);
    answer({ status: 500, json: { detail: 'INTERNAL' } });
    await eventually(() =>
      expect(document.querySelector('form [role=alert]')?.textContent).toContain('Na serveri nastala chyba'),
    );
    expect(page.get('button', 'Uložiť profil').hasAttribute('disabled')).toBe(false);
  });

  it.each([
    ['R3.2 an empty name', 'Meno', ' ', 'Meno je povinné'],
    ['R3.2 a surname of one letter', 'Priezvisko', 'K', 'Zadajte aspoň 2 znaky'],
    ['R3.2 an invalid e-mail', 'E-mail', 'jana@', 'Neplatný formát e-mailu'],
    ['R3.2 a weak password', 'Nové heslo', 'studna', 'Heslo musí mať aspoň 8 znakov, jednu číslicu'],
    [
      'R3.2 a password confirmation without a password',
      'Potvrdenie hesla',
      'Studna2026',
      'Heslá sa nezhodujú',
    ],
    ['an address that is too long', 'Adresa', 'x'.repeat(201), 'Text je príliš dlhý'],
  ])('%s shows an error and is not sent', async (_rule, label, value, expected) => {
    const { sent } = await openProfile();
    await type(label, value);
    await submit();
    expect(errorOf(label)).toContain(expected);
    expect(sent()).toBeUndefined();
  });
});

describe('a change of e-mail or password', () => {
  it('R3.5 is sent, and the fields of the password are empty afterwards', async () => {
    const { sent } = await openProfile();
    await type('Nové heslo', 'Studna2027');
    await type('Potvrdenie hesla', 'Studna2027');
    await submit();
    await eventually(() => expect(page.text()).toContain('Profil bol uložený'));
    expect(sent()).toMatchObject({ password: 'Studna2027' });
    await eventually(() => expect(field('Nové heslo').value).toBe(''));
  });

  it('R3.5 a taken e-mail shows an error at its field', async () => {
    const detail = 'UPDATE_USER_EMAIL_ALREADY_EXISTS';
    await openProfile(() => ({ status: 400, json: { detail } }));
    await type('E-mail', 'nova@example.sk');
    await submit();
    await eventually(() => expect(errorOf('E-mail')).toContain('už existuje'));
  });
});

describe('an unconfirmed e-mail', () => {
  const RESEND = '/auth/request-verify-token';
  const me = (change: Partial<typeof aUser>, routes: Record<string, Handler> = {}) => ({
    routes: { ...loggedIn(), '/users/me': () => ({ json: { ...aUser, ...change } }), ...routes },
  });

  it('R4.3d a new account sees a notice on every page and can have the link sent again', async () => {
    const { server } = await openApp(
      '/admin/dashboard',
      me({ email_confirmed: false }, { [RESEND]: () => ({ status: 202 }) }),
    );
    await eventually(() => expect(page.text()).toContain(`Potvrďte svoj e-mail ${aUser.email} odkazom`));
    server.routes['/users/me'] = () => ({ json: aUser });
    await page.click(page.get('button', 'Poslať odkaz znova'));
    await eventually(() => expect(page.text()).toContain(`Odkaz sme poslali na ${aUser.email}`));
    expect(server.requestsTo(RESEND)).toHaveLength(1);
    await eventually(() => expect(page.text()).not.toContain('Potvrďte svoj e-mail'));
  });

  it('R4.3d too many requested links show an error', async () => {
    const refused: Handler = () => ({ status: 429, json: { detail: 'TOO_MANY_REQUESTS' } });
    await openApp('/admin/dashboard', me({ email_confirmed: false }, { [RESEND]: refused }));
    await eventually(() => expect(page.all('button', 'Poslať odkaz znova')).toHaveLength(1));
    await page.click(page.get('button', 'Poslať odkaz znova'));
    await eventually(() => expect(page.text()).toContain('Príliš veľa pokusov.'));
  });

  const NO_WAY = { mail: 'no_mail_server', push: 'no_browser', webhook: 'no_webhook' } as const;
  const reach = (change: Partial<AlertReach>): Record<string, Handler> => {
    const mail = { service: 'files', folder: null, failing_since: null } as const;
    return {
      '/users/me/alert-reach': () => ({ json: { mail, own: null, installation: null, ...change } }),
    };
  };

  it('R4.3d on a server that sends no mails the notice says who has the link', async () => {
    await openApp('/admin/dashboard', me({ email_confirmed: false }, reach({})));
    await eventually(() => expect(page.text()).toContain('Tento server e-maily neposiela. Odkaz'));
    expect(page.text()).not.toContain('DATA_DIR');
    expect(page.all('button', 'Poslať odkaz znova')).toEqual([]);
  });

  it('R4.3d while no alert reaches a new account the notice is one line with what works without mail', async () => {
    const unconfirmed = { ...NO_WAY, mail: 'unconfirmed' } as const;
    await openApp('/admin/dashboard', me({ email_confirmed: false }, reach({ own: unconfirmed })));
    await eventually(() => expect(page.text()).toContain('Upozornenia k vám neprídu.'));
    expect(page.get('link', 'Zapnúť v tomto telefóne').getAttribute('href')).toBe(
      '/admin/profile/notifications',
    );
    expect(page.text()).not.toContain('Tento server e-maily neposiela');
    expect(page.text()).not.toContain('Kritické upozornenia vám neprídu');
  });

  it('R4.3d only those who may know it read where the files of mails are', async () => {
    const mail = { service: 'files', folder: 'mail', failing_since: null } as const;
    await openApp('/admin/dashboard', me({ email_confirmed: false }, reach({ mail })));
    await eventually(() => expect(page.text()).toContain('do súboru v priečinku DATA_DIR/mail'));
  });

  it('an owner whom no channel reaches is warned with the reasons on every page', async () => {
    await openApp('/admin/dashboard', me({ lacks_alerts: true }, reach({ own: NO_WAY })));
    await eventually(() => expect(page.text()).toContain('Kritické upozornenia vám neprídu:'));
    expect(page.text()).toContain(
      'server neposiela e-maily, v žiadnom prehliadači nemáte zapnuté oznámenia.',
    );
    expect(page.get('link', 'Kto dostane čo a kedy').getAttribute('href')).toBe(
      '/admin/profile/notifications',
    );
  });

  it('a Super Seller is warned of owners and alerts that are not reached', async () => {
    const installation = { unreached_owners: 3, owners: [], undelivered_alerts: 1 };
    await openApp('/admin/dashboard', me({ lacks_alerts: true }, reach({ installation })));
    await eventually(() => expect(page.text()).toContain('Server neposiela e-maily.'));
    expect(page.text()).toContain('3 vlastníkom kritické upozornenia neprídu.');
    expect(page.text()).toContain('1 otvorené kritické upozornenie sa nedoručilo nikomu.');
  });

  it('R4.3d a confirmed account sees no notice', async () => {
    await openProfile();
    expect(page.text()).not.toContain('Potvrďte svoj e-mail');
  });

  it('R3.5 the profile shows the pending address, and the change can be cancelled', async () => {
    const pending = { ...aUser, pending_email: 'nova@example.sk' };
    let isPending = true;
    const { server } = await openApp('/admin/profile', {
      routes: {
        ...loggedIn(),
        '/users/me': ({ method }) => {
          if (method === 'PATCH') isPending = false;
          return { json: isPending ? pending : aUser };
        },
      },
    });
    await eventually(() => expect(page.text()).toContain('Nová adresa nova@example.sk začne platiť'));
    expect(field('E-mail').value).toBe(aUser.email);
    await page.click(page.get('button', 'Zrušiť zmenu e-mailu'));
    await eventually(() => expect(page.text()).not.toContain('Nová adresa nova@example.sk'));
    expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ email: aUser.email });
  });
});

describe('R3.8 what is typed when the session expires', () => {
  it('is in the form again after the login, except passwords', async () => {
    const app = await openProfile();
    await type('Adresa', 'Hlavná 1, Žilina');
    await type('Nové heslo', 'Studna2026');
    await expireAndLogIn(app);
    await eventually(() => expect(app.path()).toBe('/admin/profile'));
    await eventually(() => expect(field('Adresa').value).toBe('Hlavná 1, Žilina'));
    expect(field('Nové heslo').value).toBe('');
    expect(page.text()).toContain('Sú tu vaše zmeny, ktoré ešte nie sú uložené.');
  });

  it('is announced on the login page', async () => {
    const { server } = await openProfile(() => ({ status: 401, json: { detail: 'UNAUTHORIZED' } }));
    await type('Adresa', 'Hlavná 1, Žilina');
    await submit();
    await eventually(() => expect(page.text()).toContain('Rozpísaný text sa neuložil'));
    expect(server.requests.some(({ method }) => method === 'PATCH')).toBe(true);
  });

  it('R1.5 is not shown to another user', async () => {
    const app = await openProfile();
    await type('Adresa', 'Hlavná 1, Žilina');
    await expireAndLogIn(app, { ...aUser, id: 8, email: 'eva@example.sk' });
    await eventually(() => expect(app.path()).toBe('/admin/profile'));
    await eventually(() => expect(field('Adresa').value).toBe(''));
    await expireAndLogIn(app);
    await eventually(() => expect(app.path()).toBe('/admin/profile'));
    await eventually(() => expect(field('E-mail').value).toBe(aUser.email));
    expect(field('Adresa').value).toBe('');
  });
});

it('R3.1 the profile shows the accepted version of the terms and the date', async () => {
  await openProfile();
  expect(page.text()).toContain(
    'S podmienkami používania ste súhlasili 21. septembra 2026 (verzia 0123456789ab).',
  );
  expect(page.get('link', 'podmienkami používania').getAttribute('href')).toBe('/terms');
});
