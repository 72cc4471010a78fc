import { accountCalls } from '@manoboard/contract/account/account.calls';
import { AnyRoles, AnyUser } from '@manoboard/contract/account/any-user';
import { canOpenPage, landsOnWork, type RolePage } from '@manoboard/domain/access/roles';
import { redirect } from '@tanstack/react-router';
import { announceWriteHeaders } from '../device/commands/write-headers.ts';
import { devicesQuery, fcDevicesQuery } from '../device/queries.ts';
import { drafts } from '../lib/forms/drafts.ts';
import { widen } from '../lib/http/any-provider.ts';
import { request } from '../lib/http/http.ts';
import { HttpProblem } from '../lib/http/http-problem.ts';
import { LAST_KNOWN, session } from '../lib/http/session.ts';
import { paths, safeReturnPath } from '../lib/page/paths.ts';
import { loadPersonalization } from '../lib/page/personalization.ts';
import { applyAccountPreferences } from './account-preferences.ts';
import { queryClient } from './query-client.ts';
import type { Person } from './use-person.ts';

const ROLES = ['roles'];
const ROLES_FRESH_MS = 60_000;
/** On a bad network, with stored values to show. */
const SHORT_TIMEOUT_MS = 5000;

const meCall = widen(accountCalls.me, AnyUser);
const rolesCall = widen(accountCalls.rolesCheck, AnyRoles);

/** R3.7: any failure is an empty list; a failure is not cached, so the next entry requests again. */
const loadRoles = () =>
  queryClient
    .fetchQuery({
      queryKey: ROLES,
      queryFn: async ({ signal }) => (await request(rolesCall, { signal })) ?? [],
      staleTime: ROLES_FRESH_MS,
      retry: false,
    })
    .catch((): string[] => []);

/** `UNAVAILABLE` is also the answer of a proxy whose server is down. */
const isAway = (error: unknown) =>
  error instanceof HttpProblem && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');

const isOdd = (error: unknown) => error instanceof HttpProblem && error.code === 'BAD_ANSWER';

/**
 * R3.6: throws when the server is away, or when it knows the user but its answer is not understood: the login would lead
 * here again. Any other failure means no logged-in user.
 */
async function loadUser(signal: AbortSignal): Promise<AnyUser | undefined> {
  const hasStored = !knownPerson() && localStorage.getItem(LAST_KNOWN) !== null;
  try {
    return await request(meCall, { signal, ...(hasStored && { timeoutMs: SHORT_TIMEOUT_MS }) });
  } catch (error) {
    if (signal.aborted || isAway(error) || isOdd(error)) throw error;
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

let restored: Person | undefined;

const isDevicePage = ({ href }: { href: string }) =>
  [paths.home, paths.dashboard, paths.overview].some((path) => href.split(/[?#]/)[0] === path);

/** Only pages that show stored values open with the stored user: a form must not start from them. */
async function loadStored(location: { href: string }): Promise<Person | undefined> {
  if (!isDevicePage(location) || !session.isMarked()) return undefined;
  // Without the worker this file may be missing.
  const part = await import('./keep-last-known.ts').catch(() => undefined);
  restored = part?.restorePerson();
  return restored;
}

const toLogin = ({ href }: { href: string }) =>
  redirect({ to: paths.login, search: { return: safeReturnPath(href) }, replace: true });

/** Staff add a second factor before any page of the console. */
const toSecondFactor = ({ href }: { href: string }) =>
  redirect({ to: paths.secondFactor, search: { return: safeReturnPath(href) }, replace: true });

/**
 * R2.6, R3.6: runs on each entry to a protected page. While the server is away it returns the cached or the stored user, so
 * that the last known values stay accessible; the end of the session removes both.
 */
export async function requirePerson(location: { href: string }, signal: AbortSignal): Promise<Person> {
  try {
    const person = await loadPerson(location, signal);
    const known = knownPerson() ?? restored;
    if (known && known.user.id !== person.user.id) return reloadPage();
    queryClient.setQueryData(PERSON, person);
    announceWriteHeaders(person.user.write_headers);
    drafts.setOwner(person.user.id);
    return person;
  } catch (error) {
    const known = isAway(error) ? (knownPerson() ?? (await loadStored(location))) : undefined;
    if (known) return known;
    throw error instanceof HttpProblem && error.code === 'UNAVAILABLE' ? toLogin(location) : error;
  }
}

/** The first page of a device renders with its lists: its name comes with the first paint. */
function loadLists() {
  void queryClient.prefetchQuery(devicesQuery);
  void queryClient.prefetchQuery(fcDevicesQuery);
}

async function loadPerson(location: { href: string }, signal: AbortSignal): Promise<Person> {
  const epoch = session.epoch();
  if (!knownPerson() && session.isMarked() && isDevicePage(location)) loadLists();
  const [user, roles] = await Promise.all([loadUser(signal), loadRoles(), loadPersonalization(queryClient)]);
  if (!user || user.email.trim() === '' || !session.confirm(epoch)) {
    throw toLogin(location);
  }
  if (user.needs_factor) throw toSecondFactor(location);
  await applyAccountPreferences();
  return { user, roles };
}

/** Loads the roles again; true if they differ from those of the page. A failed request is no change. */
export async function haveRolesChanged(): Promise<boolean> {
  const known = knownPerson()?.roles;
  const roles = await request(rolesCall).catch(() => undefined);
  if (!known || !roles || roles.join() === known.join()) return false;
  queryClient.setQueryData(ROLES, roles);
  return true;
}

/** R2.6, R7.1 */
export function requireRole(page: RolePage, { roles }: Person) {
  if (!canOpenPage(page, roles)) throw redirect({ to: paths.dashboard, replace: true });
}

export { landsOnWork };
