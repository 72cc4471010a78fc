import { Role } from '@manoboard/contract/account/account';

/** R7.2: each of the three roles may operate devices that are not in its own list. */
export const isStaff = (roles: readonly string[]) =>
  roles.some((role) => Role.options.includes(role as Role));

/** R7.1: which role opens which page. */
const rolePages = {
  'super-seller': ['Super Seller'],
  seller: ['Seller', 'Super Seller'],
  technician: ['Technician', 'Super Seller'],
} as const satisfies Record<string, readonly Role[]>;
export type RolePage = keyof typeof rolePages;

export const canOpenPage = (page: RolePage, roles: readonly string[]) =>
  rolePages[page].some((role) => roles.includes(role));

/** R7.1: where a user lands after the login: a Technician at the work of the day, anybody else at the pumps. */
export const landsOnWork = (roles: readonly string[]) =>
  roles.includes('Technician') && !roles.includes('Super Seller');
