import { act } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import {
  aUser,
  errorOf,
  eventually,
  field,
  loggedIn,
  nobody,
  openApp,
  submit,
  type,
} from '../../testing/whole-app.tsx';

const PHONE = 'Telefónne číslo (nepovinné, odporúčané)';
const TERMS = 'Súhlasím s podmienkami používania';

async function openForm(href: string, routes: Record<string, Handler> = {}, locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp(href, { routes: { ...nobody(), ...routes }, locale, isMarked: false });
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

describe('sign up', () => {
  it('R3.2 an empty form says what is missing, in Slovak', async () => {
    const { server } = await openForm('/auth/signup');
    await submit();
    expect(errorOf('Meno')).toBe('Meno je povinné');
    expect(errorOf('Priezvisko')).toBe('Priezvisko je povinné');
    expect(errorOf('E-mail')).toBe('E-mail je povinný');
    expect(errorOf('Heslo')).toContain('Heslo je povinné');
    expect(errorOf(TERMS)).toBe('Musíte súhlasiť s podmienkami používania');
    expect(errorOf(PHONE)).toBe('Použijeme ho, ak bude treba riešiť problém s vaším zariadením.');
    expect(document.activeElement).toBe(field('Meno'));
    expect(server.askedFor('/auth/register')).toEqual([]);
  });

  it('R3.2 the password hint asks for a digit', async () => {
    await openForm('/auth/signup');
    expect(errorOf('Heslo')).toBe('Aspoň 8 znakov, jedna číslica, jedno veľké a jedno malé písmeno.');
  });

  it('R3.2 and in English', async () => {
    await openForm('/auth/signup', {}, 'gb');
    await submit();
    expect(errorOf('Name')).toBe('Name is required');
    expect(errorOf('Surname')).toBe('Surname is required');
    expect(errorOf('E-mail')).toBe('E-mail is required');
    expect(errorOf('Password')).toContain('Password is required');
    expect(errorOf('I agree to the terms of use')).toBe('You must agree to the terms of use');
  });

  it.each([
    ['R3.2 a name of one letter', 'Name', 'J', 'Enter at least 2 characters'],
    ['R3.2 an e-mail that is none', 'E-mail', 'jana@', 'Invalid email format'],
    ['R3.2 a password without a digit', 'Password', 'Studnaaa', 'must have at least 8 characters'],
    [
      'R3.2 a password without an uppercase letter',
      'Password',
      'studna2026',
      'must have at least 8 characters',
    ],
    [
      'R3.2 a password without a lowercase letter',
      'Password',
      'STUDNA2026',
      'must have at least 8 characters',
    ],
    ['R3.2 a short password', 'Password', 'Stu2026', 'must have at least 8 characters'],
    ['R3.2 another password', 'Confirm password', 'Studna2027', 'Passwords do not match'],
  ])('%s', async (_rule, label, value, expected) => {
    await openForm('/auth/signup', {}, 'gb');
    await type(label, value);
    await submit();
    expect(errorOf(label)).toContain(expected);
    await type(label, `${value}x`);
    expect(errorOf(label)).not.toContain(expected);
  });

  it('R3.1 sends the registration, and leads to login with the e-mail filled in', async () => {
    const { server, path } = await openForm('/auth/signup', {
      '/auth/register': () => ({ status: 201, json: aUser }),
    });
    await fillSignUp();
    await submit();
    await eventually(() => expect(path()).toBe('/auth/login'));
    expect(server.askedFor('/auth/register')[0]?.body).toEqual({
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

  it('R3.1 the terms open in a new tab, so that the form stays', async () => {
    await openForm('/auth/signup');
    const link = page.get('link', /Prečítať podmienky používania/);
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank']);
  });

  it.each([
    [
      'R3.1 a taken e-mail is said beside the e-mail',
      400,
      { detail: 'REGISTER_USER_ALREADY_EXISTS' },
      'E-mail',
      'Používateľ s týmto e-mailom už existuje',
    ],
    [
      'a refused password beside the password',
      400,
      { detail: { code: 'REGISTER_INVALID_PASSWORD', reason: 'x' } },
      'Heslo',
      'Heslo musí mať aspoň 8 znakov',
    ],
    [
      'a field error beside its field',
      422,
      { detail: [{ loc: ['body', 'surname'], msg: 'too_short', type: 'x' }] },
      'Priezvisko',
      'Zadajte aspoň 2 znaky',
    ],
    [
      'a field error in unknown words, too',
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

describe('login', () => {
  async function logIn(answer: Awaited<ReturnType<Handler>>, href = '/auth/login') {
    const routes = { ...loggedIn(), '/auth/jwt/login': () => answer };
    const app = await openForm(href, routes);
    await type('E-mail', 'jana@example.sk');
    await type('Heslo', 'Studna2026');
    await submit();
    return app;
  }

  it('R3.3 leads to the dashboard and says that it worked', async () => {
    const { path } = await logIn({ status: 204 });
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
    await eventually(() => expect(page.text()).toContain('Prihlásenie bolo úspešné'));
    expect(localStorage.getItem('loggedIn')).toBe('true');
  });

  it('R3.8 leads back to the page where the user was', async () => {
    const { path } = await logIn({ status: 204 }, '/auth/login?return=%2Fadmin%2Fprofile');
    await eventually(() => expect(path()).toBe('/admin/profile'));
  });

  it('a return address outside the console is ignored', async () => {
    const { path } = await logIn({ status: 204 }, '/auth/login?return=%2F%2Fevil.example');
    await eventually(() => expect(path()).toBe('/admin/dashboard'));
  });

  it.each([
    [
      'R3.3 wrong credentials',
      { status: 400, json: { detail: 'LOGIN_BAD_CREDENTIALS' } },
      'Nesprávny e-mail alebo heslo.',
    ],
    ['too many attempts', { status: 429, json: { detail: 'TOO_MANY_REQUESTS' } }, 'Príliš veľa pokusov.'],
    ['no network', 'network error' as const, 'Server neodpovedá.'],
    ['a 401 of a provider', { status: 401, json: {} }, 'Nastala neočakávaná chyba.'],
  ])('%s: said above the form, which can be sent again', async (_rule, answer, expected) => {
    const { path } = await logIn(answer);
    await eventually(() => expect(page.get('alert').textContent).toContain(expected));
    expect(path()).toBe('/auth/login');
    expect(page.get('button', 'Prihlásiť sa').hasAttribute('disabled')).toBe(false);
  });

  it('R3.3 after too many wrong passwords the button counts down, for this e-mail only', async () => {
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

  it('the password can be looked at', async () => {
    await openForm('/auth/login');
    expect(field('Heslo').type).toBe('password');
    await page.click(page.get('button', 'Zobraziť heslo'));
    expect(field('Heslo').type).toBe('text');
    await page.click(page.get('button', 'Skryť heslo'));
    expect(field('Heslo').type).toBe('password');
  });
});
