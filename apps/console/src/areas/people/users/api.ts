import type { Role } from '@manoboard/contract/account/account';
import { factorCalls } from '@manoboard/contract/account/factor.calls';
import type {
  AccountState,
  GivenAccess,
  ManagedUser,
  UserNotes,
  UserPage,
  UserSort,
} from '@manoboard/contract/account/staff';
import { userCalls } from '@manoboard/contract/account/staff.calls';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

export const PAGE_ROWS = 100;
/** No event reports a change of another user. */
const REFRESH_MS = 60_000;

export type UserFilter = Role | AccountState;

/** What the list shows: part of the address. */
export interface UsersView {
  search?: string | undefined;
  filter?: UserFilter | undefined;
  sort?: UserSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const filterQuery = (filter: UserFilter | undefined) =>
  filter === 'unconfirmed' || filter === 'disabled' ? { state: filter } : { role: filter };

const USERS = 'users';

export const usersQuery = ({ search, filter, sort, order }: UsersView, page: number) => ({
  ...readQuery([USERS, { search, filter, sort, order }, page], userCalls.users, {
    query: {
      search: search?.trim() || undefined,
      sort,
      order,
      ...filterQuery(filter),
      limit: String(PAGE_ROWS),
      offset: String(page * PAGE_ROWS),
    },
  }),
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: true,
  refetchInterval: REFRESH_MS,
});

/** Replaces the row in every loaded page, then loads the pages again: order, totals and counts may differ. */
export function showChanged(queryClient: QueryClient, changed?: ManagedUser) {
  if (changed)
    queryClient.setQueriesData<UserPage>(
      { queryKey: [USERS] },
      (page) =>
        page && { ...page, items: page.items.map((user) => (user.id === changed.id ? changed : user)) },
    );
  return queryClient.invalidateQueries({ queryKey: [USERS] });
}

const user = (id: number) => ({ params: { id: String(id) } });

export const annotate = (id: number, body: UserNotes) =>
  request(userCalls.annotateUser, { ...user(id), body });

export const setDisabled = (id: number, disabled: boolean) =>
  request(userCalls.setDisabled, { ...user(id), body: { disabled } });

export const addPermission = (id: number, role: Role) =>
  withProof(() => request(userCalls.addPermission, { ...user(id), body: { role } }));

export const removePermission = (id: number, role: Role) =>
  withProof(() => request(userCalls.removePermission, { params: { id: String(id), role } }));

export const giveDevice = (id: number, body: GivenAccess) =>
  withProof(() => request(userCalls.giveDevice, { ...user(id), body }));

export const takeDevice = (id: number, id_dev: string) =>
  withProof(() => request(userCalls.takeDevice, { params: { id: String(id), id_dev } }));

export const endSessionsOf = (id: number) => withProof(() => request(userCalls.endUserSessions, user(id)));

/** A lost second factor: removed in a day, unless its user cancels it. */
export const resetFactors = (id: number) => withProof(() => request(factorCalls.resetFactors, user(id)));

/** The account with exactly this e-mail. */
export async function findByEmail(email: string): Promise<ManagedUser | undefined> {
  const found = await request(userCalls.users, { query: { search: email, limit: String(PAGE_ROWS) } });
  return found?.items.find((item) => item.email.toLowerCase() === email.toLowerCase());
}
