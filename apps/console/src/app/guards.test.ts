import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { aUser, loggedIn } from '../testing/whole-app.tsx';
import { requirePerson } from './guards.ts';
import { queryClient } from './query-client.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const enter = () => requirePerson({ href: '/admin/dashboard' }, new AbortController().signal);

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
