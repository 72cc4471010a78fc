import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { aUser, eventually, loggedIn, openApp, type } from '../../../testing/whole-app.tsx';

afterEach(() => vi.restoreAllMocks());

const DELETE = '/users/me/delete';
const EXPORT = '/users/me/export';

async function open(routes: Record<string, Handler> = {}, locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp('/admin/profile', {
    routes: { ...loggedIn(), '/users/me/sessions': () => ({ json: [] }), ...routes },
    locale,
  });
  await eventually(() => expect(page.all('button', /^(Zmazať účet…|Delete account…)$/)).toHaveLength(1));
  return app;
}

async function openDialog(routes: Record<string, Handler> = {}) {
  const app = await open(routes);
  await page.click(page.get('button', 'Zmazať účet…'));
  await eventually(() => expect(page.all('button', 'Zmazať účet natrvalo')).toHaveLength(1));
  return app;
}

const confirm = () => page.click(page.get('button', 'Zmazať účet natrvalo'));

describe('R3.5 the deletion of the account', () => {
  it.each([
    [
      'sk',
      'Zmazať účet…',
      'Vaše zariadenia ostanú bez vlastníka',
      'ostanú v časovej osi zariadení bez vášho mena',
    ],
    [
      'gb',
      'Delete account…',
      'Your devices will have no owner',
      'in the timelines of the devices without your name',
    ],
  ] as const)('states its consequences (%s)', async (locale, button, ...sentences) => {
    await open({}, locale);
    await page.click(page.get('button', button));
    await eventually(() => expect(page.text()).toContain(sentences[0]));
    for (const sentence of [...sentences, aUser.email]) expect(page.text()).toContain(sentence);
  });

  it('is sent, and the login page confirms it', async () => {
    const { server, path } = await openDialog({ [DELETE]: () => ({ status: 204 }) });
    await confirm();
    await eventually(() => expect(path()).toBe('/auth/login'));
    await eventually(() => expect(page.text()).toContain('Účet je zmazaný.'));
    expect(server.requestsTo(DELETE)).toHaveLength(1);
    expect(server.requestsTo('/auth/jwt/logout')).toEqual([]);
    expect(localStorage.getItem('loggedIn')).toBeNull();
  });

  it('needs a proof of identity: the dialog asks for the password, and the deletion is repeated', async () => {
    let isProved = false;
    const { server, path } = await openDialog({
      [DELETE]: () => (isProved ? { status: 204 } : { status: 403, json: { detail: 'PROOF_REQUIRED' } }),
      '/users/me/proof/options': () => ({ json: { passkey: null, has_totp: false, has_factor: false } }),
      '/users/me/proof': () => {
        isProved = true;
        return { status: 204 };
      },
    });
    await confirm();
    await eventually(() => expect(page.text()).toContain('Ste to vy?'));
    await type('Súčasné heslo', 'Studna2026');
    await page.click(page.get('button', 'Potvrdiť'));
    await eventually(() => expect(path()).toBe('/auth/login'));
    expect(server.requestsTo('/users/me/proof').at(-1)?.body).toEqual({ current_password: 'Studna2026' });
  });

  it.each<[string, Awaited<ReturnType<Handler>>, string]>([
    [
      'the last Super Seller',
      { status: 409, json: { detail: 'LAST_SUPER_SELLER' } },
      'Ste posledný hlavný predajca.',
    ],
    ['a lost connection', 'network error', 'Server neodpovedá.'],
  ])('names the reason of a refusal and changes nothing: %s', async (_case, answer, sentence) => {
    const { path } = await openDialog({ [DELETE]: () => answer });
    await confirm();
    await eventually(() => expect(page.get('alert').textContent).toContain(sentence));
    expect(path()).toBe('/admin/profile');
    expect(localStorage.getItem('loggedIn')).not.toBeNull();
  });
});

describe('R3.5 the export of the own data', () => {
  it('is saved as a file', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { server } = await open({ [EXPORT]: () => ({ json: { profile: aUser } }) });
    await page.click(page.get('button', 'Stiahnuť moje údaje'));
    await eventually(() => expect(saved).toHaveBeenCalledTimes(1));
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('manoboard-account.json');
    expect(server.requestsTo(EXPORT)).toHaveLength(1);
  });

  it('that is refused shows the reason', async () => {
    await open({ [EXPORT]: () => ({ status: 429, json: { detail: 'TOO_MANY_EXPORTS' } }) });
    await page.click(page.get('button', 'Stiahnuť moje údaje'));
    await eventually(() => expect(page.text()).toContain('Práve sa sťahuje priveľa súborov.'));
    await eventually(() => expect(page.all('button', 'Stiahnuť moje údaje')).toHaveLength(1));
  });
});
