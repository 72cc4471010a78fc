import { describe, expect, it } from 'vitest';
import { canOpenPage, isStaff } from './roles.ts';
import { userName } from './user-name.ts';

const ROLES = ['Super Seller', 'Seller', 'Technician'];

describe('isStaff', () => {
  it.each(ROLES)('R7.2 is true for %s', (role) => expect(isStaff([role])).toBe(true));
  it.each([[[]], [['Owner']], [['seller']], [['']], [['Super Seller ']]])('R7.2 is false for %j', (roles) =>
    expect(isStaff(roles)).toBe(false),
  );
  it('R7.2 is true for one known role among unknown ones', () =>
    expect(isStaff(['Owner', 'Seller'])).toBe(true));
});

describe('canOpenPage', () => {
  it.each([
    ['super-seller', ['Super Seller']],
    ['seller', ['Super Seller', 'Seller']],
    ['technician', ['Super Seller', 'Technician']],
  ] as const)('R7.1 the %s page is open only to %j', (page, allowed) =>
    expect(ROLES.filter((role) => canOpenPage(page, [role]))).toEqual(allowed),
  );

  it.each(['super-seller', 'seller', 'technician'] as const)(
    'R2.6 %s stays closed without a known role',
    (page) => {
      expect(canOpenPage(page, [])).toBe(false);
      expect(canOpenPage(page, ['Owner', 'super seller'])).toBe(false);
    },
  );

  it('R7.1 a user may open the pages of each of their roles', () =>
    expect(canOpenPage('technician', ['Seller', 'Technician'])).toBe(true));
});

describe('userName', () => {
  it.each([
    ['eva@example.com', 'eva'],
    ['eva.vodna+studna@example.com', 'eva.vodna+studna'],
    ['eva', 'eva'],
    ['@example.com', ''],
    ['', ''],
  ])('R1.6 %j is %j', (email, expected) => expect(userName(email)).toBe(expected));
});
