import type { Call } from '@manoboard/contract/api';
import type { DeviceAction } from '@manoboard/contract/device-access';
import type { Relation } from '@manoboard/domain/policy';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from './session.ts';

/** Who comes through: anyone, any user, or those whom the policy lets do this to the device of the path. */
export type Rule = 'anyone' | 'user' | DeviceAction;

/** A device that the policy lets who asks do the call's action to. */
export interface AllowedDevice {
  deviceId: number;
  idDev: string;
  relation: Relation;
  /** When the access of who asks ends, Unix seconds. */
  expiresAtS: number | null;
}

export type AllowDevice = (user: SessionUser, id: string, action: DeviceAction) => Promise<AllowedDevice>;

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: Rule;
  }
}

const DEVICE_PATH = /^\/(?:users-devices|devices|mqtt|firmware)\/\{(\w+)\}/;

/** The name of the path's part that names a device. */
export const deviceParam = ({ path }: Pick<Call, 'path'>): string | undefined => DEVICE_PATH.exec(path)?.[1];

/** A call that names a device says what it does to it, and nothing else does. */
export function ruleOf(call: Pick<Call, 'method' | 'path' | 'who' | 'action'>): Rule {
  const { method, path, who, action } = call;
  if ((deviceParam(call) === undefined) !== (action === undefined) || (action && who !== 'user'))
    throw new Error(`${method} ${path} has no rule for its device`);
  return action ?? who;
}

/** A route that nobody gave a rule does not start. */
export function refuseRoutesWithoutRule(api: FastifyInstance) {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.rule === undefined) throw new Error(`${method} ${url} has no rule`);
  });
}
