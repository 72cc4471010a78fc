import { act } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
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
} from '../../../testing/whole-app.tsx';

const PHONE = 'Telefónne číslo (nepovinné, odporúčané)';
const TERMS = 'Súhlasím s podmienkami používania';

async function openForm(href: string, routes: Record<string, Handler> = {}, locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp(href, { routes: { ...loggedOut(), ...routes }, locale, isMarked: false });
  await eventually(() => expect(document.querySelector('form')).not.toBeNull());
  return app;
}

async function fillSignUp() {
  await type('Meno', 'Jana');
  await type('Priezvisko', 'Kováčová');
  await type('E-mail', 'jana@example.sk');
  await type('Heslo', 'Studna2026');
  await type('Potvrdenie hesla', 'Studna2026');
  await page.click(field(TERMS));
}

describe('sign-up form', () => {
  it('R3.2 an empty form shows the missing fields in Slovak and is not sent', async () => {
    const { server } = await openForm('/auth/signup');
    await submit();
    expect(errorOf('Meno')).toBe('Meno je povinné');
    expect(errorOf('Priezvisko')).toBe('Priezvisko je povinné');
    expect(errorOf('E-mail')).toBe('E-mail je povinný');
    expect(errorOf('Heslo')).toContain('Heslo je povinné');
    expect(errorOf(TERMS)).toBe('Musíte súhlasiť s podmienkami používania');
    expect(errorOf(PHONE)).toBe('Použijeme ho, ak bude treba riešiť problém s vaším zariadením.');
    expect(document.activeElement).toBe(field('Meno'));
    expect(server.requestsTo('/auth/register')).toEqual([]);
  });

  it('R3.2 the password hint names all password rules', async () => {
    await openForm('/auth/signup');
    expect(errorOf('Heslo')).toBe(
      'Aspoň 8 znakov, jedna číslica, jedno veľké a jedno malé písmeno. Nie bežné heslo, vaše meno ani e-mail.',
    );
  });

  it('R3.2 an empty form shows the missing fields in English', async () => {
    await openForm('/auth/signup', {}, 'gb');
    await submit();
    expect(errorOf('Name')).toBe('Name is required');
    expect(errorOf('Surname')).toBe('Surname is required');
    expect(errorOf('E-mail')).toBe('E-mail is required');
    expect(errorOf('Password')).toContain('Password is required');
    expect(errorOf('I agree to the terms of use')).toBe('You must agree to the terms of use');
  });

  it.each([
    ['R3.2 a name of one letter is rejected until it is edited', 'Name', 'J', 'Enter at least 2 characters'],
    ['R3.2 an invalid e-mail is rejected until it is edited', 'E-mail', 'jana@', 'Invalid email format'],
    [
      'R3.2 a password without a digit is rejected until it is edited',
      'Password',
      'Studnaaa',
      'must have at least 8 characters',
    ],
    [
      'R3.2 a password without an uppercase letter is rejected until it is edited',
      'Password',
      'studna2026',
      'must have at least 8 characters',
    ],
    [
      'R3.2 a password without a lowercase letter is rejected until it is edited',
      'Password',
      'STUDNA2026',
      'must have at least 8 characters',
    ],
    [
      'R3.2 a short password is rejected until it is edited',
      'Password',
      'Stu2026',
      'must have at least 8 characters',
    ],
    [
      'R3.2 a different password confirmation is rejected until it is edited',
      'Confirm password',
      'Studna2027',
      'Passwords do not match',
    ],
  ])('%s', async (_rule, label, value, expected) => {
    await openForm('/auth/signup', {}, 'gb');
    await type(label, value);
    await submit();
    expect(errorOf(label)).toContain(expected);
    await type(label, `${value}x`);
    expect(errorOf(label)).not.toContain(expected);
  });

  it('R3.1 the form sends the registration and opens the login with the e-mail filled in', async () => {
    const { server, path } = await openForm('/auth/signup', {
      '/auth/register': () => ({ status: 201, json: aUser }),
    });
    await fillSignUp();
    await submit();
    await eventually(() => expect(path()).toBe('/auth/login'));
    expect(server.requestsTo('/auth/register')[0]?.body).toEqual({
      name: 'Jana',
      surname: 'Kováčová',
      email: 'jana@example.sk',
      password: 'Studna2026',
      phone_number: null,
      terms_accepted: true,
      locale: 'sk',
    });
    await eventually(() => expect(page.get('status').textContent).toContain('Registrácia prebehla úspešne'));
    expect(page.get('status').textContent).toContain('Poslali sme vám odkaz na potvrdenie e-mailu.');
    expect(field('E-mail').value).toBe('jana@example.sk');
  });

  it('R3.1 the link to the terms opens in a new tab', async () => {
    await openForm('/auth/signup');
    const link = page.get('link', /Prečítať podmienky používania/);
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank']);
  });

  it.each([
    [
      'R3.1 a taken e-mail shows an error at the e-mail field',
      400,
      { detail: 'REGISTER_USER_ALREADY_EXISTS' },
      'E-mail',
      'Používateľ s týmto e-mailom už existuje',
    ],
    [
      'R3.2 a common password shows the reason at the password field',
      400,
      { detail: { code: 'REGISTER_INVALID_PASSWORD', reason: 'password_common' } },
      'Heslo',
      'patrí medzi najčastejšie',
    ],
    [
      'R3.1 a 422 field error is shown at its field',
      422,
      { detail: [{ loc: ['body', 'surname'], msg: 'too_short', type: 'x' }] },
      'Priezvisko',
      'Zadajte aspoň 2 znaky',
    ],
    [
      'R3.1 a 422 field error with an unknown message shows a general error',
      422,
      { detail: [{ loc: ['body', 'name'], msg: 'zzz', type: 'x' }] },
      'Meno',
      'Neplatná hodnota',
    ],
  ])('%s', async (_rule, status, json, label, expected) => {
    await openForm('/auth/signup', { '/auth/register': () => ({ status, json }) });
    await fillSignUp();
    await submit();
    await eventually(() => expect(errorOf(label)).toContain(expected));
  });
});

