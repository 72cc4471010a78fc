import { createHash } from 'node:crypto';
import type { DeviceAction } from '@manoboard/contract/device/device-access';
import { refuseAccess } from '@manoboard/domain/access/policy';
import { HOUR_MS } from '@manoboard/domain/time';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../base/semaphore.ts';
import type { Bus } from '../bus/bus.ts';
import { ProblemError } from './problem-error.ts';
import type { AllowDevice, AllowedDevice, CachedAccess, Named } from './rules.ts';
import type { Authenticate, AuthenticateToken, SessionUser } from './session.ts';
import { shareLookups } from './shared-lookup.ts';

/** An open page refreshes its session every 10 s; each request for a device refreshes the access to it. */
const SESSION_MS = 15 * 60_000;
const RIGHT_MS = 12 * HOUR_MS;
const MOST = 20_000;
/** Lookups at once of sessions and tokens that may be forged, so that those of known ones find a free connection. */
const UNKNOWN_AT_ONCE = 2;

/** The clock is the server's, as in tests; without a resolution the cache would start a timer. */
const createCache = <T extends object>(now: () => number, ttl: number) =>
  new LRUCache<string, T>({ max: MOST, ttl, ttlResolution: 0, perf: { now } });

function deleteIf<T extends object>(cache: LRUCache<string, T>, isOld: (value: T, key: string) => boolean) {
  for (const [key, value] of cache.entries()) if (isOld(value, key)) cache.delete(key);
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64');
const rightKey = (user: SessionUser, { by, id }: Named) => `${user.id} ${by} ${id}`;

interface Needs {
  authenticate: Authenticate;
  authenticateToken: AuthenticateToken;
  allowDevice: AllowDevice;
  now: () => number;
}

/**
 * Caches authenticated sessions and granted device access, so that a stop is possible while the database is down
 * (docs/decisions/0016). The cache is not used while the database answers.
 */
export function createAccessCache({ authenticate, authenticateToken, allowDevice, now }: Needs) {
  const sessions = createCache<SessionUser>(now, SESSION_MS);
  const tokens = createCache<Pick<SessionUser, 'id'>>(now, SESSION_MS);
  const unknown = createSemaphore({
    max: UNKNOWN_AT_ONCE,
    maxWaiting: Number.POSITIVE_INFINITY,
    refuse: () => new ProblemError('UNAVAILABLE'),
  });
  const rights = createCache<AllowedDevice>(now, RIGHT_MS);
  /** How often sessions and rights have ended: what was looked up before is not cached. */
  let endings = 0;

  const cached: CachedAccess = {
    accountOf: (credential) => {
      const key = hash(credential);
      return (sessions.get(key) ?? tokens.get(key))?.id;
    },
    user(token) {
      const user = sessions.get(hash(token));
      return user && { ...user, isFromCache: true };
    },
    device(user, named, action) {
      const device = rights.get(rightKey(user, named));
      if (!device || refuseAccess(action, user.roles, device.relation)) return undefined;
      const isOver = device.expiresAtS !== null && device.expiresAtS <= now() / 1000;
      return isOver ? undefined : { ...device, isFromCache: true };
    },
  };

  return {
    cached,

    async authenticate(token: string): Promise<SessionUser | undefined> {
      const before = endings;
      const key = hash(token);
      const lookUp = () => authenticate(token);
      const user = await (sessions.has(key) ? lookUp() : unknown.run(lookUp));
      if (!user) sessions.delete(key);
      else if (before === endings) sessions.set(key, user);
      return user;
    },

    async authenticateToken(secret: string, network: string): Promise<SessionUser | undefined> {
      const key = hash(secret);
      const lookUp = () => authenticateToken(secret, network);
      const user = await (tokens.has(key) ? lookUp() : unknown.run(lookUp));
      if (user) tokens.set(key, { id: user.id });
      else tokens.delete(key);
      return user;
    },

    async allowDevice(user: SessionUser, named: Named, action: DeviceAction): Promise<AllowedDevice> {
      const before = endings;
      try {
        const device = await allowDevice(user, named, action);
        if (before === endings) rights.set(rightKey(user, named), device);
        return device;
      } catch (error) {
        // Another refusal concerns the action, not the access.
        if (error instanceof ProblemError && error.status === 404) rights.delete(rightKey(user, named));
        throw error;
      }
    },

    /** Changes of access were missed. */
    clear() {
      endings += 1;
      sessions.clear();
      tokens.clear();
      rights.clear();
    },
    endSession(sessionId: string) {
      endings += 1;
      deleteIf(sessions, (user) => user.sessionId === sessionId);
    },
    devicesChanged(userIds: readonly number[]) {
      endings += 1;
      const changed = new Set(userIds.map(String));
      deleteIf(rights, (_device, key) => changed.has(key.slice(0, key.indexOf(' '))));
    },
  };
}

/** Sessions and rights, cached for a stop while the database is away. */
export function createAccess(
  { bus, now }: { bus: Bus; now: () => number },
  {
    authenticate,
    authenticateToken,
    allow,
  }: { authenticate: Authenticate; authenticateToken: AuthenticateToken; allow: AllowDevice },
) {
  const cache = createAccessCache({
    authenticate: shareLookups(authenticate, (token) => token),
    authenticateToken: shareLookups(authenticateToken, (secret) => secret),
    allowDevice: shareLookups(allow, (user, { by, id }, action) => `${user.sessionId} ${by} ${action} ${id}`),
    now,
  });
  bus.subscribe('devicesChanged', cache.devicesChanged);
  bus.subscribe('sessionEnded', cache.endSession);
  bus.subscribe('eventsMissed', cache.clear);
  return cache;
}
