import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { aUser, loggedIn } from '../testing/whole-app.tsx';
import { requirePerson } from './guards.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const enter = () => requirePerson({ href: '/admin/dashboard' }, new AbortController().signal);

async function enterAndLoseServer() {
  session.begin();
  const { routes } = startFakeServer(loggedIn(['Technician']));
  await enter();
  for (const path of Object.keys(routes)) routes[path] = () => 'network error';
}

it('R3.6 whoever was let in is known for as long as the server is away', async () => {
  await enterAndLoseServer();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await enter()).toEqual({ user: aUser, roles: ['Technician'] });
});

it('R1.5 the end of the session ends the memory, too', async () => {
  await enterAndLoseServer();
  void session.end(async () => undefined);
  await expect(enter()).rejects.toMatchObject({ code: 'NETWORK' });
});
