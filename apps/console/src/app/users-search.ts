import type { UserFilter, UsersView } from '../areas/people/users/api.ts';

const FILTERS: readonly UserFilter[] = ['Technician', 'Seller', 'Super Seller', 'unconfirmed', 'disabled'];
const SORTS = ['email', 'surname', 'name', 'created_at'] as const;

/** Search, filter and order of the user list are part of the address; unknown values are dropped. */
export function usersSearch({ search, filter, sort, order }: Record<string, unknown>): UsersView {
  return {
    // The router parses a search for digits as a number.
    search:
      typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 100) : undefined,
    filter: FILTERS.find((name) => name === filter),
    sort: SORTS.find((name) => name === sort),
    order: order === 'desc' ? 'desc' : undefined,
  };
}
