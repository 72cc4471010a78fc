import { expect, it } from 'vitest';
import { commonPasswords, isCommonPassword, packPasswords, readPasswords } from './common-passwords.ts';

it('R3.2 the packaged list has at least 100,000 passwords', () =>
  expect(commonPasswords().size).toBeGreaterThan(290_000));

it.each(['Password1', 'Qwerty123', 'Welcome1!', 'Iloveyou2', 'Zaq12wsx', 'Heslo1234', 'Dr@gon2024'])(
  'R3.2 %s is common',
  (password) => expect(isCommonPassword(password)).toBe(true),
);

it.each(['Studna2026', 'Hladina456', 'Modra 7 studna', 'kT7-vQ2x-Lp9w'])(
  'R3.2 %s is not common',
  (password) => expect(isCommonPassword(password)).toBe(false),
);

it('a packed list has its entries and no others', () => {
  const list = readPasswords(packPasswords(['studna', 'hladina', 'studna']));
  expect([list.size, list.has('studna'), list.has('hladina'), list.has('voda')]).toEqual([
    2,
    true,
    true,
    false,
  ]);
});
