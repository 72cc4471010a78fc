import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { errorOf, eventually, field, loggedOut, openApp, submit, type } from '../../../testing/whole-app.tsx';

async function openForm(href: string, routes: Record<string, Handler> = {}, locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp(href, { routes: { ...loggedOut(), ...routes }, locale, isMarked: false });
  await eventually(() => expect(document.querySelector('form')).not.toBeNull());
  return app;
}

describe('password recovery form', () => {
  it('R2.2 the login page links to the password recovery', async () => {
    const { path } = await openForm('/auth/login');
    await page.click(page.get('link', 'Zabudli ste heslo?'));
    await eventually(() => expect(page.get('heading', 'Obnova hesla')).toBeTruthy());
    expect(path()).toBe('/auth/recover-password');
  });

  it.each([
    ['sk', 'E-mail', 'Ak k tomuto e-mailu patrí účet'],
    ['gb', 'E-mail', 'If there is an account with this e-mail'],
  ] as const)(
    'R3.4 the form sends e-mail and language (%s) and shows a message that does not reveal whether the account exists',
    async (locale, label, message) => {
      const { server } = await openForm(
        '/auth/recover-password',
        { '/auth/forgot-password': () => ({ status: 202 }) },
        locale,
      );
      await type(label, ' jana@example.sk ');
      await submit();
      await eventually(() => expect(page.get('status').textContent).toContain(message));
      expect(server.requestsTo('/auth/forgot-password')[0]?.body).toEqual({
        email: 'jana@example.sk',
        locale,
      });
    },
  );

  it('R3.2 the form without an e-mail is not sent', async () => {
    const { server } = await openForm('/auth/recover-password');
    await submit();
    expect(errorOf('E-mail')).toBe('E-mail je povinný');
    expect(server.requestsTo('/auth/forgot-password')).toEqual([]);
  });

  it('R3.4 a network error shows a message and the form can be sent again', async () => {
    await openForm('/auth/recover-password', { '/auth/forgot-password': () => 'network error' as const });
    await type('E-mail', 'jana@example.sk');
    await submit();
    await eventually(() => expect(page.get('alert').textContent).toContain('Server neodpovedá.'));
    expect(page.get('button', 'Poslať odkaz').hasAttribute('disabled')).toBe(false);
  });
});

describe('new password form', () => {
  async function change(answer: Awaited<ReturnType<Handler>>, href = '/recover-password#token=abc_-123') {
    const app = await openForm(href, { '/auth/reset-password': () => answer });
    await type('Nové heslo', 'Studna2026');
    await type('Potvrdenie hesla', 'Studna2026');
    await submit();
    return app;
  }

  it('R2.3 R3.4 the form sends the token and the password and opens the login with a success message', async () => {
    const { server, path } = await change({ status: 200 });
    await eventually(() => expect(path()).toBe('/auth/login'));
    await eventually(() => expect(page.get('status').textContent).toContain('Heslo bolo zmenené'));
    expect(server.requestsTo('/auth/reset-password')[0]?.body).toEqual({
      token: 'abc_-123',
      password: 'Studna2026',
    });
  });

  it('R2.3 the page has the auth layout with its two tabs', async () => {
    await openForm('/recover-password#token=abc');
    expect(page.get('heading', 'Zmena hesla')).toBeTruthy();
    expect(page.all('link').map(page.textOf).slice(0, 2)).toEqual(['Prihlásenie', 'Vytvoriť nový účet']);
  });

  it('R3.4 an address without a token shows the error and a link to request a new mail at once, no form', async () => {
    const { server } = await openApp('/recover-password', { routes: loggedOut(), isMarked: false });
    await eventually(() => expect(page.get('alert').textContent).toContain('už neplatí'));
    expect(page.get('link', 'Požiadať o nový odkaz').getAttribute('href')).toBe('/auth/recover-password');
    expect(document.querySelector('form')).toBeNull();
    expect(server.requestsTo('/auth/reset-password')).toEqual([]);
  });

  it.each(['/recover-password#token=abc', '/recover-password#token=123'])(
    'R3.4 %s: an invalid token shows an error and a link to request a new mail',
    async (href) => {
      await change({ status: 400, json: { detail: 'RESET_PASSWORD_BAD_TOKEN' } }, href);
      await eventually(() => expect(page.get('alert').textContent).toContain('už neplatí'));
      expect(page.get('link', 'Požiadať o nový odkaz').getAttribute('href')).toBe('/auth/recover-password');
    },
  );

  it('R3.2 a password that the server refuses as weak shows an error at its field', async () => {
    const detail = { code: 'RESET_PASSWORD_INVALID_PASSWORD', reason: 'password_weak' };
    await change({ status: 400, json: { detail } });
    await eventually(() => expect(errorOf('Nové heslo')).toContain('Heslo musí mať aspoň 8 znakov'));
  });

  it('R3.2 a weak password or a different confirmation is not sent', async () => {
    const { server } = await openForm('/recover-password#token=abc');
    await type('Nové heslo', 'studna');
    await type('Potvrdenie hesla', 'studne');
    await submit();
    expect(errorOf('Nové heslo')).toContain('Heslo musí mať aspoň 8 znakov, jednu číslicu');
    expect(errorOf('Potvrdenie hesla')).toContain('Heslá sa nezhodujú');
    expect(document.activeElement).toBe(field('Nové heslo'));
    expect(server.requestsTo('/auth/reset-password')).toEqual([]);
  });
});

describe('e-mail confirmation form', () => {
  const VERIFY = '/auth/verify';

  it('R4.3d a click sends the token and shows a link to the console', async () => {
    const { server } = await openForm('/confirm-email#token=abc_-123', { [VERIFY]: () => ({ status: 200 }) });
    expect(server.requestsTo(VERIFY)).toEqual([]);
    await page.click(page.get('button', 'Potvrdiť adresu'));
    await eventually(() =>
      expect(page.get('status').textContent).toContain('E-mailová adresa je potvrdená.'),
    );
    expect(server.requestsTo(VERIFY)[0]?.body).toEqual({ token: 'abc_-123' });
    expect(page.get('link', 'Pokračovať do konzoly').getAttribute('href')).toBe('/admin/dashboard');
    expect(page.all('button', 'Potvrdiť adresu')).toEqual([]);
  });

  it.each([
    ['VERIFY_USER_BAD_TOKEN', 'sk', 'Tento odkaz už neplatí.'],
    ['VERIFY_USER_BAD_TOKEN', 'gb', 'This link is no longer valid.'],
    ['UPDATE_USER_EMAIL_ALREADY_EXISTS', 'sk', 'Používateľ s týmto e-mailom už existuje.'],
  ] as const)('R4.3d refusal %s shows an error (%s)', async (detail, locale, message) => {
    await openForm('/confirm-email', { [VERIFY]: () => ({ status: 400, json: { detail } }) }, locale);
    await submit();
    await eventually(() => expect(page.get('alert').textContent).toContain(message));
  });
});
