import { HOUR_MS } from '@manoboard/domain/time';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAnnounced } from '../device/commands/write-headers.ts';
import { toLastKnown } from '../device/last-known.ts';
import { LAST_KNOWN, session } from '../lib/http/session.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { aUser, loggedIn } from '../testing/whole-app.tsx';
import { requirePerson } from './guards.ts';
import { queryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  localStorage.clear();
});

const enter = (href = '/admin/dashboard') => requirePerson({ href }, new AbortController().signal);

async function enterAndLoseServer() {
  session.begin();
  const { routes } = startFakeServer(loggedIn(['Technician']));
  await enter();
  for (const path of Object.keys(routes)) routes[path] = () => 'network error';
}

it('R3.6 requirePerson returns the cached user while the server is unreachable', async () => {
  await enterAndLoseServer();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await enter()).toEqual({ user: aUser, roles: ['Technician'] });
});

it('R8 requirePerson accepts a user with an e-mail only, and drops unknown roles', async () => {
  session.begin();
  startFakeServer({
    '/users/me': () => ({ json: { email: 'jana@example.sk' } }),
    '/roles/check': () => ({ json: ['Technician', 'Admin'] }),
  });
  expect(await enter()).toMatchObject({ user: { email: 'jana@example.sk' }, roles: ['Technician'] });
  expect(isAnnounced('idempotency-key')).toBe(false);
});

it.each(['<html>Log in</html>', [], { email: 42 }])(
  'R8 an answer of users/me that is not understood is no login: %j',
  async (json) => {
    session.begin();
    startFakeServer({ '/users/me': () => ({ json }) });
    await expect(enter()).rejects.toMatchObject({ code: 'BAD_ANSWER' });
    expect(session.isMarked()).toBe(true);
  },
);

it('R8 headers of writes are sent after the server has announced them, until the session ends', async () => {
  session.begin();
  const { routes } = startFakeServer(loggedIn());
  routes['/users/me'] = () => ({ json: { ...aUser, write_headers: ['idempotency-key'] } });
  await enter();
  expect(isAnnounced('idempotency-key')).toBe(true);
  void session.end(async () => undefined);
  expect(isAnnounced('idempotency-key')).toBe(false);
});

it('R1.5 logout clears the cached user', async () => {
  await enterAndLoseServer();
  void session.end(async () => undefined);
  await expect(enter()).rejects.toMatchObject({ code: 'NETWORK' });
});

it('R1.5 an answer of users/me after the logout redirects to the login and sets no marker', async () => {
  session.begin();
  const { routes } = startFakeServer(loggedIn());
  const { promise, resolve } = Promise.withResolvers<void>();
  routes['/users/me'] = () => promise.then(() => ({ json: aUser }));
  const entering = enter();
  void session.end(async () => undefined);
  resolve();
  await expect(entering).rejects.toMatchObject({ options: { to: '/auth/login' } });
  expect(session.isMarked()).toBe(false);
});

it('R1.5 an entry that began before the logout redirects to the login when the network fails', async () => {
  await enterAndLoseServer();
  const entering = enter();
  void session.end(async () => undefined);
  await expect(entering).rejects.toMatchObject({ options: { to: '/auth/login' } });
});

it('R1.5 a login of another user in another tab reloads the page', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  session.begin();
  const { routes } = startFakeServer(loggedIn(['Super Seller']));
  await enter();
  await enter();
  expect(reload).not.toHaveBeenCalled();
  routes['/users/me'] = () => ({ json: { ...aUser, id: 8, email: 'peter@example.sk' } });
  const isIn = vi.fn();
  void enter().then(isIn);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(isIn).not.toHaveBeenCalled();
});

/** A browser with the values of an earlier visit; the server is away. */
function startStored(userId = aUser.id) {
  session.begin();
  const known = toLastKnown({
    user: { ...aUser, id: userId },
    roles: ['Technician'],
    devices: [],
    converters: [],
    recentIds: [],
    valuesOf: () => undefined,
    contactS: Math.floor(Date.now() / 1000),
  });
  localStorage.setItem(LAST_KNOWN, JSON.stringify(known));
}

it.each(['/admin/dashboard', '/admin/overview?device=MNB-TE0001'])(
  'R3.6 requirePerson returns the stored user on %s while the server is unreachable',
  async (href) => {
    startStored();
    startFakeServer({ '/users/me': () => 'network error' });
    expect(await enter(href)).toEqual({ user: aUser, roles: ['Technician'], isStored: true });
  },
);

it('R3.6 requirePerson returns the stored user while a proxy answers for the server', async () => {
  startStored();
  startFakeServer({ '/users/me': () => ({ status: 502 }) });
  expect(await enter()).toMatchObject({ isStored: true });
});

it('R3.6 an unavailable server leads to the login without a stored user', async () => {
  session.begin();
  startFakeServer({ '/users/me': () => ({ status: 502 }) });
  await expect(enter()).rejects.toMatchObject({ options: { to: '/auth/login' } });
});

it('R3.6 a slow network counts as none after 5 s when there is a stored user', async () => {
  startStored();
  startFakeServer({
    '/users/me': ({ signal }) =>
      new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  });
  const entering = enter();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await entering).toMatchObject({ isStored: true });
});

it('R3.6 a page that shows no stored values does not open with the stored user', async () => {
  startStored();
  startFakeServer({ '/users/me': () => 'network error' });
  await expect(enter('/admin/profile')).rejects.toMatchObject({ code: 'NETWORK' });
});

it('R1.5 a page that started with a stored user reloads when the server knows another one', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  startStored(99);
  const { routes } = startFakeServer({ '/users/me': () => 'network error' });
  await enter();
  Object.assign(routes, loggedIn());
  void enter();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it.each([
  ['the logout', () => void session.end(async () => undefined)],
  ['the expiry', () => session.expire(session.epoch(), async () => undefined)],
  ['the next login', () => session.begin()],
])('R1.5 %s removes the stored values', (_what, act) => {
  startStored();
  act();
  expect(localStorage.getItem(LAST_KNOWN)).toBeNull();
});
