import { HOUR_MS } from '@manoboard/domain/time';
import { beforeEach, expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import { createAccessCache } from './access-cache.ts';
import { ProblemError } from './problem-error.ts';
import type { AllowedDevice } from './rules.ts';
import type { SessionUser } from './session.ts';

const USER: SessionUser = { id: 7, sessionId: 's7', roles: [] };
const DEVICE: AllowedDevice = {
  deviceKey: 1 as DeviceKey,
  deviceId: 'MNB-1',
  relation: 'owner',
  expiresAtS: null,
  visibleFromS: 0,
};
const NAMED = { by: 'device', id: 'MNB-1' } as const;

let nowMs: number;
/** The current content of the database. */
let known: { user: SessionUser | undefined; device: AllowedDevice | undefined };
let cache: ReturnType<typeof createAccessCache>;
beforeEach(async () => {
  nowMs = 1_800_000_000_000;
  known = { user: USER, device: DEVICE };
  cache = createAccessCache({
    authenticate: async () => known.user,
    authenticateToken: async () => known.user,
    allowDevice: async () => {
      if (!known.device) throw new ProblemError('DEVICE_NOT_FOUND');
      return known.device;
    },
    now: () => nowMs,
  });
  await cache.authenticate('token');
  await cache.allowDevice(USER, NAMED, 'see');
});

const cachedUser = () => cache.cached.user('token');
const cachedDevice = () => cache.cached.device(USER, NAMED, 'operate');

it('confirmed sessions and rights are cached, and marked as such', () => {
  expect(cachedUser()).toEqual({ ...USER, isFromCache: true });
  expect(cachedDevice()).toEqual({ ...DEVICE, isFromCache: true });
  expect(cache.cached.user('another token')).toBeUndefined();
  expect(cache.cached.device({ ...USER, id: 8 }, NAMED, 'operate')).toBeUndefined();
});

it('a session is cached for 15 minutes, a right for 12 hours', () => {
  nowMs += HOUR_MS / 4 + 1;
  expect(cachedUser()).toBeUndefined();
  nowMs += 11 * HOUR_MS;
  expect(cachedDevice()).toBeDefined();
  nowMs += HOUR_MS;
  expect(cachedDevice()).toBeUndefined();
});

it('R7.2 the cache permits no action that the policy denies', () => {
  expect(cache.cached.device(USER, NAMED, 'write_register')).toBeUndefined();
});

it('R4.3 a cached delegation ends at its end date', async () => {
  known.device = { ...DEVICE, relation: 'delegate', expiresAtS: nowMs / 1000 + 60 };
  await cache.allowDevice(USER, NAMED, 'see');
  expect(cachedDevice()).toBeDefined();
  nowMs += 60_000;
  expect(cachedDevice()).toBeUndefined();
});

it.each([
  ['a logout', () => cache.endSession('s7'), cachedUser],
  ['a change of the devices of the user', () => cache.devicesChanged([7]), cachedDevice],
  [
    'a session that the database no longer knows',
    () => {
      known.user = undefined;
      return cache.authenticate('token');
    },
    cachedUser,
  ],
  [
    'a device that the database no longer shows',
    () => {
      known.device = undefined;
      return cache.allowDevice(USER, NAMED, 'see').catch(() => {});
    },
    cachedDevice,
  ],
] as const)('%s removes the cached entry', async (_what, act, cached) => {
  await act();
  expect(cached()).toBeUndefined();
});

it('a session or a right that ends while it is being looked up is not cached', async () => {
  const lookingUp = [cache.authenticate('token'), cache.allowDevice(USER, NAMED, 'see')];
  cache.endSession(USER.sessionId);
  cache.devicesChanged([USER.id]);
  await Promise.all(lookingUp);
  expect(cachedUser()).toBeUndefined();
  expect(cachedDevice()).toBeUndefined();

  await Promise.all([cache.authenticate('token'), cache.allowDevice(USER, NAMED, 'see')]);
  expect(cachedUser()).toBeDefined();
  expect(cachedDevice()).toBeDefined();
});

it('S11 sessions and tokens that were valid have an account; forged ones have none and are looked up two at once', async () => {
  await cache.authenticateToken('mnb_known', '203.0.113.7');
  const { accountOf } = cache.cached;
  expect(['token', 'mnb_known', 'forged'].map(accountOf)).toEqual([7, 7, undefined]);

  const lookups: string[] = [];
  const ends: (() => void)[] = [];
  const slow = createAccessCache({
    authenticate: async (token) => {
      lookups.push(token);
      if (token.startsWith('forged')) await new Promise<void>((end) => ends.push(end));
      return token === 'token' ? USER : undefined;
    },
    authenticateToken: async () => undefined,
    allowDevice: async () => DEVICE,
    now: () => nowMs,
  });
  await slow.authenticate('token');
  const forged = [1, 2, 3].map((n) => slow.authenticate(`forged${n}`));
  const settle = () => new Promise((done) => setImmediate(done));
  await settle();
  await slow.authenticate('token');
  expect(lookups).toEqual(['token', 'forged1', 'forged2', 'token']);
  ends[0]?.();
  await settle();
  expect(lookups.at(-1)).toBe('forged3');
  for (const end of ends) end();
  await Promise.all(forged);
});

it('S11 a session or a token that has ended counts as unknown', async () => {
  await cache.authenticateToken('mnb_known', '203.0.113.7');
  known.user = undefined;
  await cache.authenticateToken('mnb_known', '203.0.113.7');
  cache.endSession(USER.sessionId);
  expect(['token', 'mnb_known'].map(cache.cached.accountOf)).toEqual([undefined, undefined]);
});
