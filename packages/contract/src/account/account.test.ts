import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ProfileChange, Registration, SignUpForm } from './credentials.ts';
import { Login, LoginForm } from './login.ts';

const registration = {
  email: 'eva@example.com',
  password: 'Studna123',
  name: 'Eva',
  surname: 'Vodná',
  phone_number: '+421 900 123 456',
  terms_accepted: true,
};
const form = { ...registration, password_confirmation: registration.password };

/** First message of each invalid field. */
function refusals(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

describe('sign-up form', () => {
  it('R3.1 accepts a registration with or without a phone number', () => {
    expect(refusals(SignUpForm, form)).toEqual({});
    expect(refusals(SignUpForm, { ...form, phone_number: undefined })).toEqual({});
    expect(refusals(SignUpForm, { ...form, phone_number: null })).toEqual({});
    expect(refusals(SignUpForm, { ...form, phone_number: '' })).toEqual({});
  });

  it.each([
    ['R3.2 e-mail is required', { email: '' }, { email: 'email_required' }],
    ['R3.2 an e-mail of spaces', { email: '   ' }, { email: 'email_required' }],
    ['R3.2 e-mail without a domain', { email: 'eva@' }, { email: 'email_format' }],
    ['R3.2 e-mail without an at', { email: 'eva.example.com' }, { email: 'email_format' }],
    ['R3.2 two e-mails', { email: 'a@b.sk,c@d.sk' }, { email: 'email_format' }],
    ['R3.2 an e-mail with a line break', { email: 'a@b.sk\nBcc: c@d.sk' }, { email: 'email_format' }],
    ['R3.2 an e-mail longer than the standard', { email: `${'a'.repeat(250)}@b.sk` }, { email: 'too_long' }],
    ['R3.2 name is required', { name: '' }, { name: 'too_short' }],
    ['R3.2 a name of one character', { name: 'E' }, { name: 'too_short' }],
    ['R3.2 a name of one character and spaces', { name: ' E ' }, { name: 'too_short' }],
    ['R3.2 a surname of one character', { surname: 'V' }, { surname: 'too_short' }],
    ['R3.2 terms must be agreed', { terms_accepted: false }, { terms_accepted: 'terms_required' }],
    ['a name with a NUL', { name: 'Ev\u0000a' }, { name: 'control_characters' }],
    ['a surname with a line break', { surname: 'Vod\nná' }, { surname: 'control_characters' }],
    ['a phone number with a tab', { phone_number: '1\t2' }, { phone_number: 'control_characters' }],
    ['a name that is too long', { name: 'x'.repeat(101) }, { name: 'too_long' }],
  ])('%s', (_rule, change, expected) =>
    expect(refusals(SignUpForm, { ...form, ...change })).toEqual(expected),
  );

  it.each([
    ['R3.2 password is required', '', 'password_required'],
    ['R3.2 seven characters', 'Abcdef1', 'password_weak'],
    ['R3.2 no digit', 'Abcdefgh', 'password_weak'],
    ['R3.2 no uppercase letter', 'abcdefg1', 'password_weak'],
    ['R3.2 no lowercase letter', 'ABCDEFG1', 'password_weak'],
    ['a password longer than the limit', `Aa1${'x'.repeat(126)}`, 'too_long'],
  ])('%s', (_rule, password, message) =>
    expect(refusals(SignUpForm, { ...form, password, password_confirmation: password })).toEqual({
      password: message,
    }),
  );

  it.each(['', '+421 905 441 208', '(02) 5441-208', '0905/441.208', '112 112'])(
    'A10 accepts the phone number "%s"',
    (phone_number) => expect(z.safeParse(ProfileChange, { phone_number }).success).toBe(true),
  );
  it.each(['abc', '😀', '12345', '+421 905 441 208 x3', '-----', '٠١٢٣٤٥٦', `${'1'.repeat(41)}`])(
    'A10 refuses the phone number "%s"',
    (phone_number) => expect(z.safeParse(ProfileChange, { phone_number }).success).toBe(false),
  );

  it('R3.2 a strong password may use Slovak letters and spaces, and is not trimmed', () => {
    const password = ' Čerpadlo 1 ';
    const parsed = z.parse(SignUpForm, { ...form, password, password_confirmation: password });
    expect(parsed.password).toBe(password);
  });

  it('R3.2 passwords must match', () =>
    expect(refusals(SignUpForm, { ...form, password_confirmation: 'Studna124' })).toEqual({
      password_confirmation: 'passwords_differ',
    }));
});

describe('registration as it reaches the server', () => {
  it('R3.2 trims text fields', () =>
    expect(
      z.parse(Registration, { ...registration, email: ' eva@example.com ', name: ' Eva ' }),
    ).toMatchObject({
      email: 'eva@example.com',
      name: 'Eva',
    }));

  it.each([null, 'true', 'yes', 1, [true], undefined])(
    'no coercion: %j does not accept the terms',
    (terms_accepted) =>
      expect(refusals(Registration, { ...registration, terms_accepted })).toHaveProperty('terms_accepted'),
  );

  it.each(['email', 'password', 'name', 'surname'])('no coercion: %s must be a string', (field) => {
    for (const value of [null, undefined, 12345678, true, ['Studna123'], { toString: 'x' }]) {
      expect(refusals(Registration, { ...registration, [field]: value })).toHaveProperty(field);
    }
  });

  it('R7.1 a registration cannot set a role', () =>
    expect(z.safeParse(Registration, { ...registration, roles: ['Super Seller'] }).success).toBe(false));
});

describe('login', () => {
  it.each([
    ['R3.3 e-mail is required', { username: '' }, { username: 'email_required' }],
    ['R3.3 e-mail is well formed', { username: 'eva' }, { username: 'email_format' }],
    ['R3.3 password is required', { password: '' }, { password: 'password_required' }],
    ['R3.3 a weak password is accepted: it may be an old one', { password: 'x' }, {}],
  ])('%s', (_rule, change, expected) => {
    const filled = { username: 'eva@example.com', password: 'Studna123', remember: false };
    expect(refusals(LoginForm, { ...filled, ...change })).toEqual(expected);
  });

  it.each([
    ['with "keep me logged in"', { remember: 'true' }, true],
    ['without it', {}, true],
    ['with something else', { remember: 'on' }, false],
    ['with two user names', { username: ['a@b.sk', 'c@d.sk'] }, false],
    ['with a password longer than the limit', { password: 'x'.repeat(129) }, false],
    ['with an unknown field', { role: 'Seller' }, false],
  ])('R3.3 a form %s', (_case, change, isTaken) =>
    expect(z.safeParse(Login, { username: 'a@b.sk', password: 'x', ...change }).success).toBe(isTaken),
  );
});
