import type { Call } from '@manoboard/contract/http/call';
import type { DeviceAction } from '@manoboard/contract/nouns/device-access';
import type { Duty } from '@manoboard/contract/nouns/staff';
import type { Relation } from '@manoboard/domain/access/policy';
import type { VisibleFromS } from '@manoboard/domain/access/tenure';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from './session.ts';

/** Who comes through: anyone, any user, or those whom the policy lets do this, to the device of the path or at all. */
export type Rule = 'anyone' | 'user' | DeviceAction | Duty;

/** A device that the policy lets who asks do the call's action to. */
export interface AllowedDevice {
  /** The database was away, and the right is known from memory only: enough for a stop, and for nothing else. */
  isRecalled?: true;
  deviceId: number;
  idDev: string;
  relation: Relation;
  /** When the access of who asks ends, Unix seconds. */
  expiresAtS: number | null;
  /** R4.3c: what is older than this belongs to a former tenure; `null` for staff, who see everything. */
  visibleFromS: VisibleFromS;
}

/** What the path names to mean a device. */
export interface Named {
  by: 'device' | 'alert';
  id: string;
}

export type AllowDevice = (user: SessionUser, named: Named, action: DeviceAction) => Promise<AllowedDevice>;

/** What was known of sessions and rights before the database went away. */
export interface Recall {
  user: (token: string) => SessionUser | undefined;
  device: (user: SessionUser, named: Named, action: DeviceAction) => AllowedDevice | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: Rule;
    /** Session and right may come from memory while the database is away. */
    canRecall?: true;
  }
}

/** Paths that name a device, or an alert and by it a device. No device is called like a word in small letters. */
const NAMING_PATHS: readonly { by: Named['by']; path: RegExp }[] = [
  { by: 'device', path: /^\/(?:users-devices|devices|mqtt|firmware)\/\{(\w+)\}/ },
  { by: 'alert', path: /^\/alerts\/\{(\w+)\}/ },
];

/** The part of the path that names a device, and how. */
export function naming({ path: wanted }: Pick<Call, 'path'>): { by: Named['by']; param: string } | undefined {
  for (const { by, path } of NAMING_PATHS) {
    const param = path.exec(wanted)?.[1];
    if (param) return { by, param };
  }
  return undefined;
}

/** A call that names a device says what it does to it, and nothing else does. */
export function ruleOf(call: Pick<Call, 'method' | 'path' | 'who' | 'action' | 'duty'>): Rule {
  const { method, path, who, action, duty } = call;
  const isNamed = naming(call) !== undefined;
  const isForUsers = action !== undefined || duty !== undefined;
  if (isNamed !== (action !== undefined) || (action && duty) || (isForUsers && who !== 'user'))
    throw new Error(`${method} ${path} has no rule for its device`);
  return action ?? duty ?? who;
}

/** A route that nobody gave a rule does not start. */
export function refuseRoutesWithoutRule(api: FastifyInstance) {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.rule === undefined) throw new Error(`${method} ${url} has no rule`);
  });
}
