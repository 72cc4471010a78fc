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

/** Who sits at the console. */
export interface Person {
  user: User;
  roles: readonly string[];
}

const ROLES_FRESH_MS = 60_000;

/** R3.7: whatever goes wrong, the answer is a list; a failure is not kept, so that the next entry asks again. */
const loadRoles = () =>
  queryClient
    .fetchQuery({
      queryKey: ['roles'],
      queryFn: async ({ signal }) => (await request(accountCalls.rolesCheck, { signal })) ?? [],
      staleTime: ROLES_FRESH_MS,
      retry: false,
    })
    .catch((): string[] => []);

/** R3.6: no answer at all is the network's fault and is thrown; any other failure is nobody. */
async function loadUser(signal: AbortSignal): Promise<User | undefined> {
  try {
    return await request(accountCalls.me, { signal });
  } catch (error) {
    if (signal.aborted || (error instanceof HttpProblem && error.code === 'NETWORK')) throw error;
    return undefined;
  }
}

const PERSON = ['person'];
// No component observes it, and what nobody observes is thrown away after some minutes.
queryClient.setQueryDefaults(PERSON, { gcTime: Number.POSITIVE_INFINITY });
const knownPerson = () => queryClient.getQueryData<Person>(PERSON);

/** R1.5: another user has logged in in another tab; nothing that is open here belongs to them. */
function reloadPage(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}

/**
 * R2.6, R3.6: asked on each entry to a protected page. While the server cannot be reached, whoever was let in
 * before goes on looking at the last known values; the session's end clears the remembered user.
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
