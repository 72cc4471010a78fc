import { describe, expect, it } from 'vitest';
import { isPersonalPassword, passwordForms } from './password.ts';

const owner = { email: 'jozef.kovac@example.sk', name: 'Jozef', surname: 'Kováč' };
const nobody = { email: '', name: '', surname: '' };

describe('R3.2 common passwords', () => {
  it.each([
    ['the case does not matter', 'Password1', 'password1'],
    ['symbols around it are ignored', '!!Qwerty123?', 'qwerty123'],
    ['up to four digits around a common word are ignored', 'Sunshine2026', 'sunshine'],
    ['digits and symbols that replace letters are undone', 'P@ssw0rd1!', 'password'],
    ['diacritics do not matter', 'Šťastie1', 'stastie1'],
  ])('%s', (_rule, password, form) => expect(passwordForms(password)).toContain(form));

  it('a common word with five digits is another password', () =>
    expect(passwordForms('Sunshine20261')).not.toContain('sunshine'));
});

describe('R3.2 passwords made of the e-mail, the name or the product', () => {
  it.each([
    ['the surname and a year', 'Kovac1985', true],
    ['the surname with diacritics', 'Kováč1985', true],
    ['name and surname', 'Jozef.Kovac1', true],
    ['the first part of the e-mail', 'Jozef.Kovac@1', true],
    ['the domain of the e-mail', 'Example123', true],
    ['digits instead of letters', 'J0zefK0vac', true],
    ['the product', 'ManoBoard1', true],
    ['the product and the name', 'MojaPumpaJozef1', false],
    ['a long password that contains the name', 'Kovac has 3 blue wells', false],
    ['an unrelated password', 'Studna2026', false],
  ])('%s', (_rule, password, isPersonal) => expect(isPersonalPassword(password, owner)).toBe(isPersonal));

  it('an empty form matches nothing', () => expect(isPersonalPassword('Studna2026', nobody)).toBe(false));
});