describe('login form', () => {
  async function logIn(answer: Awaited<ReturnType<Handler>>, href = '/auth/login') {
    const routes = { ...loggedIn(), '/auth/jwt/login': () => answer };
    const app = await openForm(href, routes);
    await type('E-mail', 'jana@example.sk');
    await type('Heslo', 'Studna2026');
    await submit();
    return app;
  }

  it('R3.3 a login opens the dashboard and shows a toast', async () => {
    const { path } = await logIn({ status: 204 });
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
    await eventually(() => expect(page.text()).toContain('Prihlásenie bolo úspešné'));
    expect(localStorage.getItem('loggedIn')).not.toBeNull();
  });

  it('R3.8 a login returns to the page in the return address', async () => {
    const { path } = await logIn({ status: 204 }, '/auth/login?return=%2Fadmin%2Fprofile');
    await eventually(() => expect(path()).toBe('/admin/profile'));
  });

  it('R3.8 a return address outside the console is ignored', async () => {
    const { path } = await logIn({ status: 204 }, '/auth/login?return=%2F%2Fevil.example');
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
  });

  it.each([
    [
      'R3.3 wrong credentials',
      { status: 400, json: { detail: 'LOGIN_BAD_CREDENTIALS' } },
      'Nesprávny e-mail alebo heslo.',
    ],
    [
      'R7.3 a disabled account',
      { status: 400, json: { detail: 'LOGIN_ACCOUNT_DISABLED' } },
      'Váš účet je vypnutý.',
    ],
    [
      'R3.3 too many attempts',
      { status: 429, json: { detail: 'TOO_MANY_REQUESTS' } },
      'Príliš veľa pokusov.',
    ],
    ['R3.3 a network error', 'network error' as const, 'Server neodpovedá.'],
    ['R3.3 a 401 answer', { status: 401, json: {} }, 'Nastala neočakávaná chyba.'],
  ])('%s: the form shows an error and can be sent again', async (_rule, answer, expected) => {
    const { path } = await logIn(answer);
    await eventually(() => expect(page.get('alert').textContent).toContain(expected));
    expect(path()).toBe('/auth/login');
    expect(page.get('button', 'Prihlásiť sa').hasAttribute('disabled')).toBe(false);
  });

  it('R3.3 after too many wrong passwords the button counts down for this e-mail only', async () => {
    const refused = { status: 429, json: { detail: 'TOO_MANY_REQUESTS', retry_after: 80 } };
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await logIn(refused);
    await eventually(() => expect(page.get('alert').textContent).toContain('Príliš veľa pokusov.'));
    expect(page.get('button', 'Počkajte ešte 1:20').hasAttribute('disabled')).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(75_000));
    expect(page.get('button', 'Počkajte ešte 0:05').hasAttribute('disabled')).toBe(true);
    await type('E-mail', 'eva@example.sk');
    expect(page.get('button', 'Prihlásiť sa').hasAttribute('disabled')).toBe(false);
    await type('E-mail', 'jana@example.sk');
    expect(page.get('button', 'Počkajte ešte 0:05').hasAttribute('disabled')).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(page.get('button', 'Prihlásiť sa').hasAttribute('disabled')).toBe(false);
  });

  it.each([
    [
      'the browser has no passkey',
      { json: { challenge: 'x'.repeat(43) } },
      'Prihlásenie prístupovým kľúčom sa nepodarilo.',
    ],
    ['too many attempts', { status: 429, json: { detail: 'TOO_MANY_REQUESTS' } }, 'Príliš veľa pokusov.'],
  ])('a failed login by a passkey shows an error: %s', async (_case, answer, expected) => {
    vi.stubGlobal('PublicKeyCredential', class {});
    onTestFinished(() => void vi.unstubAllGlobals());
    await openForm('/auth/login', { '/auth/passkey/options': () => answer });
    await page.click(page.get('button', 'Prístupový kľúč'));
    await eventually(() => expect(page.get('alert').textContent).toContain(expected));
  });

  it('a browser that refuses passkeys gets no button for them', async () => {
    await openForm('/auth/login');
    expect(page.all('button').map(({ textContent }) => textContent)).not.toContain('Prístupový kľúč');
  });

  it('the password field can show and hide the password', async () => {
    await openForm('/auth/login');
    expect(field('Heslo').type).toBe('password');
    await page.click(page.get('button', 'Zobraziť heslo'));
    expect(field('Heslo').type).toBe('text');
    await page.click(page.get('button', 'Skryť heslo'));
    expect(field('Heslo').type).toBe('password');
  });
});
