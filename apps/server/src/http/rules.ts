import type { GlobalPermission } from '@manoboard/contract/account/staff';
import type { DeviceAction } from '@manoboard/contract/device/device-access';
import type { Call } from '@manoboard/contract/http/call';
import type { Relation } from '@manoboard/domain/access/policy';
import type { VisibleFromS } from '@manoboard/domain/access/tenure';
import type { FastifyInstance } from 'fastify';
import type { DeviceKey } from '../db/device-key.ts';
import type { SessionUser } from './session.ts';

/** The callers that a route admits: anyone, any user, or users with this action on the device of the path or with this permission. */
export type Rule = 'anyone' | 'user' | DeviceAction | GlobalPermission;

/** A device on which the policy allows the user this action. */
export interface AllowedDevice {
  /** The right comes from the cache because the database is away: enough for a stop only. */
  isFromCache?: true;
  deviceKey: DeviceKey;
  deviceId: string;
  relation: Relation;
  /** When the user's access ends, Unix seconds. */
  expiresAtS: number | null;
  /** R4.3c: what is older than this belongs to a former tenure; `null` for staff, who see everything. */
  visibleFromS: VisibleFromS;
}

/** How a path names a device: by its ID, or by an alert. */
export interface Named {
  by: 'device' | 'alert';
  id: string;
}

export type AllowDevice = (user: SessionUser, named: Named, action: DeviceAction) => Promise<AllowedDevice>;

/** Cached sessions and rights, for while the database is away. */
export interface CachedAccess {
  /** The account of a session or an API token that was valid in the last minutes: decides who waits, never what they may. */
  accountOf: (credential: string) => number | undefined;
  user: (token: string) => SessionUser | undefined;
  device: (user: SessionUser, named: Named, action: DeviceAction) => AllowedDevice | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: Rule;
    /** Session and right may come from the cache while the database is away. */
    canUseCache?: true;
  }
}

/** Paths that name a device, or an alert and by it a device. Device IDs are never lower-case words. */
const NAMING_PATHS: readonly { by: Named['by']; path: RegExp }[] = [
  { by: 'device', path: /^\/(?:users-devices|devices|mqtt|firmware)\/\{(\w+)\}/ },
  { by: 'alert', path: /^\/alerts\/\{(\w+)\}/ },
];

/** The parameter of the path that names a device, and its kind. */
export function naming({ path: wanted }: Pick<Call, 'path'>): { by: Named['by']; param: string } | undefined {
  for (const { by, path } of NAMING_PATHS) {
    const param = path.exec(wanted)?.[1];
    if (param) return { by, param };
  }
  return undefined;
}

/** A call has an action if, and only if, its path names a device. */
export function ruleOf(call: Pick<Call, 'method' | 'path' | 'who' | 'action' | 'permission'>): Rule {
  const { method, path, who, action, permission } = call;
  const isNamed = naming(call) !== undefined;
  const isForUsers = action !== undefined || permission !== undefined;
  if (isNamed !== (action !== undefined) || (action && permission) || (isForUsers && who !== 'user'))
    throw new Error(`${method} ${path} has no rule for its device`);
  return action ?? permission ?? who;
}

/** A route without a rule stops the start of the server. */
export function refuseRoutesWithoutRule(api: FastifyInstance) {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.rule === undefined) throw new Error(`${method} ${url} has no rule`);
  });
}
