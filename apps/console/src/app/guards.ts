import { accountCalls } from '@manoboard/contract/http/calls/account';
import type { User } from '@manoboard/contract/nouns/account';
import { canOpenPage, type RolePage } from '@manoboard/domain/access/roles';
import { redirect } from '@tanstack/react-router';
import { request } from '../lib/http.ts';
import { HttpProblem } from '../lib/http-problem.ts';
import { paths, safeReturnPath } from '../lib/paths.ts';
import { loadPersonalization } from '../lib/personalization.ts';
import { session } from '../lib/session.ts';
import { applyAccountPreferences } from './account-preferences.ts';
import { queryClient } from './query-client.ts';

/** The logged-in user. */
export interface Person {
  user: User;
  roles: readonly string[];
}

const ROLES_FRESH_MS = 60_000;

/** R3.7: any failure is an empty list; a failure is not cached, so the next entry requests again. */
const loadRoles = () =>
  queryClient
    .fetchQuery({
      queryKey: ['roles'],
      queryFn: async ({ signal }) => (await request(accountCalls.rolesCheck, { signal })) ?? [],
      staleTime: ROLES_FRESH_MS,
      retry: false,
    })
    .catch((): string[] => []);

/** R3.6: throws on a network failure; any other failure means no logged-in user. */
async function loadUser(signal: AbortSignal): Promise<User | undefined> {
  try {
    return await request(accountCalls.me, { signal });
  } catch (error) {
    if (signal.aborted || (error instanceof HttpProblem && error.code === 'NETWORK')) throw error;
    return undefined;
  }
}

const PERSON = ['person'];
// No component observes this query, so garbage collection would remove it.
queryClient.setQueryDefaults(PERSON, { gcTime: Number.POSITIVE_INFINITY });
const knownPerson = () => queryClient.getQueryData<Person>(PERSON);

/** R1.5: after a login of another user in another tab, reload: the page shows data of the previous user. */
function reloadPage(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}

/**
 * R2.6, R3.6: runs on each entry to a protected page. While the server is unreachable it returns the cached user, so that
 * the last known values stay accessible; the end of the session clears the cache.
 */
export async function requirePerson(location: { href: string }, signal: AbortSignal): Promise<Person> {
  try {
    const person = await loadPerson(location, signal);
    const known = knownPerson();
    if (known && known.user.id !== person.user.id) return reloadPage();
    queryClient.setQueryData(PERSON, person);
    return person;
  } catch (error) {
    const known = knownPerson();
    if (known && error instanceof HttpProblem && error.code === 'NETWORK') return known;
    throw error;
  }
}

async function loadPerson(location: { href: string }, signal: AbortSignal): Promise<Person> {
  const epoch = session.epoch();
  const [user, roles] = await Promise.all([loadUser(signal), loadRoles(), loadPersonalization(queryClient)]);
  if (!user || user.email.trim() === '' || !session.confirm(epoch)) {
    throw redirect({ to: paths.login, search: { return: safeReturnPath(location.href) }, replace: true });
  }
  await applyAccountPreferences();
  return { user, roles };
}

/** R2.6, R7.1 */
export function requireRole(page: RolePage, { roles }: Person) {
  if (!canOpenPage(page, roles)) throw redirect({ to: paths.dashboard, replace: true });
}
